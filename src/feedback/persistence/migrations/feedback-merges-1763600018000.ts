import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Feedback tells whether something was merged into it, or freed, since somebody looked. */
export class FeedbackMerges1763600018000 implements MigrationInterface {
  readonly name = 'FeedbackMerges1763600018000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table feedback add column merges integer not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table feedback drop column merges');
  }
}
