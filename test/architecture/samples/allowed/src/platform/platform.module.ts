import { Module } from '@nestjs/common';
import { Clock } from '../shared/clock.js';
import { DatabaseModule } from './persistence/index.js';
import { SystemClock } from './shared-ports/index.js';

@Module({ imports: [DatabaseModule], providers: [{ provide: Clock, useClass: SystemClock }] })
export class PlatformModule {}
