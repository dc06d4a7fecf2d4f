import { describe, expect, it } from '@jest/globals';
import { SystemClock } from '../../../src/platform/shared-ports/system-clock.js';
import type { Clock } from '../../../src/shared/clock.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';

const clocks: [string, () => Clock][] = [
  ['the fake', () => new FakeClock()],
  ['the adapter', () => new SystemClock()],
];

describe.each(clocks)('Clock: %s', (_, create) => {
  it('returns a date that the caller may modify', () => {
    const clock = create();
    const now = clock.now();
    expect(now).toBeInstanceOf(Date);
    now.setFullYear(1999);
    expect(clock.now().getFullYear()).not.toBe(1999);
  });
});

describe('SystemClock', () => {
  it('returns the time of this machine', () => {
    const before = Date.now();
    const now = new SystemClock().now().getTime();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });
});

describe('FakeClock', () => {
  it('does not advance by itself', () => {
    const clock = new FakeClock();
    const before = clock.now();
    expect(clock.now()).toEqual(before);
    clock.advance(5);
    expect(clock.now().getTime()).toBe(before.getTime() + 5);
    clock.set(before);
    expect(clock.now()).toEqual(before);
  });
});
