import { Global, Module } from '@nestjs/common';
import { IdempotencyKeys } from './idempotency-keys.js';
import { RateLimitModule } from '../rate-limit/index.js';
import { HealthController } from './health.controller.js';
import { Links } from './links.js';
import { ReplicaReads } from './replica-reads.js';
import { RouteTable } from './route-table.js';

/** Provides what the guards, interceptors and controllers of all modules share, and the health checks. */
@Global()
@Module({
  imports: [RateLimitModule],
  controllers: [HealthController],
  providers: [Links, RouteTable, ReplicaReads, IdempotencyKeys],
  exports: [Links, RouteTable, IdempotencyKeys],
})
export class HttpModule {}
