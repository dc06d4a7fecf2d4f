import { Global, Module } from '@nestjs/common';
import { FailedJobs } from './failed-jobs.js';
import { Jobs } from './jobs.js';

/** Provides the job queue to every module. */
@Global()
@Module({ providers: [Jobs, FailedJobs], exports: [Jobs, FailedJobs] })
export class JobsModule {}
