import { Global, Module } from '@nestjs/common';
import { Caches } from './caches.js';

/** Provides the caches of stored data to every module. */
@Global()
@Module({ providers: [Caches], exports: [Caches] })
export class CachesModule {}
