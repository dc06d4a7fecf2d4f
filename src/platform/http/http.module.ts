import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { Clock } from '../../shared/clock.js';
import type { Persistence } from '../database/database.js';
import { IdempotencyKeys } from '../database/idempotency-keys.js';
import { IdempotencyKeys1763600012000 } from '../database/migrations/idempotency-keys-1763600012000.js';
import { Environment } from '../environment.js';
import { HealthController } from './health.controller.js';
import { IdempotencyInterceptor } from './idempotency.js';
import { InputInterceptor, InputPipe } from './input.js';
import { Links } from './links.js';
import { MemoryThrottlerStorage } from './memory-throttler-storage.js';
import { OpenApiController } from './openapi.controller.js';
import { ProblemFilter } from './problem.filter.js';
import { RateLimiter } from './rate-limiter.js';

/** What all operations share: reading and checking input, problem details, links, retries, limits, health. */
@Global()
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [Environment, Clock],
      useFactory: ({ rateLimitPerMinute }: Environment, clock: Clock) => ({
        throttlers: [{ limit: rateLimitPerMinute, ttl: 60_000 }],
        skipIf: () => rateLimitPerMinute === 0,
        storage: new MemoryThrottlerStorage(clock),
      }),
    }),
  ],
  controllers: [HealthController, OpenApiController],
  providers: [
    Links,
    RateLimiter,
    IdempotencyKeys,
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_INTERCEPTOR, useClass: InputInterceptor },
    // After the input was read and found good.
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
    { provide: APP_PIPE, useClass: InputPipe },
  ],
  exports: [Links, RateLimiter],
})
export class HttpModule {
  static readonly persistence: Persistence = { schemas: [], migrations: [IdempotencyKeys1763600012000] };
}
