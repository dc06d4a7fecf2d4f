import type { FactoryProvider } from '@nestjs/common';
import type { authentication } from './authentication.js';
import type { mail } from './mail.js';
import type { Given } from './setting.js';
import type { database, layout, settings } from './table.js';

export type { DeclaredField } from '../platform/config/index.js';
export type { JwtIssuerSettings } from './jwt-issuer.js';
export type { PostgresOptions } from './table.js';

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
