import { describe, expect, it } from '@jest/globals';
import {
  ambiguous,
  approvalIn,
  dateIn,
  emailIn,
  flagIn,
  numberIn,
  timeIn,
} from '../../importer/src/files/cells.js';

describe('flagIn', () => {
  it.each([
    ...['true', 'TRUE', 't', 'yes', 'Y', 'on', 'x', 'X', '1', '1.0', '1,00', '-1', ' true ', '✓', '✔️', '☑'],
    ...['WAHR', 'ja', 'VRAI', 'oui', 'verdadero', 'sí', 'SI', 'vero', 'Sì', 'verdadeiro', 'sim', 'WAAR'],
    ...['PRAWDA', 'tak', 'SANT', 'sann'],
  ])('reads "%s" as yes', (text) => {
    expect(flagIn(text)).toBe(true);
  });

  it.each([
    ...['false', 'FALSE', 'f', 'no', 'N', 'off', '0', '0.0', '✗', '☐', 'FALSCH', 'nein', 'FAUX', 'non'],
    ...['FALSO', 'não', 'ONWAAR', 'nee', 'FAŁSZ', 'nie', 'FALSKT', 'nej', 'FALSK'],
  ])('reads "%s" as no', (text) => {
    expect(flagIn(text)).toBe(false);
  });

  it.each(['2', 'vertraulich', 'maybe', 'internal', 'null', '-', '10'])(
    'does not understand "%s"',
    (text) => {
      expect(flagIn(text)).toBeUndefined();
    },
  );
});

describe('approvalIn', () => {
  it.each([
    ...[['approved', 'approved'] as const, ['Published', 'approved'] as const, ['WAHR', 'approved'] as const],
    ...['pending', 'unapproved', 'waiting', 'Awaiting approval', 'no', '0'].map(
      (word) => [word, 'pending'] as const,
    ),
    ...[['1.0', 'approved'] as const, ['1,0', 'approved'] as const, ['0.0', 'pending'] as const],
    ...['rejected', 'denied', 'hidden', 'spam'].map((word) => [word, 'rejected'] as const),
    ['perhaps', undefined] as const,
  ])('reads "%s" as %s', (text, approval) => {
    expect(approvalIn(text)).toBe(approval);
  });
});

describe('numberIn', () => {
  it.each([
    ['0', 0],
    ['12', 12],
    ['-3', -3],
    ['2.0', 2],
    ['2,5', 2.5],
    ['1,234', 1_234],
    ['1,234,567', 1_234_567],
    ['1.234.567', 1_234_567],
    ['1.234.567,5', 1_234_567.5],
    ['1,234.50', 1_234.5],
    ["1'234", 1_234],
    ['1\u202f234', 1_234],
    ['0.12345', 0.12345],
  ])('reads "%s"', (text, number) => {
    expect(numberIn(text)).toBe(number);
  });

  it.each(['n/a', 'ten', '1e3', '1.234', '1,23,456', '12,34.5', '$5', 'NaN', 'Infinity', '0x10', '--1'])(
    'does not accept "%s"',
    (text) => {
      expect(numberIn(text)).toBeUndefined();
    },
  );
});

describe('emailIn', () => {
  it.each([
    ['Ada@Example.com', 'Ada@Example.com'],
    ['Ada Lovelace <ada@example.com>', 'ada@example.com'],
    ['"Lovelace, Ada" <ada@example.com>', 'ada@example.com'],
    ['<ada@example.com>', 'ada@example.com'],
    ['mailto:ada@example.com', 'ada@example.com'],
    ['Ada', undefined],
    ['a b@example.com', undefined],
    ['a@example.com, b@example.com', undefined],
    ['A <a@example.com>, B <b@example.com>', undefined],
    [`${'a'.repeat(250)}@example.com`, undefined],
  ])('reads "%s" as %s', (text, email) => {
    expect(emailIn(text)).toBe(email);
  });
});

describe('timeIn', () => {
  it.each([
    ['2024-03-05T10:11:12.345Z', '2024-03-05T10:11:12.345Z'],
    ['2024-03-05T10:11:12.345678+00:00', '2024-03-05T10:11:12.345Z'],
    ['2024-03-05T10:11:12+02:00', '2024-03-05T08:11:12.000Z'],
    ['2024-03-05 10:11:12.345678+00', '2024-03-05T10:11:12.345Z'],
    ['2024-03-05 10:11:12', '2024-03-05T10:11:12.000Z'],
    ['2024-03-05 10:11', '2024-03-05T10:11:00.000Z'],
    ['2024-03-05T10:11:12', '2024-03-05T10:11:12.000Z'],
    ['2024-03-05 10:11:12 UTC', '2024-03-05T10:11:12.000Z'],
    ['2024-03-05 10:11:12 -0500', '2024-03-05T15:11:12.000Z'],
    ['2024/03/05 10:11:12', '2024-03-05T10:11:12.000Z'],
    ['2024/03/05', '2024-03-05T00:00:00.000Z'],
    ['2024-03-05', '2024-03-05T00:00:00.000Z'],
    ['2024-3-5', '2024-03-05T00:00:00.000Z'],
    [' 2024-03-05 ', '2024-03-05T00:00:00.000Z'],
    ['20240305', '2024-03-05T00:00:00.000Z'],
    ['20240305T101112Z', '2024-03-05T10:11:12.000Z'],
    ['Tue, 05 Mar 2024 10:11:12 GMT', '2024-03-05T10:11:12.000Z'],
    ['5 Mar 2024 10:11 +0100', '2024-03-05T09:11:00.000Z'],
    ['Fri Jan 05 2024 10:00:00 GMT+0100 (Central European Standard Time)', '2024-01-05T09:00:00.000Z'],
    ['January 5, 2024', '2024-01-05T00:00:00.000Z'],
    ['January 5th, 2024 at 3:04 PM', '2024-01-05T15:04:00.000Z'],
    ['Jan 5, 2024, 12:04 AM', '2024-01-05T00:04:00.000Z'],
    ['Jan 5, 2024, 12:04\u202fp.m.', '2024-01-05T12:04:00.000Z'],
    ['5 January 2024', '2024-01-05T00:00:00.000Z'],
    ['05-Jan-2024 10:00', '2024-01-05T10:00:00.000Z'],
    ['Freitag, 5. Januar 2024', '2024-01-05T00:00:00.000Z'],
    ['5 de enero de 2024', '2024-01-05T00:00:00.000Z'],
    ['15 août 2024', '2024-08-15T00:00:00.000Z'],
    ['5 stycznia 2024', '2024-01-05T00:00:00.000Z'],
    ['25/01/2024', '2024-01-25T00:00:00.000Z'],
    ['01/25/2024 3:04 PM', '2024-01-25T15:04:00.000Z'],
    ['25.01.2024 15:04', '2024-01-25T15:04:00.000Z'],
    ['05/05/2024', '2024-05-05T00:00:00.000Z'],
    ['1704448800', '2024-01-05T10:00:00.000Z'],
    ['1704448800000', '2024-01-05T10:00:00.000Z'],
    ['45296.4166667', '2024-01-05T10:00:00.000Z'],
    ['45296', '2024-01-05T00:00:00.000Z'],
  ])('reads %s', (text, time) => {
    expect(timeIn(text)).toBe(time);
  });

  it.each([
    ...[
      'now',
      'never',
      '2024-02-30',
      '2024-13-01',
      '2024-03-05 25:00:00',
      '2024',
      '12',
      '2024-03-05 10:11:12 CET',
    ],
    ...['31 Feb 2024 10:00 GMT', '2024-03-05T10:11:12Z; drop', '0000-01-01', '0000-00-00 00:00:00', '10:11'],
    ...[
      '5 Smarch 2024',
      'before 5 Mar 2024',
      '13/13/2024',
      '32/01/2024',
      '5 Mar 2024 13:00 PM',
      '99999999999999',
    ],
  ])('does not accept "%s"', (text) => {
    expect(timeIn(text)).toBeUndefined();
  });

  it.each([
    ['03/04/2024', '2024-04-03', '2024-03-04'],
    ['3.4.2024', '2024-04-03', '2024-03-04'],
    ['3/4/24', '2024-04-03', '2024-03-04'],
  ])('reads "%s" only if the order is known', (text, dayFirst, monthFirst) => {
    expect(timeIn(text)).toBe(ambiguous);
    expect(timeIn(`${text} 10:00`)).toBe(ambiguous);
    expect(timeIn(text, 'dmy')).toBe(`${dayFirst}T00:00:00.000Z`);
    expect(timeIn(`${text} 10:00`, 'mdy')).toBe(`${monthFirst}T10:00:00.000Z`);
  });

  it('reads dates with one meaning whatever the order is', () => {
    expect(timeIn('25/01/2024', 'mdy')).toBe('2024-01-25T00:00:00.000Z');
    expect(timeIn('01/25/2024', 'dmy')).toBe('2024-01-25T00:00:00.000Z');
  });
});

describe('dateIn', () => {
  it.each([
    ['2024-06-30', '2024-06-30'],
    ['2024-06-30T23:00:00-05:00', '2024-06-30'],
    ['June 2024', '2024-06-30'],
    ['Feb 2024', '2024-02-29'],
    ['juin 2024', '2024-06-30'],
    ['Q3 2026', undefined],
    ['soon', undefined],
    ['05/06/2024', ambiguous],
  ])('reads "%s" as %s', (text, date) => {
    expect(dateIn(text)).toBe(date);
  });
});
