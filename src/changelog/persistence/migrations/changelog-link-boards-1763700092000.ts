import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the boards and authors of the feedback that entries are linked to, which decide who sees it. */
export class ChangelogLinkBoards1763700092000 implements MigrationInterface {
  readonly name = 'ChangelogLinkBoards1763700092000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace view changelog_links as
        select null::uuid as changelog_id, null::uuid as id, null::text as title, null::text as status,
          null::text collate "C" as board, null::uuid as user_id where false
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view changelog_links;
      create view changelog_links as
        select null::uuid as changelog_id, null::uuid as id, null::text as title, null::text as status where false
    `);
  }
}
