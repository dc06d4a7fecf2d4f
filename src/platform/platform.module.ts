import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock } from '../shared/clock.js';
import { Ids } from '../shared/ids.js';
import { Slugifier } from '../shared/slug.js';
import { Environment } from './config/index.js';
import { Metrics } from './telemetry/index.js';
import { Background, SecretBox, SindresorhusSlugifier, SystemClock, UuidV7Ids } from './system/index.js';

/** Provides the settings, background work, the metrics and the secret box, and binds the ports of `shared/` that need no database. */
@Global()
@Module({})
export class PlatformModule {
  static of(environment: Environment): DynamicModule {
    return {
      module: PlatformModule,
      providers: [
        { provide: Environment, useValue: environment },
        Background,
        SecretBox,
        Metrics,
        { provide: Clock, useClass: SystemClock },
        { provide: Ids, useClass: UuidV7Ids },
        { provide: Slugifier, useClass: SindresorhusSlugifier },
      ],
      exports: [Environment, Background, SecretBox, Metrics, Clock, Ids, Slugifier],
    };
  }
}
