import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets applications store JSON with feedback. A table of its own leaves the version of the feedback unchanged. */
export class FeedbackMetadata1763700007000 implements MigrationInterface {
  readonly name = 'FeedbackMetadata1763700007000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table feedback_metadata (
        feedback_id uuid primary key references feedback (id) on delete cascade,
        metadata jsonb not null
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table feedback_metadata');
  }
}
