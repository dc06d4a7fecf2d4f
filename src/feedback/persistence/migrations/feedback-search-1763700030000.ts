import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the search index collect the words of new documents in a list, which makes writes cheaper and is short to read. */
export class FeedbackSearch1763700030000 implements MigrationInterface {
  readonly name = 'FeedbackSearch1763700030000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Every search reads the list, so it is limited to 256 kB.
      alter index feedback_search_document set (fastupdate = on, gin_pending_list_limit = 256);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter index feedback_search_document set (fastupdate = off)');
  }
}
