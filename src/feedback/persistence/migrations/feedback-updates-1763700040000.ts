import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets feedback be listed by the time of its last update. */
export class FeedbackUpdates1763700040000 implements MigrationInterface {
  readonly name = 'FeedbackUpdates1763700040000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table feedback add column updated_at timestamptz(3) not null default now();
      -- What was stored before keeps its version: records do not change.
      alter table feedback disable trigger feedback_version;
      update feedback set updated_at = created_at;
      alter table feedback enable trigger feedback_version;
      create index feedback_recently_updated on feedback (project_id, updated_at desc, id desc) where merged_into is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table feedback drop column updated_at');
  }
}
