import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MailFrequency, PreferenceValues } from '../domain/preferences.js';

/** A row of `notification_preferences`. Users who have the defaults may have none. */
@Entity('notification_preferences')
export class PreferencesEntity implements PreferenceValues {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  @Column('boolean', { name: 'auto_subscribe' })
  autoSubscribe!: boolean;

  @Column('text')
  mail!: MailFrequency;

  @Column('text', { name: 'time_zone' })
  timeZone!: string;

  @Column('text')
  locale!: string;
}
