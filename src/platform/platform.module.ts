import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock } from '../shared/clock.js';
import { Ids } from '../shared/ids.js';
import { Slugifier } from '../shared/slug.js';
import { Background } from './background.js';
import { Environment } from './environment.js';
import { SecretBox } from './secret-box.js';
import { SindresorhusSlugifier } from './sindresorhus-slugifier.js';
import { SystemClock } from './system-clock.js';
import { UuidV7Ids } from './uuid-v7-ids.js';

/** Gives every module the settings, the background and the box for secrets, and binds the ports of `shared/` that need no database. */
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
        { provide: Clock, useClass: SystemClock },
        { provide: Ids, useClass: UuidV7Ids },
        { provide: Slugifier, useClass: SindresorhusSlugifier },
      ],
      exports: [Environment, Background, SecretBox, Clock, Ids, Slugifier],
    };
  }
}
