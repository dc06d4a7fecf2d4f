import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { HealthController } from './health.controller.js';
import { InputInterceptor, InputPipe } from './input.js';
import { Links } from './links.js';
import { ProblemFilter } from './problem.filter.js';

/** What all operations share: reading and checking input, problem details, links, health. */
@Global()
@Module({
  controllers: [HealthController],
  providers: [
    Links,
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_INTERCEPTOR, useClass: InputInterceptor },
    { provide: APP_PIPE, useClass: InputPipe },
  ],
  exports: [Links],
})
export class HttpModule {}
