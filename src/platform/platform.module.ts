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
import { SupervisorLink } from './workers/supervisor-link.js';

/**
 * Gives every module the settings, the background, the box for secrets and, in a worker, the link to its supervisor; and
 * binds the ports of `shared/` that need no database.
 */
@Global()
@Module({})
export class PlatformModule {
  static of(environment: Environment, supervisor?: SupervisorLink): DynamicModule {
    const ofWorkers = supervisor ? [{ provide: SupervisorLink, useValue: supervisor }] : [];
    return {
      module: PlatformModule,
      providers: [
        { provide: Environment, useValue: environment },
        ...ofWorkers,
        Background,
        SecretBox,
        { provide: Clock, useClass: SystemClock },
        { provide: Ids, useClass: UuidV7Ids },
        { provide: Slugifier, useClass: SindresorhusSlugifier },
      ],
      exports: [Environment, ...ofWorkers, Background, SecretBox, Clock, Ids, Slugifier],
    };
  }
}
