import { Global, Module } from '@nestjs/common';
import { Clock } from '../../shared/clock.js';
import { Environment } from '../config/index.js';
import { IdempotencyKeys } from '../persistence/index.js';
import { HealthController } from './health.controller.js';
import { Links } from './links.js';
import { ParallelReads } from './parallel-reads.js';
import { MemoryRateLimitWindows, RateLimitWindows } from './rate-limit-windows.js';
import { RateLimiter } from './rate-limiter.js';
import { ReplicaReads } from './replica-reads.js';
import { RouteTable } from './route-table.js';

/** Provides what the guards, interceptors and controllers of all modules share, and the health checks. */
@Global()
@Module({
  controllers: [HealthController],
  providers: [
    { provide: RateLimitWindows, inject: [Environment, Clock], useFactory: openWindows },
    Links,
    RateLimiter,
    ParallelReads,
    RouteTable,
    ReplicaReads,
    IdempotencyKeys,
  ],
  exports: [Links, RateLimiter, ParallelReads, RouteTable, IdempotencyKeys],
})
export class HttpModule {}

async function openWindows(
  { redisUrl, databaseSchema }: Environment,
  clock: Clock,
): Promise<RateLimitWindows> {
  if (redisUrl === undefined) return new MemoryRateLimitWindows(clock);
  // Loaded only where it is used.
  const { RedisRateLimitWindows } = await import('./redis-rate-limit-windows.js');
  const windows = new RedisRateLimitWindows(redisUrl, `${databaseSchema}:rate-limit`, clock);
  await windows.connect();
  return windows;
}
