import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../../../platform/persistence/index.js';

/** Finds the projects in which a user has published an entry of somebody else. */
export class Changelog1764600000000 implements MigrationInterface {
  readonly name = 'Changelog1764600000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'changelogs_publisher',
      'changelogs (publisher_id) where publisher_id <> author_id',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index changelogs_publisher');
  }
}
