import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates users with their identities, and access tokens. */
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
        -- The project whose editors can change the profile; null once somebody can sign in as the user.
        registered_by uuid,
        version bigint not null default 1
      );
      create index users_list on users (created_at, id) where email_key is not null;
      create index users_instance_admins on users (created_at, id) where instance_admin;
      create trigger users_version before update on users
        for each row when (old.* is distinct from new.*) execute function next_version();

      -- Users as the API embeds them, and the versions of these records. Other modules read users through views only.
      create view user_records as select id, email, full_name, avatar_url from users;
      create view user_versions as select id, version from users;

      create view user_accounts as
        select id, email, email_key, full_name, avatar_url, instance_admin, created_at, version from users;

      -- The users that are not anonymized.
      create view active_users as select id from user_accounts where email_key is not null;

      -- Users as they are exported: the address of a placeholder is empty, as it is for anonymized users.
      create view exported_users as
        select id, case when email like '%@users.invalid' then '' else email end as email, full_name, avatar_url
        from user_accounts;

      -- A user as embedded in records. PostgreSQL inlines the function, like a view.
      create function user_record(user_id uuid) returns table (id uuid, email text, full_name text, avatar_url text)
        language sql stable as $$
          select u.id, u.email, u.full_name, u.avatar_url from user_records u where u.id = $1
        $$;

      create table user_identities (
        issuer text not null,
        -- SHA-256 of the subject, which some issuers derive from a name or an address.
        subject_digest bytea not null,
        user_id uuid not null constraint user_identities_user_id_fkey references users (id),
        created_at timestamptz(3) not null,
        primary key (issuer, subject_digest)
      );
      -- A second subject with the same e-mail address is another person, who was given the address later.
      create unique index user_identities_user on user_identities (user_id, issuer);

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
      drop table access_tokens, user_identities;
      drop function user_record(uuid);
      drop view exported_users, active_users, user_accounts, user_versions, user_records;
      drop table users;
    `);
  }
}
