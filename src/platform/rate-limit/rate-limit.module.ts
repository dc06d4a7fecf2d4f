import { Global, Module } from '@nestjs/common';
import { Clock } from '../../shared/clock.js';
import { Settings } from '../config/index.js';
import { ParallelReads } from './parallel-reads.js';
import { HostRateLimitWindows, MemoryRateLimitWindows, RateLimitWindows } from './rate-limit-windows.js';
import { RateLimiter } from './rate-limiter.js';

/** Provides the limits of requests per minute, and of expensive reads at once. */
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
  ],
  exports: [RateLimiter, ParallelReads],
})
export class RateLimitModule {}

async function openWindows(
  { redisUrl, databaseSchema }: Settings,
  clock: Clock,
  ofHost?: RateLimitWindows,
): Promise<RateLimitWindows> {
  if (ofHost) return ofHost;
  if (redisUrl === undefined) return new MemoryRateLimitWindows(clock);
  // Loaded only where it is used.
  const { RedisRateLimitWindows } = await import('./redis-rate-limit-windows.js');
  const windows = new RedisRateLimitWindows(redisUrl, `${databaseSchema}:rate-limit`, clock);
  await windows.connect();
  return windows;
}
