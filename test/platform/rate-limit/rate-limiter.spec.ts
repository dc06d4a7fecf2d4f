import { expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { Problem } from '../../../src/platform/problems/index.js';
import { Metrics } from '../../../src/platform/telemetry/metrics.js';
import { Environment } from '../../../src/server/environment.js';
import { MemoryRateLimitWindows } from '../../../src/platform/rate-limit/rate-limit-windows.js';
import { RateLimiter } from '../../../src/platform/rate-limit/rate-limiter.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';

/** Returns a function that sends a request, by default with a valid token, and returns the `RateLimit` header of its response. */
function sender(
  limiter: RateLimiter,
): (token: string, authenticate?: () => Promise<{ userId: string }>) => Promise<string> {
  return async (token, authenticate = () => Promise.resolve({ userId: 'ada' })) => {
    const headers: Record<string, string> = {};
    const request = { headers: { authorization: `Bearer ${token}` }, ip: '192.0.2.1' } as Request;
    const response = {
      setHeader: (name: string, value: string) => (headers[name] = value),
    } as unknown as Response;
    await limiter.admit(request, response, authenticate);
    return headers['RateLimit'] ?? '';
  };
}

it('keeps the budgets of the 100,000 most recent clients', async () => {
  const windows = new MemoryRateLimitWindows(new FakeClock());
  await windows.count('first');
  await windows.count('second');
  for (let n = 0; n < 99_999; n++) await windows.count(`client ${n}`);
  expect(await windows.count('second')).toMatchObject({ requests: 2 });
  expect(await windows.count('first')).toMatchObject({ requests: 1 });
});

it('verifies a token that became invalid only while its address has budget, as any other', async () => {
  const { settings } = new Environment({ RATE_LIMIT_PER_MINUTE: '3' });
  const send = sender(new RateLimiter(settings, new MemoryRateLimitWindows(new FakeClock()), new Metrics()));
  const verified: string[] = [];
  const refused = (token: string) =>
    send(token, () => {
      verified.push(token);
      return Promise.reject(new Problem(401, 'invalid_token', { detail: 'The token is invalid.' }));
    }).catch(({ status }: Problem) => status);
  await send('revoked');
  expect([await refused('guessed'), await refused('revoked')]).toEqual([401, 401]);
  expect(await refused('revoked')).toBe(429);
  expect(verified).toEqual(['guessed', 'revoked']);
});

it('lets a client that does not stop wait for its refusals, and nobody else', async () => {
  const { settings } = new Environment({ RATE_LIMIT_PER_MINUTE: '3' });
  const send = sender(new RateLimiter(settings, new MemoryRateLimitWindows(new FakeClock()), new Metrics()));
  const refusal = (token: string) => send(token).catch(({ status }: Problem) => status);
  const settled: (string | number)[] = [];
  const note = async (token: string) => settled.push(await refusal(token));
  for (let n = 0; n < 3; n++) await send('eager');
  await Promise.all([note('eager'), note('eager'), note('eager')]);
  expect(settled).toEqual([429, 429, 429]);
  const delayed = note('eager');
  await note('other');
  expect(settled[3]).toBe('"default";r=2;t=60');
  await delayed;
  expect(settled[4]).toBe(429);
});

it('refuses requests of a user beyond the limit, whichever token they have, and says how many are left', async () => {
  const { settings } = new Environment({ RATE_LIMIT_PER_MINUTE: '3' });
  const limiter = new RateLimiter(settings, new MemoryRateLimitWindows(new FakeClock()), new Metrics());
  let address = 0;
  const send = async (token: string, userId: string) => {
    let header = '';
    const request = { headers: { authorization: `Bearer ${token}` }, ip: `192.0.2.${(address += 1)}` };
    const response = { setHeader: (_: string, value: string) => (header = value) };
    const outcome = await limiter
      .admit(request as Request, response as unknown as Response, () => Promise.resolve({ userId }))
      .then(() => 200)
      .catch(({ status, detail }: Problem) => `${status} ${detail}`);
    return `${outcome} ${header}`;
  };
  for (let n = 0; n < 11; n++) await send(`token ${n}`, 'eve');
  expect(await send('token 11', 'eve')).toBe('200 "default";r=0;t=60');
  expect(await send('token 12', 'eve')).toBe(
    '429 The limit is 12 requests per minute for all access tokens of a user. "default";r=0;t=60',
  );
  expect(await send('token 13', 'ada')).toBe('200 "default";r=2;t=60');
  // A token beyond its own limit uses nothing of its user's.
  for (let n = 0; n < 5; n++) await send('token 13', 'ada');
  expect(await send('token 14', 'ada')).toBe('200 "default";r=2;t=60');
});

it('counts a request once more for each 256 KiB of its response, for its token and its user', async () => {
  const { settings } = new Environment({ RATE_LIMIT_PER_MINUTE: '20' });
  const limiter = new RateLimiter(settings, new MemoryRateLimitWindows(new FakeClock()), new Metrics());
  const send = async (token: string, bytes: number) => {
    let header = '';
    const request = { headers: { authorization: `Bearer ${token}` }, ip: '192.0.2.1' } as Request;
    const response = {
      setHeader: (_: string, value: string) => (header = value),
    } as unknown as Response;
    await limiter.admit(request, response, () => Promise.resolve({ userId: 'ada' }));
    // A response is sent in pieces.
    const piece = 300 * 1024;
    for (let rest = bytes; rest > 0; rest -= piece) limiter.countBytes(response, Math.min(rest, piece));
    return header;
  };
  await send('a', 256 * 1024 - 1);
  expect(await send('a', 4 * 1024 * 1024)).toBe('"default";r=18;t=60');
  expect(await send('a', 0)).toBe('"default";r=1;t=60');
  // 4 times 20 less the 19 of the other token; the address has counted the first request of each token, and its size.
  for (const token of ['b', 'c']) await send(token, 0);
  expect(await send('b', 0)).toBe('"default";r=18;t=60');
});
