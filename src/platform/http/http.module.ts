import { Global, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { Clock } from '../../shared/clock.js';
import { IdempotencyKeys } from '../persistence/index.js';
import { Environment } from '../config/index.js';
import { HealthController } from './health.controller.js';
import { Links } from './links.js';
import { MemoryThrottlerStorage } from './memory-throttler-storage.js';
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
        storage: new MemoryThrottlerStorage(clock),
      }),
    }),
  ],
  controllers: [HealthController],
  providers: [Links, RateLimiter, IdempotencyKeys, { provide: APP_FILTER, useClass: ProblemFilter }],
  exports: [Links, RateLimiter, IdempotencyKeys],
})
export class HttpModule {}
