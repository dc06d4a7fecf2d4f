import { Injectable } from '@nestjs/common';
import { Settings, SettingsError } from '../../../platform/config/index.js';
import { Sql } from '../../../platform/persistence/index.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { UserSource } from '../domain/user-source.js';
import { checkHostView } from './host-view-check.js';

// Any 64-bit number that nothing else uses as an advisory lock.
const viewLock = '2930185564028471903';

/**
 * The views, and the function, through which users are read, over the host's users. A user without an e-mail address is an anonymized one. The
 * version changes whenever the user does. A user that the host has deleted is embedded in records like an anonymized one.
 */
const viewsOver = (hostView: string) => `
  create or replace view user_accounts as
    select u.id::uuid as id, coalesce(u.email, '')::text as email, nullif(lower(u.email), '')::text as email_key,
      coalesce(u.full_name, '')::text as full_name, coalesce(u.avatar_url, '')::text as avatar_url,
      coalesce(u.instance_admin, false) as instance_admin, u.created_at::timestamptz(3) as created_at,
      hashtextextended(json_build_array(u.email, u.full_name, u.avatar_url, u.instance_admin)::text, 0) as version
    from ${hostView} u;
  create or replace view user_records as select id, email, full_name, avatar_url from user_accounts;
  create or replace view user_versions as select id, version from user_accounts;
  create or replace view active_users as select id from user_accounts where email_key is not null;
  create or replace view exported_users as
    select id, case when email like '%@users.invalid' then '' else email end as email, full_name, avatar_url
    from user_accounts;
  create or replace function user_record(user_id uuid)
    returns table (id uuid, email text, full_name text, avatar_url text) language sql stable as $$
      select $1, coalesce(u.email, ''), coalesce(u.full_name, ''), coalesce(u.avatar_url, '')
      from (values (1)) one left join user_records u on u.id = $1
    $$;
  comment on view user_accounts is '${hostView}'`;

/** Replaces a foreign key: reports a user that the host does not have as the foreign key would. Null refers to nobody. */
const checkFunction = `
  create or replace function user_must_exist() returns trigger language plpgsql set search_path from current as $$
  begin
    if to_jsonb(new) ->> tg_argv[0] is not null
      and not exists (select from user_accounts where id = (to_jsonb(new) ->> tg_argv[0])::uuid) then
      raise exception 'The user % does not exist.', to_jsonb(new) ->> tg_argv[0]
        using errcode = 'foreign_key_violation', constraint = tg_name;
    end if;
    return new;
  end
  $$`;

interface ForeignKey {
  name: string;
  table: string;
  column: string;
}

/** Lets the service read the users of a host application instead of its own. */
@Injectable()
export class HostUserView {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: UnitOfWork,
    private readonly source: UserSource,
    private readonly settings: Settings,
  ) {}

  /**
   * Replaces the views of users, and the foreign keys to users of the service, unless they are replaced already.
   *
   * @throws SettingsError if users cannot be read from the host's view, if the database is set up for the users of a host
   * application and there is none, or if the views have to be replaced and the start must not alter tables
   */
  async apply(): Promise<void> {
    const { hostView } = this.source;
    const { current } = (await this.sql.row<{ current: string | null }>(
      // The host may have dropped its view, and with it those that depend on it.
      `select coalesce(obj_description(to_regclass('user_accounts')),
         case when to_regclass('user_accounts') is null then 'a host application' end) as current`,
    ))!;
    if (hostView === null && current === null) return;
    if (hostView === null) {
      throw new SettingsError(`users.view must be set: the database is set up for the users of ${current}.`);
    }
    await checkHostView(this.sql, hostView);
    if (current === hostView && (await this.foreignKeys()).length === 0) return;
    if (this.settings.database.migrations === 'check') {
      throw new SettingsError(
        `users.view is ${hostView}, for which the database must be set up before the start, by migrate().`,
      );
    }
    await this.unitOfWork.run(async () => {
      await this.sql.rows(`select pg_advisory_xact_lock(${viewLock})`);
      for (const statement of [...viewsOver(hostView).split(';'), checkFunction])
        await this.sql.rows(statement);
      for (const { name, table, column } of await this.foreignKeys()) {
        await this.sql.rows(`alter table ${table} drop constraint ${name}`);
        await this.sql.rows(
          `create trigger ${name} before insert or update of ${column} on ${table}
           for each row execute function user_must_exist(${column})`,
        );
      }
    });
  }

  /** Returns the foreign keys to users of the service. */
  private async foreignKeys(): Promise<ForeignKey[]> {
    return this.sql.rows<ForeignKey>(
      `select quote_ident(c.conname) as name, c.conrelid::regclass::text as table, quote_ident(a.attname) as column
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype = 'f' and c.confrelid = 'users'::regclass`,
    );
  }
}
