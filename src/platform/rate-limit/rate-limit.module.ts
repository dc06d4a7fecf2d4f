import { Global, Module } from '@nestjs/common';
import { Clock } from '../../shared/clock.js';
import { Settings } from '../config/index.js';
import { LargeReads } from './large-reads.js';
import { ParallelReads } from './parallel-reads.js';
import { HostRateLimitWindows, MemoryRateLimitWindows, RateLimitWindows } from './rate-limit-windows.js';
import { RateLimiter } from './rate-limiter.js';

/** Provides the limits of requests per minute, of expensive reads at once, and of large ones. */
@Global()
@Module({
  providers: [
    {
      provide: RateLimitWindows,
      inject: [Settings, Clock, { token: HostRateLimitWindows, optional: true }],
      useFactory: openWindows,
    },
    RateLimiter,
    ParallelReads,
    LargeReads,
  ],
  exports: [RateLimiter, ParallelReads, LargeReads],
})
export class RateLimitModule {}

async function openWindows(
  { redisUrl, database }: Settings,
  clock: Clock,
  ofHost?: RateLimitWindows,
): Promise<RateLimitWindows> {
  if (ofHost) return ofHost;
  if (redisUrl === undefined) return new MemoryRateLimitWindows(clock);
  // Loaded only where it is used.
  const { RedisRateLimitWindows } = await import('./redis-rate-limit-windows.js');
  const windows = new RedisRateLimitWindows(redisUrl, `${database.schema}:rate-limit`, clock);
  await windows.connect();
  return windows;
}
