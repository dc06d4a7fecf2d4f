import type { Duplex } from 'node:stream';
import type { Request } from 'express';

/** An issuer of access tokens in the form of JWTs: an identity provider. */
export interface JwtIssuer {
  /** Exact value of the claim `iss`, a URL. */
  readonly issuer: string;
  /** Values of the claim with the audience. A token must have one of them. */
  readonly audiences: readonly string[];
  /** Name of that claim: `client_id` for an issuer whose access tokens have no `aud`. */
  readonly audienceClaim: 'aud' | 'client_id';
  /** URL of the key set; absent: the one that the issuer's metadata names. */
  readonly jwksUrl: string | undefined;
  /** Accepted signature algorithms. */
  readonly algorithms: readonly string[];
  /** Accepted difference between the clocks of issuer and service, in seconds. */
  readonly clockToleranceSeconds: number;
  /** How long the last keys are used while the issuer is unavailable, in seconds. */
  readonly maxKeyAgeSeconds: number;
  /** Whether tokens must have the type `at+jwt` (RFC 9068 §2.1). */
  readonly requireTyp: boolean;
  /** Name or JSON Pointer (RFC 6901) of the claim with the scopes. */
  readonly scopeClaim: string;
  /** Values of that claim that stand for the scopes of this service. */
  readonly scopeNames: { readonly read: string; readonly write: string; readonly admin: string };
  /** Name or JSON Pointer of the claim with project roles, as `<slug or id>:<role>`; absent: tokens grant none. */
  readonly rolesClaim: string | undefined;
  /** Whose account is created at their first request: nobody's, everybody's, or those with addresses of these domains. */
  readonly provisioning: 'off' | 'on' | readonly string[];
}

/** A field that the application around the service declares for the records of all projects. */
export interface DeclaredField {
  /** The name of the value among the `fields` of a record: 1 to 40 lower-case letters, digits and underscores. */
  readonly key: string;
  /** What people read; by default, the key as words. */
  readonly name?: string | undefined;
  /** `text` by default. */
  readonly type?: 'text' | 'number' | 'boolean' | 'date' | 'url' | 'choice' | 'choices' | undefined;
  /** The values to choose from, in their order, of the types `choice` and `choices`. */
  readonly options?: readonly string[] | undefined;
  /** Whether contributors must set it when they create a record; false by default. */
  readonly required?: boolean | undefined;
  /** Who can set its values: by default, contributors in their own records. */
  readonly setBy?: 'contributors' | 'editors' | undefined;
  /** Who can see it, and its values; everyone by default. */
  readonly visibleTo?: 'everyone' | 'editors' | undefined;
  /** Place among the fields of a project; after the one declared before it by default. */
  readonly position?: number | undefined;
}

/** Returns the name under which users know an option, such as the name of an environment variable. */
type NameOfOption = (option: string) => string;

/**
 * Invalid settings. The message has one line for each of them, which names the setting and never
 * contains a secret.
 */
export class SettingsError extends Error {
  /** @param describe the message, or a function that returns it for other names of options, such as `database.url` */
  constructor(private readonly describe: string | ((nameOf: NameOfOption) => string)) {
    super(typeof describe === 'string' ? describe : describe((option) => option));
  }

  /** Returns the message with other names for the options. */
  messageWith(nameOf: NameOfOption): string {
    return typeof this.describe === 'string' ? this.message : this.describe(nameOf);
  }
}

/** Connection parameters of a PostgreSQL server, as `pg` takes them: a URL, or its parts. */
export interface ServerConnection {
  readonly connectionString?: string;
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string | (() => string | Promise<string>);
  readonly database?: string;
  readonly ssl?: boolean | object;
  /** Creates the stream of each connection, as connectors of cloud providers do. */
  readonly stream?: () => Duplex;
}

/** Returns the access token of a request, for example of a cookie or a session; null or undefined if it has none. */
export type TokenFrom = (request: Request) => string | null | undefined | Promise<string | null | undefined>;

/**
 * The validated settings of the service, with defaults where none is set. The settings of modules are here as well, because
 * all are validated together, and reported together where they are invalid.
 */
export abstract class Settings {
  /** Server of the database; absent: the embedded database in `dataDir`. */
  abstract readonly database: ServerConnection | undefined;
  /** Direct connection to the same server if `database` leads through a pooler in transaction mode, such as PgBouncer. */
  abstract readonly databaseDirect: ServerConnection | undefined;
  /** PostgreSQL schema of all tables. */
  abstract readonly databaseSchema: string;
  /** PostgreSQL schema of the job queue. */
  abstract readonly databaseJobsSchema: string;
  /** Whether the start creates and migrates the tables, or only checks that they belong to this release. */
  abstract readonly databaseMigrations: 'run' | 'check';
  /** URLs of streaming replicas, for reads. */
  abstract readonly databaseReplicaUrls: readonly string[];
  /** How long replicas serve reads while the primary is unavailable, in seconds; 0: not at all. */
  abstract readonly databaseOutageReadSeconds: number;
  /**
   * Maximum number of connections of this process for transactions, and to each replica for reads that may take long. Other
   * work has a third as many, and a few fixed ones.
   */
  abstract readonly databasePoolSize: number;
  /** Folder of the embedded database and of the first access token. */
  abstract readonly dataDir: string;
  /** Called when the embedded database dies, for example because the disk is full. The service opens it again as soon as possible. */
  abstract readonly onDatabaseDeath: ((error: Error) => void) | undefined;
  /** Returns the `EntityManager` of TypeORM whose transaction the current code of the host runs in; absent: there is none. */
  abstract readonly transaction: (() => unknown) | undefined;
  /** Table or view of the host's users, as `schema.name`; absent: the service manages users of its own. */
  abstract readonly usersView: string | undefined;
  /** Fields of the feedback of all projects. */
  abstract readonly fields: readonly DeclaredField[];
  /** Fields of the changelog entries of all projects. */
  abstract readonly changelogFields: readonly DeclaredField[];
  /** Fields of the comments of all projects. */
  abstract readonly commentFields: readonly DeclaredField[];
  /** Access token of the first instance admin. */
  abstract readonly bootstrapAccessToken: string | undefined;
  /** Identity providers whose access tokens are accepted, beside this service's own. */
  abstract readonly jwtIssuers: readonly JwtIssuer[];
  /** Returns the token of requests without one in their `Authorization` header; absent: there are none. */
  abstract readonly tokenFrom: TokenFrom | undefined;
  /** Other origins whose pages may use the tokens of `tokenFrom`. */
  abstract readonly trustedOrigins: readonly string[];
  /** Scheme, host and path prefix of absolute links, without a trailing slash; absent: taken from the request. */
  abstract readonly publicBaseUrl: string | undefined;
  /** Maximum size of a request body in bytes, before and after decompression. */
  abstract readonly maxBodyBytes: number;
  /** Maximum size of a file to import, in bytes. */
  abstract readonly maxImportBytes: number;
  /** Maximum size of an attachment, in bytes. */
  abstract readonly maxAttachmentBytes: number;
  /** Requests per minute and access token; 0 disables the limit. */
  abstract readonly rateLimitPerMinute: number;
  /** Expensive reads of a token, or of a user on whose behalf it is used, that a process runs at once. */
  abstract readonly maxParallelSearches: number;
  /** URL of a Redis server through which processes share the rate limit; absent: each counts on its own. */
  abstract readonly redisUrl: string | undefined;
  /** Origins that browsers may send requests from; `*` allows all, none disables CORS. */
  abstract readonly corsOrigins: readonly string[];
  /** Whether webhooks and chat may use private addresses and http URLs. */
  abstract readonly webhookAllowPrivateAddresses: boolean;
  /** Delays in seconds before the retries of a failed delivery. */
  abstract readonly webhookRetrySchedule: readonly number[];
  /** E-mail. Without `smtpUrl`, none is sent. */
  abstract readonly mail: {
    /** URL of the mail server. */
    readonly smtpUrl: string | undefined;
    /** E-mail address of the sender. */
    readonly from: string | undefined;
    /** Maximum number of mails per minute, of all processes together; 0 disables the limit. */
    readonly perMinute: number;
    readonly dkim: {
      readonly selector: string | undefined;
      readonly privateKey: string | undefined;
      /** Signing domain; absent: the domain of `from`. */
      readonly domain: string | undefined;
    };
    /** URL at which the service is mounted; absent: made of `publicBaseUrl` and `path`. */
    readonly serviceUrl: string | undefined;
  };
  /** Minimum retention of events, in days. */
  abstract readonly eventRetentionDays: number;
  /** Key that encrypts stored secrets; absent: they are stored as they are. */
  abstract readonly secretsKey: string | undefined;
  /** Key that `secretsKey` replaces: it decrypts what it encrypted. */
  abstract readonly secretsKeyPrevious: string | undefined;
  /**
   * Whether background work (the relay, deliveries, scheduled publication) starts together with the application. The
   * standalone service starts it itself, once it listens.
   */
  abstract readonly backgroundWork: boolean;
}

/** Where the service is mounted, and which of its parts are on. Known before the settings, which may be loaded later. */
export abstract class Layout {
  /** Path of the service below the global prefix, without slashes at its ends; empty: the whole application. */
  abstract readonly path: string;
  /** Whether the page at /docs is served. */
  abstract readonly docs: boolean;
  /** The modules of the service: other routes belong to the application around it. */
  abstract readonly modules: readonly (new (...dependencies: never[]) => unknown)[];
}
