import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The answers that requests with an `Idempotency-Key` got. */
export class IdempotencyKeys1763600012000 implements MigrationInterface {
  readonly name = 'IdempotencyKeys1763600012000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table idempotency_keys (
        -- SHA-256 of whose key it is, the method, the path and the key.
        id bytea primary key,
        -- SHA-256 of the request's body.
        request bytea not null,
        status smallint not null,
        headers json not null,
        -- Null where the answer had none.
        body text,
        created_at timestamptz(3) not null
      );
      create index idempotency_keys_age on idempotency_keys (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table idempotency_keys');
  }
}
