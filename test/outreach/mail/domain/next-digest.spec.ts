import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextDigestAt } from '../../../../src/outreach/mail/domain/next-digest.js';

const next = (frequency: 'daily' | 'weekly', timeZone: string, after: string) =>
  nextDigestAt(frequency, timeZone, new Date(after)).toISOString();

describe('nextDigestAt', () => {
  it.each([
    ['daily', 'UTC', '2026-11-24T07:59:59Z', '2026-11-24T08:00:00.000Z'],
    ['daily', 'UTC', '2026-11-24T08:00:00Z', '2026-11-25T08:00:00.000Z'],
    ['daily', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T06:00:00.000Z'],
    ['daily', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T07:00:00.000Z'],
    ['daily', 'America/New_York', '2026-11-01T00:00:00Z', '2026-11-01T13:00:00.000Z'],
    ['daily', 'Asia/Kathmandu', '2026-11-24T02:14:00Z', '2026-11-24T02:15:00.000Z'],
    ['daily', 'Pacific/Kiritimati', '2026-11-24T18:00:00Z', '2026-11-25T18:00:00.000Z'],
    ['weekly', 'Europe/Berlin', '2026-11-24T07:00:00Z', '2026-11-30T07:00:00.000Z'],
    ['weekly', 'Pacific/Auckland', '2026-11-22T18:59:00Z', '2026-11-22T19:00:00.000Z'],
    // The last day of 2011 but one did not exist in Samoa.
    ['daily', 'Pacific/Apia', '2011-12-29T18:00:00Z', '2011-12-30T18:00:00.000Z'],
  ] as const)('%s in %s after %s is %s', (frequency, timeZone, after, expected) => {
    expect(next(frequency, timeZone, after)).toBe(expected);
  });

  it('is at 8 o’clock in every zone, in the future, and at most a day and a clock change away', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const times = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), times, (timeZone, time) => {
        const after = new Date(time);
        const at = nextDigestAt('daily', timeZone, after);
        const hour = new Intl.DateTimeFormat('en', { timeZone, timeStyle: 'short', hourCycle: 'h23' }).format(
          at,
        );
        expect(hour).toBe('08:00');
        expect(at.getTime()).toBeGreaterThan(time);
        expect(at.getTime() - time).toBeLessThanOrEqual(25 * 3_600_000);
      }),
    );
  });
});
