import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  MemoryRateLimitWindows,
  type RateLimitWindows,
} from '../../../src/platform/rate-limit/rate-limit-windows.js';
import { RedisRateLimitWindows } from '../../../src/platform/rate-limit/redis-rate-limit-windows.js';
import { Redis } from 'ioredis';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { hasRedis, RedisServer } from '../../support/redis-server.js';

const clock = new FakeClock();
let names = 0;

/** Returns a client that has sent no request yet. */
function newClient(): string {
  return `client ${(names += 1)}`;
}

function expectBetween(value: number, least: number, most: number): void {
  expect(value).toBeGreaterThan(least);
  expect(value).toBeLessThanOrEqual(most);
}

/**
 * Describes what every adapter guarantees.
 *
 * @param pass lets time pass for a client
 */
function describeWindows(
  windows: () => RateLimitWindows,
  pass: (milliseconds: number, client: string) => void | Promise<void>,
): void {
  it('counts the requests of each client, from the first one on', async () => {
    const [one, other] = [newClient(), newClient()];
    const begun = await windows().count(one);
    expect(begun.requests).toBe(1);
    expectBetween(begun.remaining, 50_000, 60_000);
    await pass(50_000, one);
    const later = await windows().count(one);
    expect(later.requests).toBe(2);
    // A busy machine may take seconds between the two.
    expectBetween(later.remaining, 1_000, 10_000);
    expect(await windows().count(other)).toMatchObject({ requests: 1 });
  });

  it('counts a request as several', async () => {
    const client = newClient();
    expect(await windows().count(client, 16)).toMatchObject({ requests: 16 });
    const { requests, remaining } = await windows().count(client);
    expect(requests).toBe(17);
    expectBetween(remaining, 50_000, 60_000);
  });

  it('begins a new window after a minute', async () => {
    const client = newClient();
    await windows().count(client);
    await pass(60_000, client);
    const { requests, remaining } = await windows().count(client);
    expect(requests).toBe(1);
    expectBetween(remaining, 50_000, 60_000);
  });

  it('counts concurrent requests exactly', async () => {
    const client = newClient();
    const counted = await Promise.all(Array.from({ length: 50 }, () => windows().count(client)));
    expect(counted.map(({ requests }) => requests).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, n) => n + 1),
    );
  });
}

describe('Windows in memory', () => {
  const windows = new MemoryRateLimitWindows(clock);
  describeWindows(
    () => windows,
    (milliseconds) => clock.advance(milliseconds),
  );

  it('begin a new window if the clock is set back', async () => {
    const client = newClient();
    await windows.count(client);
    clock.advance(-1_800_000);
    expect(await windows.count(client)).toEqual({ requests: 1, remaining: 60_000 });
  });
});

(hasRedis ? describe : describe.skip)('Windows in Redis (needs redis-server)', () => {
  let server: RedisServer;
  const opened: RedisRateLimitWindows[] = [];
  let windows: RedisRateLimitWindows;
  let logged: string[];

  beforeAll(async () => {
    server = await RedisServer.start();
  });

  beforeEach(async () => {
    logged = [];
    const record = (message: unknown) => void logged.push(String(message));
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(record);
    jest.spyOn(Logger.prototype, 'log').mockImplementation(record);
    windows = await open();
  });

  afterEach(() => {
    jest.restoreAllMocks();
    for (const each of opened.splice(0)) each.onApplicationShutdown();
  });

  afterAll(() => server.stop());

  async function open(prefix = 'test'): Promise<RedisRateLimitWindows> {
    const created = new RedisRateLimitWindows(server.url, prefix, clock);
    opened.push(created);
    await created.connect();
    return created;
  }

  describeWindows(
    () => windows,
    async (milliseconds, client) => {
      const redis = new Redis(server.url);
      const key = `test:${client}`;
      await redis.pexpire(key, (await redis.pttl(key)) - milliseconds);
      redis.disconnect();
    },
  );

  it('are shared by all processes', async () => {
    const other = await open();
    const client = newClient();
    await windows.count(client);
    expect(await other.count(client)).toMatchObject({ requests: 2 });
  });

  it('are separate for services with different prefixes', async () => {
    const other = await open('other');
    const client = newClient();
    await windows.count(client);
    expect(await other.count(client)).toMatchObject({ requests: 1 });
  });

  it.each([
    ['is killed', () => server.stop(), () => server.start()],
    ['does not respond', () => server.pause(), () => server.resume()],
  ] as const)(
    'are those of each process while Redis %s, and shared again afterwards',
    async (_, fail, repair) => {
      const client = newClient();
      await windows.count(client);
      await windows.count(client);
      await fail();
      expect(await windows.count(client)).toMatchObject({ requests: 1 });
      expect(await windows.count(client)).toMatchObject({ requests: 2 });
      expect(logged).toEqual([
        expect.stringMatching(/^Redis is unavailable, so each process counts the rate limit on its own: ./),
      ]);
      await repair();
      const isShared = () => logged.some((line) => line.includes('available again'));
      for (; !isShared(); await sleep(20)) await windows.count(newClient());
      const other = await open();
      const shared = newClient();
      await other.count(shared);
      expect(await windows.count(shared)).toMatchObject({ requests: 2 });
      expect(logged).toHaveLength(2);
    },
  );

  it('are those of each process if Redis is unavailable at the start', async () => {
    await server.stop();
    const late = await open();
    expect(await late.count(newClient())).toMatchObject({ requests: 1 });
    expect(logged).toHaveLength(1);
    await server.start();
  });
});
