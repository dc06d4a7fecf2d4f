import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores with each response to an idempotency key which rights the caller had. */
export class IdempotencyAccess1764200004000 implements MigrationInterface {
  readonly name = 'IdempotencyAccess1764200004000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- SHA-256 of the rights of the caller. Null in rows of earlier releases, whose responses are not returned again.
      alter table idempotency_keys add access bytea;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table idempotency_keys drop access');
  }
}
