import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users and their access tokens. */
export class Identity1763600000000 implements MigrationInterface {
  readonly name = 'Identity1763600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table users (
        id uuid primary key,
        email text not null,
        -- The address in the form in which it is unique; null once the user was made anonymous.
        email_key text constraint users_email_key unique,
        full_name text not null,
        avatar_url text not null,
        instance_admin boolean not null,
        created_at timestamptz(3) not null
      );
      create index users_list on users (created_at, id) where email_key is not null;
      create index users_instance_admins on users (created_at, id) where instance_admin;

      -- A user as the API embeds it. Other modules read users through this view only.
      create view user_records as select id, email, full_name, avatar_url from users;

      create table access_tokens (
        id uuid primary key,
        user_id uuid not null constraint access_tokens_user_id_fkey references users (id),
        name text not null,
        scope text not null check (scope in ('read', 'write', 'admin')),
        project_id uuid,
        digest bytea not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3),
        last_used_at timestamptz(3),
        bootstrap boolean not null
      );
      create index access_tokens_digest on access_tokens (digest);
      create index access_tokens_list on access_tokens (user_id, created_at, id);
      create index access_tokens_project on access_tokens (project_id) where project_id is not null;
      create unique index access_tokens_bootstrap on access_tokens (bootstrap) where bootstrap;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table access_tokens; drop view user_records; drop table users');
  }
}
