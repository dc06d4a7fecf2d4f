import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  MemoryRateLimitWindows,
  type RateLimitWindows,
} from '../../../src/platform/rate-limit/rate-limit-windows.js';
import { RedisRateLimitWindows } from '../../../src/platform/rate-limit/redis-rate-limit-windows.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { hasRedis, RedisServer } from '../../support/redis-server.js';

const clock = new FakeClock();
let names = 0;

/** Returns a client that has sent no request yet. */
function newClient(): string {
  return `client ${(names += 1)}`;
}

/** Describes what every adapter guarantees. */
function describeWindows(windows: () => RateLimitWindows): void {
  it('counts the requests of each client, from the first one on', async () => {
    const [one, other] = [newClient(), newClient()];
    const start = clock.now().getTime();
    expect(await windows().count(one)).toEqual({ start, requests: 1 });
    clock.advance(59_999);
    expect(await windows().count(one)).toEqual({ start, requests: 2 });
    expect(await windows().count(other)).toEqual({ start: start + 59_999, requests: 1 });
  });

  it('begins a new window after a minute', async () => {
    const client = newClient();
    const { start } = await windows().count(client);
    clock.advance(60_000);
    expect(await windows().count(client)).toEqual({ start: start + 60_000, requests: 1 });
  });

  it('begins a new window if the clock was set back', async () => {
    const client = newClient();
    const { start } = await windows().count(client);
    clock.advance(-1_800_000);
    expect(await windows().count(client)).toEqual({ start: start - 1_800_000, requests: 1 });
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
  describeWindows(() => windows);
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

  describeWindows(() => windows);

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

  it('are the same for processes whose clocks differ by less than a minute', async () => {
    const client = newClient();
    const { start } = await windows.count(client);
    clock.advance(-500);
    expect(await windows.count(client)).toEqual({ start, requests: 2 });
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
