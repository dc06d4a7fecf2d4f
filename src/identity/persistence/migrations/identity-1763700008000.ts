import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the views through which users are read, so that a host application can provide its own users. */
export class Identity1763700008000 implements MigrationInterface {
  readonly name = 'Identity1763700008000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function user_record(uuid);
      drop view exported_users, active_users, user_accounts;
    `);
  }
}
