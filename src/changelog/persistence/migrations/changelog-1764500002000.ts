import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the index of searches collect 1 MB of new entries before it sorts them in, like the one of feedback. */
export class Changelog1764500002000 implements MigrationInterface {
  readonly name = 'Changelog1764500002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter index changelog_search_document set (gin_pending_list_limit = 1024)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter index changelog_search_document set (gin_pending_list_limit = 256)');
  }
}
