import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users and tokens count their changes. */
export class IdentityVersions1763600007000 implements MigrationInterface {
  readonly name = 'IdentityVersions1763600007000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- For every table whose records are sent with a version.
      create function next_version() returns trigger language plpgsql as $$
      begin
        new.version := old.version + 1;
        return new;
      end
      $$;
      alter table users add column version bigint not null default 1;
      create trigger users_version before update on users
        for each row when (old.* is distinct from new.*) execute function next_version();
      alter table access_tokens add column version bigint not null default 1;
      create trigger access_tokens_version before update on access_tokens
        for each row when (old.* is distinct from new.*) execute function next_version();

      -- Beside the view user_records, for those who embed users.
      create view user_versions as select id, version from users;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view user_versions;
      drop trigger users_version on users;
      alter table users drop column version;
      drop trigger access_tokens_version on access_tokens;
      alter table access_tokens drop column version;
      drop function next_version();
    `);
  }
}
