import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import { contentRecord, Sql, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import type { Locked, Versioned } from '../../../shared/records.js';
import { Preferences, type PreferencesRecord } from '../domain/preferences.js';
import { PreferencesRepository } from '../domain/preferences.repository.js';
import { PreferencesEntity } from './preferences.entity.js';

/** The preferences of user `$1`. The other values are the defaults, for a user who has stored none. */
const readPreferences = contentRecord(
  'row_to_json(p)',
  `(
    select coalesce(s.auto_subscribe, $2) as auto_subscribe, coalesce(s.mail, $3) as mail,
      coalesce(s.time_zone, $4) as time_zone, coalesce(s.locale, $5) as locale
    from (select) d left join notification_preferences s on s.user_id = $1
  ) p`,
);

@Injectable()
export class TypeormPreferencesRepository extends PreferencesRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
  ) {
    super();
  }

  override async read(userId: string): Promise<Versioned<PreferencesRecord>> {
    const { autoSubscribe, mail, timeZone, locale } = new Preferences(userId);
    const values = [userId, autoSubscribe, mail, timeZone, locale];
    return (await this.sql.record<PreferencesRecord>(readPreferences, values))!;
  }

  override async load(userId: string): Promise<Locked<Preferences, PreferencesRecord>> {
    // Stores the defaults, so that there is a row to lock.
    await this.preferences
      .createQueryBuilder()
      .insert()
      .values({ ...new Preferences(userId) })
      .orIgnore()
      .execute();
    const entity = await this.preferences.findOneOrFail({
      where: { userId },
      lock: { mode: 'for_no_key_update' },
    });
    return { aggregate: Preferences.restore(entity), before: await this.read(userId) };
  }

  override async save({ userId, ...values }: Preferences): Promise<Versioned<PreferencesRecord>> {
    await this.preferences.update({ userId }, values);
    return this.read(userId);
  }

  override async remove(userId: string): Promise<void> {
    await this.preferences.delete({ userId });
  }

  private get preferences(): Repository<PreferencesEntity> {
    return this.unitOfWork.manager.getRepository(PreferencesEntity);
  }
}
