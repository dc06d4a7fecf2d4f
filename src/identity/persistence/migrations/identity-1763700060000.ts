import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores which project registered a user on behalf of whom its editors act. */
export class Identity1763700060000 implements MigrationInterface {
  readonly name = 'Identity1763700060000';

  async up(runner: QueryRunner): Promise<void> {
    // The project whose editors can change the profile; null once somebody can sign in as the user.
    await runner.query('alter table users add column registered_by uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users drop column registered_by');
  }
}
