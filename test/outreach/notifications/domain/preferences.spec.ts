import { describe, expect, it } from '@jest/globals';
import { Preferences } from '../../../../src/outreach/notifications/domain/preferences.js';
import { InvalidInput } from '../../../../src/shared/domain-error.js';

const codesOf = (changes: object): string[] => {
  try {
    new Preferences('user').update(changes);
    return [];
  } catch (error) {
    return (error as InvalidInput).fieldErrors.map(({ pointer, code }) => `${pointer} ${code}`);
  }
};

describe('Preferences', () => {
  it('have defaults', () => {
    expect(new Preferences('user')).toEqual({
      userId: 'user',
      autoSubscribe: true,
      mail: 'each',
      timeZone: 'UTC',
      locale: '',
    });
  });

  it('change only in what is given', () => {
    const preferences = new Preferences('user');
    preferences.update({ mail: 'weekly', timeZone: undefined });
    preferences.update({ autoSubscribe: false });
    expect(preferences).toMatchObject({ autoSubscribe: false, mail: 'weekly', timeZone: 'UTC' });
  });

  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3', 'Asia/Kolkata'])(
    'accept the time zone %s',
    (timeZone) => {
      expect(codesOf({ timeZone })).toEqual([]);
    },
  );

  it.each([
    ['Mars/Olympus', 'invalid_time_zone'],
    ['', 'invalid_time_zone'],
    ['+02:00', 'invalid_time_zone'],
    ['Europe/Berlin ', 'invalid_time_zone'],
    ['x'.repeat(65), 'too_long'],
    [null, 'invalid_type'],
    [2, 'invalid_type'],
  ])('reject the time zone %j', (timeZone, code) => {
    expect(codesOf({ timeZone })).toEqual([`/time_zone ${code}`]);
  });

  it.each(['', 'de', 'pt-BR', 'zh-Hant-TW', 'EN-us'])('accept the locale %j', (locale) => {
    expect(codesOf({ locale })).toEqual([]);
  });

  it.each([
    ['en_US', 'invalid_locale'],
    ['de ', 'invalid_locale'],
    ['de,en', 'invalid_locale'],
    ['x'.repeat(36), 'too_long'],
    [null, 'invalid_type'],
  ])('reject the locale %j', (locale, code) => {
    expect(codesOf({ locale })).toEqual([`/locale ${code}`]);
  });

  it('report all errors at once', () => {
    expect(codesOf({ mail: 'hourly', autoSubscribe: 'yes' })).toEqual([
      '/mail invalid_choice',
      '/auto_subscribe invalid_type',
    ]);
  });
});
