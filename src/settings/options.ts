import type { FactoryProvider, ModuleMetadata, Provider } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  type authentication,
  converted,
  type database,
  flag,
  type Given,
  type mail,
  type settings,
  value,
} from '../platform/config/index.js';
import type { ServiceExtension } from './extension.js';

export type { DeclaredField, JwtIssuerSettings, PostgresOptions } from '../platform/config/index.js';

/** The modules that are loaded. The others have no routes, tables, or events. All are by default. */
const modules = {
  /** Feedback with votes, comments and tags. */
  feedback: flag({ default: true }),
  /** Changelogs. */
  changelog: flag({ default: true }),
  /** Webhooks and chat messages. Without them, the chat settings of projects are stored, but nothing is sent. */
  webhooks: flag({ default: true }),
  /** Subscriptions, preferences and notifications, which need feedback and changelogs. */
  notifications: flag({ default: true }),
  /** E-mail, which needs notifications. */
  mail: flag({ default: true }),
  /** Tools for assistants at `<path>/mcp`, for what the other modules have. */
  assistants: flag({ default: true }),
};

/** Where the service is mounted, which of its parts are on, and the host's adapters. Nest needs them to build the modules. */
export const layout = {
  /**
   * Path of the service below the global prefix of the application: its API is at `<path>/v1`, its document at
   * `<path>/openapi.json`. An empty path is for applications without other routes.
   */
  path: converted(
    value<string, string>({
      default: 'feedback-service',
      rule: [
        (path) =>
          typeof path === 'string' &&
          /^(?:[a-z0-9._-]+(?:\/[a-z0-9._-]+)*)?$/i.test(path.replace(/^\/|\/$/g, '')),
        'must be segments of letters, digits, dots, hyphens and underscores, with slashes between.',
      ],
    }),
    (path) => path.replace(/^\/|\/$/g, ''),
  ),
  modules,
  /** Whether the page at `/docs` is served: `on` or `off`. The API document itself always is. */
  docs: {
    ...flag({ variable: 'DOCS', default: true, shownDefault: '`on`' }),
    parse: (given: string, reject: (predicate: string) => void) => {
      if (given !== 'on' && given !== 'off') reject('must be on or off.');
      return given === 'on';
    },
  },
  /** Whether the health checks at `<path>/health` are served. */
  health: flag({ default: true }),
  /** Modules of the host whose exports `ports` and `inject` need. */
  imports: value<NonNullable<ModuleMetadata['imports']>>(),
  /**
   * Providers that replace ports of the service, such as `HostTokenVerifier`. They can inject what `imports` export, and everything of
   * the service. Startup fails for other tokens.
   */
  ports: value<Provider[]>(),
  /** Operations, types of events and tables of the host, built with `feedback-changelog-service/kit`. */
  extensions: value<readonly ServiceExtension[], readonly ServiceExtension[]>({
    default: [],
    rule: [(given) => Array.isArray(given), 'must be a list.'],
  }),
};

type GivenSettings = Given<typeof settings>;

/** Where the service is mounted, which of its parts are on, and the host's adapters. Nest needs them to build the modules. */
export type FeedbackServiceLayout = Given<typeof layout>;

/** The database: one of `url`, `connection`, `dataSource` and `embedded`. */
export type DatabaseSettings = Given<typeof database>;

/** The settings of the service. They can be loaded when the application starts. */
export interface FeedbackServiceSettings extends GivenSettings {
  readonly database: DatabaseSettings;
  // The types of the tables, whose docstrings editors show.
  /** Whose access tokens are accepted, and where requests have them. */
  readonly authentication?: Given<typeof authentication>;
  /** E-mail. Without `smtpUrl`, none is sent. */
  readonly mail?: Given<typeof mail>;
  // `platform/config` must not import the type of TypeORM.
  readonly transaction?: () => EntityManager | undefined;
}

/** The options of `FeedbackServiceModule.forRoot`. */
export type FeedbackServiceOptions = FeedbackServiceLayout & FeedbackServiceSettings;

/** The options of `FeedbackServiceModule.forRootAsync`. */
export interface FeedbackServiceAsyncOptions extends FeedbackServiceLayout {
  /** Tokens of the providers that `useFactory` receives. */
  readonly inject?: Readonly<NonNullable<FactoryProvider['inject']>>;
  /** Returns the settings. */
  readonly useFactory: (...injected: never[]) => FeedbackServiceSettings | Promise<FeedbackServiceSettings>;
}
