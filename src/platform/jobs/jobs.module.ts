import { Global, Module } from '@nestjs/common';
import { Jobs } from './jobs.js';

/** Provides the job queue to every module. */
@Global()
@Module({ providers: [Jobs], exports: [Jobs] })
export class JobsModule {}
