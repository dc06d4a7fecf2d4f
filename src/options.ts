import type { ModuleMetadata, Provider, Type } from '@nestjs/common';
import type { RequestLogger } from './platform/logging/index.js';
import type { ServerConnection } from './platform/config/index.js';

/** Where the service is mounted, which of its parts are on, and the host's adapters. Nest needs them to build the modules. */
export interface FeedbackServiceLayout {
  /**
   * Path of the service below the global prefix of the application: its API is at `<path>/v1`, its document at
   * `<path>/openapi.json`. An empty path is for applications without other routes. Default: `feedback-service`.
   */
  readonly path?: string;
  /** The modules that are loaded. The others have no routes, tables, or events. Default: all. */
  readonly modules?: {
    /** Feedback with votes, comments and tags. */
    readonly feedback?: boolean;
    /** Changelogs. */
    readonly changelog?: boolean;
    /** Webhooks and chat messages. Without them, the chat settings of projects are stored, but nothing is sent. */
    readonly webhooks?: boolean;
  };
  /** Whether the documentation page at `<path>/docs` is served. The document itself always is. Default: true. */
  readonly docs?: boolean;
  /** Whether the health checks at `<path>/health` are served. Default: true. */
  readonly health?: boolean;
  /** Modules of the host whose exports `ports` and `inject` need. */
  readonly imports?: ModuleMetadata['imports'];
  /**
   * Providers of the host for ports of the service: `Clock`, `Ids`, `HostTokenVerifier`, `HostUserDirectory`. They can
   * inject what `imports` export, and everything of the service.
   */
  readonly ports?: Provider[];
}

/** The database. Without `url`, `connection` and `dataSource`, an embedded one for development, which needs PGlite. */
export interface DatabaseSettings {
  /** URL of a PostgreSQL server: `postgres://user:password@host/database`. */
  readonly url?: string;
  /** Connection parameters as `pg` takes them, instead of a URL. */
  readonly connection?: ServerConnection;
  /**
   * The host's TypeORM `DataSource`, or its options, instead of a URL: the service opens connections of its own to the same
   * server.
   */
  readonly dataSource?: { readonly options: object } | PostgresOptions;
  /** Direct URL of the same server if the other connections lead through a pooler in transaction mode. */
  readonly directUrl?: string;
  /** URLs of streaming replicas, for reads. The host adds the interceptor `ReplicaReads`. */
  readonly replicaUrls?: readonly string[];
  /** PostgreSQL schema of all tables, created if it is missing. Default: `feedback`. */
  readonly schema?: string;
  /** PostgreSQL schema of the job queue. Default: `schema` with `_jobs` appended. */
  readonly jobsSchema?: string;
  /** Maximum number of connections of this process for work that may take long. Default: 10. */
  readonly poolSize?: number;
  /** Folder of the embedded database. Default: `./data`. */
  readonly directory?: string;
  /** Called when the embedded database dies, for example of a full disk: the application has to be started again. */
  readonly onDeath?: (error: Error) => void;
}

/** TypeORM's `PostgresConnectionOptions`, as far as they describe the connection. */
export interface PostgresOptions {
  readonly type: 'postgres';
  readonly url?: string;
  readonly host?: string;
  readonly port?: number;
  readonly username?: string;
  readonly password?: unknown;
  readonly database?: string;
  readonly ssl?: unknown;
}

/** An issuer of access tokens in the form of JWTs (RFC 9068): an identity provider. */
export interface JwtIssuerSettings {
  /** Exact value of the claim `iss`, a URL. */
  readonly issuer: string;
  /** Values of the claim `aud` of which a token must have one. */
  readonly audiences: readonly string[];
  /** URL of the key set. Default: the one that the issuer's metadata names. */
  readonly jwksUrl?: string;
  /** Accepted signature algorithms, out of the default: RS256, PS256, ES256, EdDSA. */
  readonly algorithms?: readonly string[];
  /** Accepted difference between the clocks of issuer and service, in seconds, at most 60. Default: 30. */
  readonly clockToleranceSeconds?: number;
  /** How long the last keys are used while the issuer is unavailable, in seconds. Default: 3,600. */
  readonly maxKeyAgeSeconds?: number;
  /** Whether tokens must have the type `at+jwt` (RFC 9068 §2.1). Default: false. */
  readonly requireTyp?: boolean;
  /** Name or JSON Pointer of the claim with the scopes. Default: `scope`. */
  readonly scopeClaim?: string;
  /** Values of that claim that stand for the scopes of this service. Default: `read`, `write` and `admin`. */
  readonly scopeNames?: { readonly read?: string; readonly write?: string; readonly admin?: string };
  /** Name or JSON Pointer of the claim with project roles, as `<slug or id>:<role>`. Default: tokens grant none. */
  readonly rolesClaim?: string;
  /** Whose account is created at their first request: nobody's, everybody's, or those with addresses of these domains. Default: `off`. */
  readonly provisioning?: 'off' | 'on' | readonly string[];
}

/** The settings of the service. They can be loaded when the application starts. */
export interface FeedbackServiceSettings {
  readonly database: DatabaseSettings;
  /** The host's users, instead of users of the service. */
  readonly users?: {
    /** Table or view with the columns that the page on embedding describes: `public.people`. */
    readonly view?: string;
  };
  /**
   * URL under which clients reach the root of the application, for absolute links: the global prefix and `path` are appended.
   * With the prefix `api` it is `https://example.com`, not `https://example.com/api`; a path is one that a proxy removes.
   * Default: scheme and host of the request.
   */
  readonly publicBaseUrl?: string;
  /** Maximum size of a request body in bytes. Default: 1,048,576. */
  readonly maxBodyBytes?: number;
  /** Maximum size of a file to import, in bytes. Default: 268,435,456. */
  readonly maxImportBytes?: number;
  readonly authentication?: {
    /** Identity providers whose access tokens are accepted, beside those of this service. */
    readonly jwtIssuers?: readonly JwtIssuerSettings[];
    /**
     * An access token of the first instance admin, 32 characters or more. The admin is created if there is none. With
     * `users.view`, the token is that of the oldest user with `instance_admin`; while there is none, it has no effect, and
     * each start logs a warning.
     */
    readonly bootstrapToken?: string;
  };
  /** Requests per minute and access token; 0 disables the limit. Default: 1,200. */
  readonly rateLimitPerMinute?: number;
  /** URL of a Redis server through which processes share the rate limit. Needs `ioredis`. */
  readonly redisUrl?: string;
  /** Origins that browsers may send requests from; `*` allows all. Default: none, or those that the host allows. */
  readonly corsOrigins?: readonly string[];
  /** Whether webhooks and chat may use private addresses and http URLs. Default: false. */
  readonly webhookAllowPrivateAddresses?: boolean;
  /** Delays in seconds before the retries of a failed delivery. */
  readonly webhookRetrySchedule?: readonly number[];
  /** Minimum retention of events, in days. Default: 90. */
  readonly eventRetentionDays?: number;
  /** Key that encrypts stored secrets, 32 characters or more. Default: they are stored as they are. */
  readonly secretsKey?: string;
  /** Key that `secretsKey` replaces: it decrypts what it encrypted. */
  readonly secretsKeyPrevious?: string;
  /**
   * Whether this process runs background work once the application has started: the event relay, deliveries, subscribers,
   * scheduled publication. One process per database must. Default: true.
   */
  readonly backgroundWork?: boolean;
  /** Receives a line for each request of the service, such as a `pino` logger. Default: Nest's logger. */
  readonly requestLogger?: RequestLogger;
}

/** The options of `FeedbackServiceModule.forRoot`. */
export type FeedbackServiceOptions = FeedbackServiceLayout & FeedbackServiceSettings;

/** The options of `FeedbackServiceModule.forRootAsync`. */
export interface FeedbackServiceAsyncOptions extends FeedbackServiceLayout {
  /** Tokens of the providers that `useFactory` receives. */
  readonly inject?: readonly (Type | string | symbol)[];
  /** Returns the settings. */
  readonly useFactory: (...injected: never[]) => FeedbackServiceSettings | Promise<FeedbackServiceSettings>;
}
