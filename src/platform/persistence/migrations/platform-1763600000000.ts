import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates what all modules share: row versions, idempotency keys, and the workers of the job queue. */
export class Platform1763600000000 implements MigrationInterface {
  readonly name = 'Platform1763600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Trigger function of the tables whose records have an ETag: every update that changes the row increments its version.
      create function next_version() returns trigger language plpgsql as $$
      begin
        new.version := old.version + 1;
        return new;
      end
      $$;

      create table idempotency_keys (
        -- SHA-256 of the key's owner, the method, the path and the key.
        id bytea primary key,
        user_id uuid not null,
        -- SHA-256 of the request body.
        request bytea not null,
        status smallint not null,
        headers json not null,
        -- Null if the response had no body.
        body text,
        created_at timestamptz(3) not null
      );
      create index idempotency_keys_age on idempotency_keys (created_at);

      create table job_workers (id text primary key, seen_at timestamptz not null);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table job_workers;
      drop table idempotency_keys;
      drop function next_version();
    `);
  }
}
