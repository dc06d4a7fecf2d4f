import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Redis, type Result } from 'ioredis';
import type { Clock } from '../../shared/clock.js';
import {
  MemoryRateLimitWindows,
  type RateLimitWindow,
  RateLimitWindows,
  windowMs,
} from './rate-limit-windows.js';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countRequest(key: string, length: number, requests: number): Result<[number, number], Context>;
  }
}

/** How long a request waits for Redis, in milliseconds. */
const timeoutMs = 250;

/** The pause before Redis is tried again after an error, in milliseconds. */
const retryDelayMs = 1_000;

const countRequest = `
  local requests = redis.call('INCRBY', KEYS[1], ARGV[2])
  if requests == tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return { requests, redis.call('PTTL', KEYS[1]) }`;

/** Windows that all processes share through Redis. While it is unavailable, each process counts on its own. */
export class RedisRateLimitWindows extends RateLimitWindows implements OnApplicationShutdown {
  private readonly logger = new Logger('RateLimit');
  private readonly redis: Redis;
  private readonly own: MemoryRateLimitWindows;
  /** When Redis is tried again after an error; undefined while it is available. */
  private retryAt: number | undefined;

  /** @param prefix of the keys, which separates services that share a Redis server */
  constructor(
    url: string,
    private readonly prefix: string,
    clock: Clock,
  ) {
    super();
    this.own = new MemoryRateLimitWindows(clock);
    this.redis = new Redis(url, {
      lazyConnect: true,
      connectTimeout: 2_000,
      commandTimeout: timeoutMs,
      // Commands fail at once while there is no connection, instead of waiting for one.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      scripts: { countRequest: { lua: countRequest, numberOfKeys: 1 } },
    });
    // The failing commands report the same.
    this.redis.on('error', () => undefined);
  }

  /** Connects, or continues to try so in the background. */
  async connect(): Promise<void> {
    await this.redis.connect().catch(() => undefined);
  }

  override async count(client: string, counted = 1): Promise<RateLimitWindow> {
    if (this.retryAt !== undefined && performance.now() < this.retryAt)
      return this.own.count(client, counted);
    try {
      const [requests, remaining] = await this.redis.countRequest(
        `${this.prefix}:${client}`,
        windowMs,
        counted,
      );
      if (this.retryAt !== undefined)
        this.logger.log('Redis is available again: the processes share the rate limit.');
      this.retryAt = undefined;
      return { requests, remaining };
    } catch (error) {
      if (this.retryAt === undefined) {
        const reason = (error as Error).message;
        this.logger.warn(`Redis is unavailable, so each process counts the rate limit on its own: ${reason}`);
      }
      this.retryAt = performance.now() + retryDelayMs;
      return this.own.count(client, counted);
    }
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
