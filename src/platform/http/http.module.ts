import { Global, Module } from '@nestjs/common';
import { IdempotencyKeys } from './idempotency-keys.js';
import { Idempotency } from './idempotency.js';
import { HealthController } from './health.controller.js';
import { Links } from './links.js';
import { ReplicaReads } from './replica-reads.js';

/** Provides what the guards, interceptors and controllers of all modules share. */
@Global()
@Module({
  providers: [Links, ReplicaReads, IdempotencyKeys, Idempotency],
  exports: [Links, IdempotencyKeys, Idempotency],
})
export class HttpModule {}

/** The health checks. */
@Module({ controllers: [HealthController] })
export class HealthModule {}
