import { type DynamicModule, Global, Module, type ModuleMetadata, type Provider } from '@nestjs/common';
import { Clock } from '../shared/clock.js';
import { Ids } from '../shared/ids.js';
import { Slugifier } from '../shared/slug.js';
import { Layout, Settings } from './config/index.js';
import { RequestLogger } from './logging/index.js';
import { Metrics } from './telemetry/index.js';
import { SindresorhusSlugifier, SystemClock, UuidV7Ids } from './shared-ports/index.js';

/** What the application around the service decides. */
export interface PlatformOptions {
  /** Modules whose exports the providers need. */
  readonly imports: NonNullable<ModuleMetadata['imports']>;
  /** Provide {@link Settings}, {@link Layout} and {@link RequestLogger}, and what these need. */
  readonly settings: readonly Provider[];
  /** Adapters of ports, which replace those of the platform, or are offered to the modules. */
  readonly ports: readonly Provider[];
}

/** Provides the settings and the metrics, and binds the ports of `shared/` that need no database. */
@Global()
@Module({})
export class PlatformModule {
  static of({ imports, settings, ports }: PlatformOptions): DynamicModule {
    return {
      module: PlatformModule,
      imports,
      providers: [
        ...settings,
        Metrics,
        { provide: Clock, useClass: SystemClock },
        { provide: Ids, useClass: UuidV7Ids },
        { provide: Slugifier, useClass: SindresorhusSlugifier },
        ...ports,
      ],
      exports: [
        ...[Settings, Layout, RequestLogger, Metrics, Clock, Ids, Slugifier],
        ...ports.map((port) => (typeof port === 'function' ? port : port.provide)),
      ],
    };
  }
}
