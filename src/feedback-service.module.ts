import {
  type DynamicModule,
  Inject,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnModuleInit,
  type Provider,
  Scope,
  type Type,
} from '@nestjs/common';
import { ModuleRef, ModulesContainer } from '@nestjs/core';
import { AppModule, checkExtensionsOf } from './app.module.js';
import { type CheckedLayout, checkLayout, checkSettings, OptionErrors } from './settings/check-options.js';
import { FirstAccess } from './identity/index.js';
import { checkPackages, InstallationModule } from './installation.js';
import { checkInstances, checkPorts, givenPorts, type GivenPort, hostPorts, portsOf } from './ports.js';
import type {
  FeedbackServiceAsyncOptions,
  FeedbackServiceLayout,
  FeedbackServiceOptions,
  FeedbackServiceSettings,
} from './settings/options.js';
import { Settings, SettingsError } from './platform/config/index.js';
import { NestErrorLogger, NestRequestLogger, RequestLogger } from './platform/logging/index.js';
import { Background } from './platform/jobs/index.js';

/** The settings as they were passed, before validation. */
const givenSettings = Symbol('FeedbackServiceSettings');

/** The providers of the options `ports`. */
const portsOfHost = Symbol('FeedbackServicePorts');

/**
 * Mounts the service in a NestJS application. What it exports, such as the services of its modules, can be injected
 * everywhere in the application.
 */
@Module({})
export class FeedbackServiceModule implements OnModuleInit, OnApplicationBootstrap {
  private readonly logger = new Logger(FeedbackServiceModule.name);

  constructor(
    private readonly settings: Settings,
    private readonly background: Background,
    private readonly firstAccess: FirstAccess,
    private readonly modules: ModulesContainer,
    private readonly moduleRef: ModuleRef,
    @Inject(portsOfHost) private readonly ports: readonly GivenPort[],
  ) {}

  /**
   * Mounts the service with settings that are known now.
   *
   * @throws SettingsError with one message for each invalid option
   */
  static forRoot(options: FeedbackServiceOptions): DynamicModule {
    const errors = new OptionErrors();
    checkMounting(options, errors);
    checkSettings(options, errors);
    errors.throwIfAny();
    return mount(options, { provide: givenSettings, useValue: options });
  }

  /**
   * Mounts the service with settings that are loaded when the application starts. The layout is passed beside the factory.
   *
   * @throws SettingsError with one message for each invalid option. The promise of the start rejects with it if the factory
   * returns invalid settings
   */
  static forRootAsync(options: FeedbackServiceAsyncOptions): DynamicModule {
    const { inject = [], useFactory } = options;
    return mount(options, { provide: givenSettings, inject: [...inject], useFactory });
  }

  /** @throws SettingsError if an instance of a port lacks a member. Scoped providers have no instance yet. */
  onModuleInit(): void {
    const errors = new OptionErrors();
    const ports = this.ports.filter(
      ({ token }) => this.moduleRef.introspect(token as Type).scope === Scope.DEFAULT,
    );
    checkInstances(ports, (token) => this.moduleRef.get(token, { strict: false }), errors);
    errors.throwIfAny();
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const port of hostPorts) {
      if (!this.ports.some((given) => given.port === port)) this.warnOfProviders(port);
    }
    await this.ensureFirstAccess();
    if (this.settings.backgroundWork) this.background.start();
  }

  /** Warns of providers of a port outside of the option `ports`, which have no effect. */
  private warnOfProviders(port: (typeof hostPorts)[number]): void {
    for (const { providers } of this.modules.values()) {
      for (const { token, metatype } of providers.values()) {
        if (token !== port && !(metatype?.prototype instanceof port)) continue;
        this.logger.warn(
          `${metatype?.name ?? port.name} has no effect: the option ports must contain the ${port.name}.`,
        );
      }
    }
  }

  /** Not in `onModuleInit`: a global module's runs first, before the users of a host can be read. */
  private async ensureFirstAccess(): Promise<void> {
    const { authentication, users } = this.settings;
    if (authentication.bootstrapToken === undefined) return;
    if (await this.firstAccess.ensure(authentication.bootstrapToken, () => Promise.resolve())) return;
    this.logger.warn(
      `authentication.bootstrapToken has no effect: no user in ${users.view} (users.view) has instance_admin. ` +
        'The token becomes valid at the next start after one has.',
    );
  }
}

function mount(layout: FeedbackServiceLayout, given: Provider): DynamicModule {
  const unusable = checkPackages(import.meta.url, process.argv[1]);
  if (unusable !== undefined) throw new Error(unusable);
  const errors = new OptionErrors();
  const { checked, ports } = checkMounting(layout, errors);
  errors.throwIfAny();
  const { imports = [] } = layout;
  const app = AppModule.of(checked, {
    imports,
    ports: portsOf(ports),
    settings: [
      given,
      { provide: Settings, inject: [givenSettings, ModulesContainer], useFactory: validSettings },
      {
        provide: RequestLogger,
        inject: [Settings],
        useFactory: ({ requestLogger }: Settings) =>
          requestLogger === false ? new NestErrorLogger() : (requestLogger ?? new NestRequestLogger()),
      },
    ],
  });
  return {
    module: FeedbackServiceModule,
    global: true,
    imports: [InstallationModule, app],
    providers: [{ provide: portsOfHost, useValue: ports }],
    exports: [AppModule],
  };
}

function checkMounting(
  layout: FeedbackServiceLayout,
  errors: OptionErrors,
): { checked: CheckedLayout; ports: readonly GivenPort[] } {
  const checked = checkLayout(layout, errors);
  const ports = givenPorts(layout.ports ?? [], checked);
  checkPorts(ports, checked, errors);
  checkExtensionsOf(checked, errors);
  return { checked, ports };
}

/** @throws SettingsError */
function validSettings(given: FeedbackServiceSettings, modules: ModulesContainer): Settings {
  const mounted = [...modules.values()].filter(({ metatype }) => metatype === FeedbackServiceModule);
  if (mounted.length > 1) {
    throw new SettingsError(
      'FeedbackServiceModule can be mounted once in an application: call forRoot() or forRootAsync() once, in one module.',
    );
  }
  const errors = new OptionErrors();
  const settings = checkSettings(given, errors);
  errors.throwIfAny();
  return settings;
}
