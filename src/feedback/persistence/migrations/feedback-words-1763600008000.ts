import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets words be removed that no feedback contains any more. */
export class FeedbackWords1763600008000 implements MigrationInterface {
  readonly name = 'FeedbackWords1763600008000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- When the word was found to be unused; null if it is used.
      alter table feedback_words add column unused_since timestamptz;
      create index feedback_words_unused on feedback_words (word) where unused_since is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table feedback_words drop column unused_since');
  }
}
