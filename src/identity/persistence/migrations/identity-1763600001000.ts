import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates users and access tokens. */
export class Identity1763600001000 implements MigrationInterface {
  readonly name = 'Identity1763600001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table users (
        id uuid primary key,
        email text not null,
        -- The normalized address, which is unique; null once the user is anonymized.
        email_key text constraint users_email_key unique,
        full_name text not null,
        avatar_url text not null,
        instance_admin boolean not null,
        created_at timestamptz(3) not null,
        version bigint not null default 1
      );
      create index users_list on users (created_at, id) where email_key is not null;
      create index users_instance_admins on users (created_at, id) where instance_admin;
      create trigger users_version before update on users
        for each row when (old.* is distinct from new.*) execute function next_version();

      -- Users as the API embeds them, and the versions of these records. Other modules read users through views only.
      create view user_records as select id, email, full_name, avatar_url from users;
      create view user_versions as select id, version from users;

      create table access_tokens (
        id uuid primary key,
        user_id uuid not null constraint access_tokens_user_id_fkey references users (id),
        name text not null,
        scope text not null check (scope in ('read', 'write', 'admin')),
        -- The project that the token is bound to; null if it is not bound.
        project_id uuid,
        -- SHA-256 of the token, which is stored nowhere.
        digest bytea not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3),
        last_used_at timestamptz(3),
        -- Whether the setting BOOTSTRAP_ACCESS_TOKEN created it.
        bootstrap boolean not null,
        version bigint not null default 1
      );
      create index access_tokens_digest on access_tokens (digest);
      create index access_tokens_list on access_tokens (user_id, created_at, id);
      create index access_tokens_project on access_tokens (project_id) where project_id is not null;
      create unique index access_tokens_bootstrap on access_tokens (bootstrap) where bootstrap;
      create trigger access_tokens_version before update on access_tokens
        for each row when (old.* is distinct from new.*) execute function next_version();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table access_tokens;
      drop view user_versions, user_records;
      drop table users;
    `);
  }
}
