import { Global, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { Clock } from '../../shared/clock.js';
import type { Persistence } from '../database/database.js';
import { IdempotencyKeys } from '../database/idempotency-keys.js';
import { IdempotencyKeys1763600012000 } from '../database/migrations/idempotency-keys-1763600012000.js';
import { Environment } from '../environment.js';
import { SupervisorLink } from '../workers/supervisor-link.js';
import { HealthController } from './health.controller.js';
import { Links } from './links.js';
import { MemoryThrottlerStorage } from './memory-throttler-storage.js';
import { OpenApiController } from './openapi.controller.js';
import { ProblemFilter } from './problem.filter.js';
import { RateLimiter } from './rate-limiter.js';
import { SharedThrottlerStorage } from './shared-throttler-storage.js';

/** What all operations share: reading and checking input, problem details, links, retries, limits, health. */
@Global()
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [Environment, Clock, { token: SupervisorLink, optional: true }],
      useFactory: ({ rateLimitPerMinute }: Environment, clock: Clock, supervisor?: SupervisorLink) => {
        const alone = new MemoryThrottlerStorage(clock);
        return {
          throttlers: [{ limit: rateLimitPerMinute, ttl: 60_000 }],
          storage: supervisor ? new SharedThrottlerStorage(supervisor, alone) : alone,
        };
      },
    }),
  ],
  controllers: [HealthController, OpenApiController],
  providers: [Links, RateLimiter, IdempotencyKeys, { provide: APP_FILTER, useClass: ProblemFilter }],
  exports: [Links, RateLimiter, IdempotencyKeys],
})
export class HttpModule {
  static readonly persistence: Persistence = { schemas: [], migrations: [IdempotencyKeys1763600012000] };
}
