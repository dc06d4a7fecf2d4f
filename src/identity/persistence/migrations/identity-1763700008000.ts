import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the view through which all reads of users go, so that a host application can provide its own users. */
export class Identity1763700008000 implements MigrationInterface {
  readonly name = 'Identity1763700008000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create view user_accounts as
        select id, email, email_key, full_name, avatar_url, instance_admin, created_at, version from users
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view user_accounts');
  }
}
