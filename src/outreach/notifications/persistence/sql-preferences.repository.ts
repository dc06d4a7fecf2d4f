import { Injectable } from '@nestjs/common';
import { Columns, contentRecord, Sql } from '../../../platform/persistence/index.js';
import type { Locked, Versioned } from '../../../shared/records.js';
import { Preferences, type PreferencesRecord } from '../domain/preferences.js';
import { PreferencesRepository } from '../domain/preferences.repository.js';

const columns = new Columns<Preferences>({
  auto_subscribe: ({ autoSubscribe }) => autoSubscribe,
  mail: ({ mail }) => mail,
  time_zone: ({ timeZone }) => timeZone,
  locale: ({ locale }) => locale,
});

const names = ['auto_subscribe', 'mail', 'time_zone', 'locale'];

const record = (from: string) =>
  contentRecord(
    `(select row_to_json(r) from (select ${names.map((name) => `p.${name}`).join(', ')}) r)`,
    from,
  );

/** Preferences that are not stored are those by default. */
const readPreferences = record(`(
    select coalesce(s.auto_subscribe, d.auto_subscribe) as auto_subscribe, coalesce(s.mail, d.mail) as mail,
      coalesce(s.time_zone, d.time_zone) as time_zone, coalesce(s.locale, d.locale) as locale
    from (select $2::boolean, $3::text, $4::text, $5::text) d (${columns.names})
    left join notification_preferences s on s.user_id = $1
  ) p`);

/** Stores those by default, so that there is a row to lock. */
const initialize = `
  insert into notification_preferences (user_id, ${columns.names}) values ($1, ${columns.parameters(2)})
  on conflict do nothing`;

const loadPreferences = record(
  '(select * from notification_preferences where user_id = $1 for no key update) p',
);

const savePreferences = `
  update notification_preferences set (${columns.names}) = row(${columns.parameters(2)}) where user_id = $1`;

@Injectable()
export class SqlPreferencesRepository extends PreferencesRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async read(userId: string): Promise<Versioned<PreferencesRecord>> {
    const values = [userId, ...columns.valuesOf(new Preferences(userId))];
    return (await this.sql.versioned<PreferencesRecord>(readPreferences, values))!;
  }

  override async load(userId: string): Promise<Locked<Preferences, PreferencesRecord>> {
    await this.sql.rows(initialize, [userId, ...columns.valuesOf(new Preferences(userId))]);
    const before = (await this.sql.record<PreferencesRecord>(loadPreferences, [userId]))!;
    return { aggregate: Preferences.restore(userId, before.record), before };
  }

  override async save(preferences: Preferences): Promise<Versioned<PreferencesRecord>> {
    const { userId } = preferences;
    await this.sql.rows(savePreferences, [userId, ...columns.valuesOf(preferences)]);
    return (await this.sql.record<PreferencesRecord>(loadPreferences, [userId]))!;
  }

  override async remove(userId: string): Promise<void> {
    await this.sql.rows('delete from notification_preferences where user_id = $1', [userId]);
  }
}
