import { beforeEach, expect, it } from '@jest/globals';
import { LogThrottle } from '../../../src/platform/logging/index.js';

let now: number;
let throttle: LogThrottle;

beforeEach(() => {
  now = 1;
  throttle = new LogThrottle(() => now);
});

it('lets the same message through once a minute', () => {
  const logged = [0, 1, 59_999, 60_001, 60_002, 120_003].filter((time) => {
    now = 1 + time;
    return throttle.shouldLog('connect ECONNREFUSED');
  });
  expect(logged).toEqual([0, 60_001, 120_003]);
});

it('takes messages that differ in numbers only for the same', () => {
  expect(throttle.shouldLog('trying again in 119ms')).toBe(true);
  expect(throttle.shouldLog('trying again in 20531ms')).toBe(false);
  expect(throttle.shouldLog('read ECONNRESET')).toBe(true);
});

it('remembers a limited number of messages', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const messages = letters.flatMap((one) => letters.map((other) => one + other));
  for (const message of messages) expect(throttle.shouldLog(message)).toBe(true);
  expect(throttle.shouldLog('zz')).toBe(false);
  expect(throttle.shouldLog('aa')).toBe(true);
});
