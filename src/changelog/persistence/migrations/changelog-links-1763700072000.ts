import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets entries show the feedback that they are linked to. Without the module that links them, there is none. */
export class ChangelogLinks1763700072000 implements MigrationInterface {
  readonly name = 'ChangelogLinks1763700072000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create view changelog_links as
        select null::uuid as changelog_id, null::uuid as id, null::text as title, null::text as status where false
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view changelog_links');
  }
}
