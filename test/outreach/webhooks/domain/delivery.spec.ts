import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Delivery } from '../../../../src/outreach/webhooks/domain/delivery.js';
import { RetrySchedule } from '../../../../src/outreach/webhooks/domain/retry-schedule.js';

const now = new Date('2026-01-31T12:00:00.123Z');
const schedule = new RetrySchedule([5, 300]);
const event = { id: 'e', type: 'tag.deleted', projectId: 'p' };

const planned = () => Delivery.of(event, 'w', '019a0000-0000-7000-8000-000000000000', now);
const attempt = (statusCode: number | null, at = now) => ({
  at,
  statusCode,
  durationMs: 7,
  error: statusCode === 200 ? '' : 'It failed.',
  response: '',
});
const in_ = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

describe('The retry schedule', () => {
  it('adds up to ten percent to each pause, and gives up after the last one', () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 999_999 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(pauses, fc.uuid(), fc.integer({ min: 1, max: 25 }), (seconds, id, failures) => {
        const next = new RetrySchedule(seconds).next(id, failures, now);
        const pause = seconds[failures - 1];
        if (pause === undefined) return next === null;
        const waited = (next?.getTime() ?? 0) - now.getTime();
        return waited >= pause * 1_000 && waited <= pause * 1_100;
      }),
    );
  });

  it.each([
    ['longer than the pause', 60_000, 60],
    ['shorter than the pause', 1_000, 5],
    ['longer than 24 hours', 1e12, 86_400],
  ])('waits for a `Retry-After` that is %s', (_, retryAfterMs, seconds) => {
    const id = '019a0000-0000-7000-8000-000000000000';
    expect(schedule.next(id, 1, now, retryAfterMs)).toEqual(in_(seconds));
    expect(schedule.next(id, 3, now, retryAfterMs)).toBeNull();
  });

  it('spreads retries of deliveries that failed together', () => {
    const times = ['0000', '8000', 'ffff'].map((end) =>
      new RetrySchedule([1_000]).next(`019a0000-0000-7000-8000-00000000${end}`, 1, now)?.getTime(),
    );
    expect(times).toEqual(
      [in_(1_000), in_(1_050), in_(1_100)].map((time) => expect.closeTo(time.getTime(), -3)),
    );
  });
});

describe('A delivery', () => {
  it('is due immediately', () => {
    expect(planned()).toMatchObject({ status: 'pending', nextAttemptAt: now, failures: 0, attempts: [] });
  });

  it('is delivered after a successful attempt', () => {
    const delivery = planned();
    delivery.leasedUntil = in_(30);
    delivery.succeeded(attempt(200));
    expect(delivery).toMatchObject({ status: 'delivered', nextAttemptAt: null, leasedUntil: null });
    const { statusCode, durationMs, error, response } = attempt(200);
    expect(delivery.attempts).toEqual([
      { at: now.toISOString(), status_code: statusCode, duration_ms: durationMs, error, response },
    ]);
  });

  it('is retried according to the schedule, and then failed', () => {
    const delivery = planned();
    delivery.leasedUntil = in_(30);
    delivery.failed(attempt(500), schedule, now);
    expect(delivery).toMatchObject({
      status: 'pending',
      nextAttemptAt: in_(5),
      leasedUntil: null,
      failures: 1,
    });
    delivery.failed(attempt(null), schedule, in_(5));
    expect(delivery).toMatchObject({ status: 'pending', nextAttemptAt: in_(305), failures: 2 });
    delivery.failed(attempt(302), schedule, in_(305));
    expect(delivery).toMatchObject({ status: 'failed', nextAttemptAt: null, failures: 3 });
    expect(delivery.attempts.map(({ status_code }) => status_code)).toEqual([500, null, 302]);
  });

  it('is not retried before the target allows it', () => {
    const delivery = planned();
    delivery.failed({ ...attempt(429), retryAfterMs: 90_000 }, schedule, now);
    expect(delivery.nextAttemptAt).toEqual(in_(90));
  });

  it('can be failed with or without an attempt', () => {
    const [without, withOne] = [planned(), planned()];
    without.giveUp();
    withOne.giveUp(attempt(410));
    for (const given of [without, withOne])
      expect(given).toMatchObject({ status: 'failed', nextAttemptAt: null });
    expect([without.attempts.length, withOne.attempts.length]).toEqual([0, 1]);
  });

  it('stays delivered if a concurrent attempt fails', () => {
    const delivery = planned();
    delivery.succeeded(attempt(200));
    delivery.failed(attempt(500), schedule, now);
    delivery.giveUp(attempt(410));
    expect(delivery).toMatchObject({ status: 'delivered', nextAttemptAt: null, failures: 0 });
    expect(delivery.attempts).toHaveLength(3);
  });

  it.each(['succeeded', 'failed'] as const)(
    'starts the schedule again when it is redelivered after it %s',
    (end) => {
      const delivery = planned();
      for (let n = 0; n < 3; n++) delivery.failed(attempt(500), schedule, now);
      if (end === 'succeeded') delivery.succeeded(attempt(200));
      const attempts = delivery.attempts;
      delivery.redeliver(in_(9));
      expect(delivery).toMatchObject({ status: 'pending', nextAttemptAt: in_(9), failures: 0, attempts });
      delivery.failed(attempt(500), schedule, in_(10));
      expect(delivery).toMatchObject({ status: 'pending', nextAttemptAt: in_(15), failures: 1 });
    },
  );

  it('keeps its latest 50 attempts', () => {
    const delivery = planned();
    for (let n = 0; n < 60; n++) delivery.succeeded(attempt(200, in_(n)));
    expect(delivery.attempts).toHaveLength(50);
    expect([delivery.attempts[0]?.at, delivery.attempts[49]?.at]).toEqual([
      in_(10).toISOString(),
      in_(59).toISOString(),
    ]);
  });
});
