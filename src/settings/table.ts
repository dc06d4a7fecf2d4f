import type { ModuleMetadata, Provider } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ServerConnection } from '../platform/config/index.js';
import type { RequestLogger } from '../platform/logging/index.js';
import { defaultLimits } from '../platform/problems/index.js';
import { authentication } from './authentication.js';
import { declaredFields } from './declared-fields.js';
import type { ServiceExtension } from './extension.js';
import { mail } from './mail.js';
import {
  converted,
  flag,
  integer,
  isOrigin,
  isUrl,
  list,
  parseInteger,
  splitList,
  text,
  url,
  value,
} from './setting.js';

/*
 * The options of the service. Their types, variables, validation, messages and documentation follow from these
 * tables. Code injects them as `Settings` of `platform/config`, which needs a member for each.
 */

const postgres = ['postgres:', 'postgresql:'];
const web = ['http:', 'https:'];
const schemaPredicate =
  'must be 1 to 58 lower-case letters, digits and underscores, and not begin with a digit or pg_.';

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

type DataSourceOptions = { readonly options: object } | PostgresOptions;

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

/** The database: one of `url`, `connection`, `dataSource` and `embedded`. */
export const database = {
  /** URL of a server: `postgres://user:password@host/database`. */
  url: url(postgres, { variable: 'DATABASE_URL' }),
  /** Connection parameters as `pg` takes them, instead of a URL. */
  connection: value<ServerConnection>({
    rule: [
      (given) => typeof given === 'object' && given !== null,
      'must be an object with connection parameters of pg.',
    ],
  }),
  /**
   * The host's TypeORM `DataSource`, or its options, instead of a URL: the service opens connections of its own to the same
   * server.
   */
  dataSource: converted<DataSourceOptions, ServerConnection, undefined>(
    value<DataSourceOptions>({
      rule: [
        (given) => optionsOf(given)['type'] === 'postgres',
        'must be a TypeORM DataSource of the type postgres, or its options.',
      ],
    }),
    serverOf,
  ),
  /** Whether to use the embedded database, which is for development, and needs PGlite. */
  embedded: flag({ default: false }),
  /**
   * URL of the same server if `DATABASE_URL` leads to PgBouncer.
   */
  directUrl: url(postgres, { variable: 'DATABASE_DIRECT_URL' }),
  /**
   * URLs of streaming replicas, for reads, with commas between. A host also adds the interceptor `ReplicaReads`.
   */
  replicaUrls: list({
    variable: 'DATABASE_REPLICA_URLS',
    default: [],
    rule: [areServers, 'must be URLs of the form postgres://…, each of another server.'],
  }),
  /**
   * How long replicas serve GET requests while the primary is unavailable, in seconds; 0: not at all.
   */
  outageReadSeconds: integer(0, 3600, { variable: 'DATABASE_OUTAGE_READ_SECONDS', default: 300 }),
  /** PostgreSQL schema of all tables, created if it is missing. The job queue has one with `_jobs` appended. */
  schema: text({
    variable: 'DATABASE_SCHEMA',
    default: 'feedback',
    rule: [(name) => isSchema(name) && name.length <= 58, schemaPredicate],
  }),
  /** PostgreSQL schema of the job queue. By default, `schema` with `_jobs` appended. */
  jobsSchema: text({ rule: [isSchema, schemaPredicate] }),
  /**
   * Whether the start creates and migrates the tables (`run`), or fails if a migration is missing (`check`).
   */
  migrations: value<'run' | 'check', 'run' | 'check'>({
    variable: 'DATABASE_MIGRATIONS',
    default: 'run',
    parse: (given) => given,
    rule: [(given) => ['run', 'check'].includes(given), 'must be run or check.'],
  }),
  /**
   * Maximum number of connections of a process for transactions. Other work has further ones: see the page on scaling.
   */
  poolSize: integer(1, 1000, { variable: 'DATABASE_POOL_SIZE', default: 10 }),
  /** Directory of the embedded database and of the first access token. */
  directory: text({ variable: 'DATA_DIR', default: './data' }),
  /** Called when the embedded database dies, for example of a full disk. It is opened again as soon as possible. */
  onDeath: value<(error: Error) => void>(),
};

/** The settings of the service. They can be loaded when the application starts. */
export const settings = {
  database,
  /** The host's users, instead of users of the service. */
  users: {
    /** Table or view with the columns that the page on embedding describes: `public.people`. */
    view: text({
      rule: [
        (view) => /^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/.test(view),
        'must have the form schema.name, with lower-case letters, digits and underscores.',
      ],
    }),
  },
  /**
   * Returns the `EntityManager` of the transaction that the calling code of the host runs in: use cases and reads join it. A
   * manager without an active transaction is ignored.
   */
  transaction: value<() => EntityManager | undefined>({
    rule: [(given) => typeof given === 'function', 'must be a function.'],
  }),
  /** Fields of feedback in all projects, in addition to each project's own. The API cannot change them. */
  fields: declaredFields(),
  /** Fields of changelog entries in all projects. */
  changelogFields: declaredFields(),
  /** Fields of comments in all projects. */
  commentFields: declaredFields(),
  /**
   * Start of absolute links, such as `https://feedback.example.com`: the URL of the root of the application, to which the global
   * prefix and `path` are appended. A path is one that a proxy removes.
   */
  publicBaseUrl: converted(
    url(web, {
      variable: 'PUBLIC_BASE_URL',
      shownDefault: 'the `Host` header',
      rule: [(given) => !/[?#]/.test(new URL(given).href), 'must have neither a query nor a fragment.'],
    }),
    // Serialized, so that it has no characters that a header must not have.
    (given) => new URL(given).href.replace(/\/+$/, ''),
  ),
  /** Maximum size of a request body in bytes, before and after decompression. */
  maxBodyBytes: integer(1024, 104_857_600, {
    variable: 'MAX_BODY_BYTES',
    default: defaultLimits.maxBodyBytes,
  }),
  /**
   * Maximum size of a file to import, in bytes.
   */
  maxImportBytes: integer(1024, 4_294_967_296, {
    variable: 'MAX_IMPORT_BYTES',
    default: defaultLimits.maxImportBytes,
  }),
  /** Maximum size of an attachment, in bytes. */
  maxAttachmentBytes: integer(1024, 67_108_864, {
    variable: 'MAX_ATTACHMENT_BYTES',
    default: defaultLimits.maxAttachmentBytes,
  }),
  authentication,
  /**
   * Requests per minute and access token; 0 disables the limit.
   */
  rateLimitPerMinute: integer(0, 1_000_000_000, {
    variable: 'RATE_LIMIT_PER_MINUTE',
    default: defaultLimits.rateLimitPerMinute,
  }),
  /**
   * Expensive reads, and as many streams, in progress at once of each access token, and of each user that a request names.
   */
  maxParallelSearches: integer(1, 1000, {
    variable: 'MAX_PARALLEL_SEARCHES',
    default: defaultLimits.maxParallelSearches,
  }),
  /**
   * `redis://…` or `rediss://…`: the processes share the rate limit. Needs `ioredis`.
   */
  redisUrl: url(['redis:', 'rediss:'], { variable: 'REDIS_URL' }),
  /** Origins that browsers may send requests from, with commas between, or `*`. */
  corsOrigins: {
    ...list({
      variable: 'CORS_ORIGINS',
      default: [],
      rule: [
        (origins) => origins.every((origin) => origin === '*' || isOrigin(origin)),
        'must be * or a list of origins, such as https://app.example.com.',
      ],
    }),
    parse: (given: string) => splitList(given).filter((origin) => origin !== ''),
  },
  /**
   * Whether webhooks and chat may use private addresses and `http` URLs.
   */
  webhookAllowPrivateAddresses: flag({ variable: 'WEBHOOK_ALLOW_PRIVATE_ADDRESSES', default: false }),
  /** Delays before the retries of a failed delivery, in seconds. */
  webhookRetrySchedule: value<readonly number[], readonly number[]>({
    variable: 'WEBHOOK_RETRY_SCHEDULE',
    default: [5, 300, 1800, 7200, 18_000, 36_000, 36_000],
    parse: (given) => given.split(',').map((pause) => parseInteger(pause.trim())),
    rule: [isSchedule, 'must be 1 to 20 whole numbers of seconds, such as 5, 300, 1800.'],
  }),
  /** E-mail. Without `smtpUrl`, none is sent. */
  mail,
  /** Minimum retention of events, in days. */
  eventRetentionDays: integer(1, 36_500, { variable: 'EVENT_RETENTION_DAYS', default: 90 }),
  /** Key, 32 characters or more, that encrypts stored secrets. Without it, they are stored as they are. */
  secretsKey: text({
    variable: 'SECRETS_KEY',
    rule: [(key) => key.length >= 32, 'must have at least 32 characters.'],
  }),
  /**
   * The key that `SECRETS_KEY` replaces. It decrypts what it encrypted.
   */
  secretsKeyPrevious: text({ variable: 'SECRETS_KEY_PREVIOUS' }),
  /**
   * Whether this process runs background work, such as deliveries and scheduled publication. One process per database must.
   */
  backgroundWork: flag({ default: true }),
  /**
   * Receives a line for each request of the service, such as a `pino` logger. By default, Nest's logger does, except for
   * requests that `pino-http` logs, which have a `log`. With `false`, only unexpected errors are logged.
   */
  requestLogger: value<RequestLogger | false>(),
};

function areServers(urls: readonly string[]): boolean {
  if (!urls.every((each) => isUrl(each, postgres))) return false;
  const hosts = urls.map((each) => new URL(each).host);
  return !hosts.includes('') && new Set(hosts).size === hosts.length;
}

function isSchema(name: string): boolean {
  return /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/.test(name);
}

function isSchedule(pauses: unknown): boolean {
  const isPause = (pause: unknown) =>
    Number.isInteger(pause) && Number(pause) >= 0 && Number(pause) < 1_000_000;
  return Array.isArray(pauses) && pauses.length >= 1 && pauses.length <= 20 && pauses.every(isPause);
}

function optionsOf(dataSource: DataSourceOptions): Record<string, unknown> {
  const options: Record<string, unknown> = { ...('options' in dataSource ? dataSource.options : dataSource) };
  // Like TypeORM, which connects with the options of the master in place of the others.
  const { master } = (options['replication'] ?? {}) as { readonly master?: object };
  return { ...options, ...master };
}

/** The parameters of `pg` that lead to a server. The others in `extra` configure the pool of the host. */
const serverParameters = [
  'connectionString',
  'host',
  'port',
  'user',
  'password',
  'database',
  'ssl',
  'stream',
];

function serverOf(dataSource: DataSourceOptions): ServerConnection {
  const { url: connectionString, username: user, extra, ...others } = optionsOf(dataSource);
  // TypeORM passes `extra` to the pool as it is, after its own options.
  const given = { ...others, connectionString, user, ...(extra as object | undefined) };
  const server = Object.entries(given).filter(
    ([name, part]) => serverParameters.includes(name) && part !== undefined,
  );
  return Object.fromEntries(server);
}
