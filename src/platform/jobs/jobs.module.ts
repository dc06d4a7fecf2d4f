import { Global, Module } from '@nestjs/common';
import { Background } from './background.js';
import { FailedJobs } from './failed-jobs.js';
import { Jobs } from './jobs.js';

/** Provides background work and the job queue to every module. */
@Global()
@Module({ providers: [Background, Jobs, FailedJobs], exports: [Background, Jobs, FailedJobs] })
export class JobsModule {}
