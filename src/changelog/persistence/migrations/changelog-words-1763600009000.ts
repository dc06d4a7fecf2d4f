import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets words be removed that no changelog entry contains any more. */
export class ChangelogWords1763600009000 implements MigrationInterface {
  readonly name = 'ChangelogWords1763600009000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- When the word was found to be unused; null if it is used.
      alter table changelog_words add column unused_since timestamptz;
      create index changelog_words_unused on changelog_words (word) where unused_since is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table changelog_words drop column unused_since');
  }
}
