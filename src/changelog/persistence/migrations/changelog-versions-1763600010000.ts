import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Changelog entries count their changes. */
export class ChangelogVersions1763600010000 implements MigrationInterface {
  readonly name = 'ChangelogVersions1763600010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table changelogs add column version bigint not null default 1;
      create trigger changelogs_version before update on changelogs
        for each row when (old.* is distinct from new.*) execute function next_version();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger changelogs_version on changelogs;
      alter table changelogs drop column version;
    `);
  }
}
