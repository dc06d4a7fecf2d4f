import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  dateOrTimestamp,
  firstViolation,
  parseDateOrTimestamp,
  parseTimestamp,
  timestamp,
} from '../../src/shared/rules.js';

const read = (value: string) => parseTimestamp(value)?.toISOString() ?? null;

const first = new Date('0001-01-01T00:00:00.000Z');
const last = new Date('9999-12-31T23:59:59.999Z');

describe('parseTimestamp', () => {
  it.each([
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31t12:00:00z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00:00.1Z', '2026-01-31T12:00:00.100Z'],
    ['2026-01-31T12:00:00,12Z', '2026-01-31T12:00:00.120Z'],
    ['2026-01-31T00:30:00+01:00', '2026-01-30T23:30:00.000Z'],
    ['2026-01-31T23:30:00-0130', '2026-02-01T01:00:00.000Z'],
    ['2026-01-31T12:00:00+05', '2026-01-31T07:00:00.000Z'],
    ['2026-01-31T12:00:00-23:59', '2026-02-01T11:59:00.000Z'],
    ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0099-01-01T00:00:00Z', '0099-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('parses %s', (value, instant) => {
    expect(read(value)).toBe(instant);
  });

  it('truncates to milliseconds, also before 1970', () => {
    expect(read('2026-01-31T12:00:00.9999999Z')).toBe('2026-01-31T12:00:00.999Z');
    expect(read('1950-01-31T12:00:00.0009Z')).toBe('1950-01-31T12:00:00.000Z');
    expect(read(`2026-01-31T12:00:00.${'9'.repeat(5_000)}Z`)).toBe('2026-01-31T12:00:00.999Z');
  });

  it.each([
    ['no zone', '2026-01-31T12:00:00'],
    ['no time', '2026-01-31'],
    ['a zone in words', '2026-01-31T12:00:00 GMT'],
    ['a zone out of range', '2026-01-31T12:00:00+24:00'],
    ['30 February', '2026-02-30T12:00:00Z'],
    ['29 February of a common year', '2026-02-29T12:00:00Z'],
    ['29 February 1900', '1900-02-29T12:00:00Z'],
    ['31 April', '2026-04-31T12:00:00Z'],
    ['month 13', '2026-13-01T12:00:00Z'],
    ['month 0', '2026-00-01T12:00:00Z'],
    ['day 0', '2026-01-00T12:00:00Z'],
    ['day 32', '2026-01-32T12:00:00Z'],
    ['24:00', '2026-01-31T24:00:00Z'],
    ['minute 60', '2026-01-31T12:60:00Z'],
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['year 0', '0000-06-01T00:00:00Z'],
    ['year 0 that is 1 in UTC', '0000-12-31T23:30:00-01:00'],
    ['a year that is 0 in UTC', '0001-01-01T00:30:00+01:00'],
    ['a year that is 10000 in UTC', '9999-12-31T23:30:00-01:00'],
    ['a signed year', '+002026-01-31T12:00:00Z'],
    ['a negative year', '-0001-01-31T12:00:00Z'],
    ['the basic format', '20260131T120000Z'],
    ['a week', '2026-W05-6T12:00:00Z'],
    ['a space', '2026-01-31 12:00:00Z'],
    ['white space', ' 2026-01-31T12:00:00Z'],
    ['a line end', '2026-01-31T12:00:00Z\n'],
    ['a fraction of nothing', '2026-01-31T12:00:00.Z'],
    ['other digits', '２０２６-01-31T12:00:00Z'],
    ['seconds since 1970', '1769860800'],
    ['nothing', ''],
  ])('rejects %s', (_, value) => {
    expect(read(value)).toBeNull();
    expect(firstViolation(timestamp, value)?.code).toBe('invalid_timestamp');
  });

  it('parses timestamps with any offset', () => {
    const instants = fc.date({
      min: new Date('0001-01-02'),
      max: new Date('9999-12-30'),
      noInvalidDate: true,
    });
    const offsets = fc.integer({ min: -(24 * 60 - 1), max: 24 * 60 - 1 });
    fc.assert(
      fc.property(instants, offsets, fc.constantFrom('', ':'), (instant, offset, colon) => {
        const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, -1);
        const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
        const pad = (part: number) => String(part).padStart(2, '0');
        const zone = `${offset < 0 ? '-' : '+'}${pad(hours)}${colon}${pad(minutes)}`;
        expect(parseTimestamp(`${local}${zone}`)).toEqual(instant);
      }),
    );
  });

  it('parses every instant from its ISO string', () => {
    fc.assert(
      fc.property(fc.date({ min: first, max: last, noInvalidDate: true }), (instant) => {
        expect(read(instant.toISOString())).toBe(instant.toISOString());
      }),
    );
  });

  it('accepts exactly the days of the calendar', () => {
    const parts = fc.tuple(
      fc.integer({ min: 0, max: 9999 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
    );
    fc.assert(
      fc.property(parts, ([year, month, day]) => {
        const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
        const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
        const date = [String(year).padStart(4, '0'), ...[month, day].map((n) => String(n).padStart(2, '0'))];
        expect(read(`${date.join('-')}T00:00:00Z`) !== null).toBe(year >= 1 && day >= 1 && day <= days);
      }),
    );
  });

  it('rejects values that are not strings', () => {
    expect(firstViolation(timestamp, 1769860800)?.code).toBe('invalid_type');
    expect(firstViolation(timestamp, null)?.code).toBe('invalid_type');
  });
});

describe('parseDateOrTimestamp', () => {
  it('reads a date without a time as its midnight in UTC', () => {
    expect(parseDateOrTimestamp('2026-01-31')).toEqual(new Date('2026-01-31T00:00:00Z'));
    expect(parseDateOrTimestamp('2026-01-31T12:00+01:00')).toEqual(new Date('2026-01-31T11:00:00Z'));
    expect(firstViolation(dateOrTimestamp, '2026-01-31')).toBeUndefined();
  });

  it.each(['2026-02-30', '2026-1-31', '0000-01-01', '20260131', '2026-01-31T12:00', '2026-01', ''])(
    'rejects %j',
    (value) => {
      expect(parseDateOrTimestamp(value)).toBeNull();
      expect(firstViolation(dateOrTimestamp, value)?.code).toBe('invalid_timestamp');
    },
  );
});
