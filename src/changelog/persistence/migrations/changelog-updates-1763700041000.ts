import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets changelog entries be listed by the time of their last update. */
export class ChangelogUpdates1763700041000 implements MigrationInterface {
  readonly name = 'ChangelogUpdates1763700041000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table changelogs add column updated_at timestamptz(3) not null default now();
      -- Entries have no time of creation. What was stored before keeps its version: records do not change.
      alter table changelogs disable trigger changelogs_version;
      update changelogs set updated_at = least(publish_date, now());
      alter table changelogs enable trigger changelogs_version;
      create index changelogs_recently_updated on changelogs (project_id, updated_at desc, id desc);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table changelogs drop column updated_at');
  }
}
