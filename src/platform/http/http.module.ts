import { Global, Module } from '@nestjs/common';
import { IdempotencyKeys } from '../persistence/index.js';
import { HealthController } from './health.controller.js';
import { Links } from './links.js';
import { ParallelReads } from './parallel-reads.js';
import { RateLimiter } from './rate-limiter.js';
import { ReplicaReads } from './replica-reads.js';
import { RouteTable } from './route-table.js';

/** Provides what the guards, interceptors and controllers of all modules share, and the health checks. */
@Global()
@Module({
  controllers: [HealthController],
  providers: [Links, RateLimiter, ParallelReads, RouteTable, ReplicaReads, IdempotencyKeys],
  exports: [Links, RateLimiter, ParallelReads, RouteTable, IdempotencyKeys],
})
export class HttpModule {}
