import { type DynamicModule, Global, Module, type ModuleMetadata, type Provider } from '@nestjs/common';
import { Clock } from '../shared/clock.js';
import { Ids, SecureRandom } from '../shared/ids.js';
import { Slugifier } from '../shared/slug.js';
import { TargetUrls } from '../shared/target-urls.js';
import { CachesModule } from './caches/index.js';
import { Layout, Settings } from './config/index.js';
import { HttpModule } from './http/index.js';
import { JobsModule } from './jobs/index.js';
import { RequestLogger } from './logging/index.js';
import { PublicTargetUrls } from './network/index.js';
import { DatabaseModule, type Persistence } from './persistence/index.js';
import { RateLimitModule } from './rate-limit/index.js';
import { ReplicasModule } from './replicas/index.js';
import { SecretsModule } from './secrets/index.js';
import { NodeSecureRandom, SindresorhusSlugifier, SystemClock, UuidV7Ids } from './shared-ports/index.js';
import { Metrics } from './telemetry/index.js';

/** What the application around the service decides. */
export interface PlatformOptions {
  /** Modules whose exports the providers need. */
  readonly imports: NonNullable<ModuleMetadata['imports']>;
  /** Provide {@link Settings}, {@link Layout} and {@link RequestLogger}, and what these need. */
  readonly settings: readonly Provider[];
  /** Adapters of ports, which replace the platform's adapters, or are offered to the modules. */
  readonly ports: readonly Provider[];
}

/**
 * What every module of the product needs: the settings, the metrics, the ports of `shared/` with their adapters, and the
 * modules of the packages.
 */
@Global()
@Module({})
export class PlatformModule {
  /**
   * @param persistence the tables of the modules that are on
   * @param known the tables of all modules
   */
  static of(
    { imports, settings, ports }: PlatformOptions,
    persistence: readonly Persistence[],
    known = persistence,
  ): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        ...imports,
        DatabaseModule.of(persistence, known),
        SecretsModule,
        CachesModule,
        ReplicasModule,
        JobsModule,
        RateLimitModule,
        HttpModule,
      ],
      providers: [
        ...settings,
        Metrics,
        { provide: Clock, useClass: SystemClock },
        { provide: Ids, useClass: UuidV7Ids },
        { provide: SecureRandom, useClass: NodeSecureRandom },
        { provide: TargetUrls, useClass: PublicTargetUrls },
        { provide: Slugifier, useClass: SindresorhusSlugifier },
        ...ports,
      ],
      exports: [
        Settings,
        Layout,
        RequestLogger,
        Metrics,
        Clock,
        Ids,
        SecureRandom,
        TargetUrls,
        Slugifier,
        DatabaseModule,
        JobsModule,
        HttpModule,
        ...ports.map((port) => (typeof port === 'function' ? port : port.provide)),
      ],
    };
  }
}
