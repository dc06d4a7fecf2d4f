import type { Duplex } from 'node:stream';
import { converted, flag, integer, isUrl, list, text, url, value } from './setting.js';

const postgres = ['postgres:', 'postgresql:'];
const schemaPredicate =
  'must be 1 to 58 lower-case letters, digits and underscores, and not begin with a digit or pg_.';

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
  dataSource: converted(
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
  /** URL of the same server if `DATABASE_URL` leads to PgBouncer. */
  directUrl: url(postgres, { variable: 'DATABASE_DIRECT_URL' }),
  /** URLs of streaming replicas, for reads, with commas between. A host also adds the interceptor `ReplicaReads`. */
  replicaUrls: list({
    variable: 'DATABASE_REPLICA_URLS',
    default: [],
    rule: [areServers, 'must be URLs of the form postgres://…, each of another server.'],
  }),
  /** How long replicas serve GET requests while the primary is unavailable, in seconds; 0: not at all. */
  outageReadSeconds: integer(0, 3600, { variable: 'DATABASE_OUTAGE_READ_SECONDS', default: 300 }),
  /** PostgreSQL schema of all tables, created if it is missing. The job queue has one with `_jobs` appended. */
  schema: text({
    variable: 'DATABASE_SCHEMA',
    default: 'feedback',
    rule: [(name) => isSchema(name) && name.length <= 58, schemaPredicate],
  }),
  /** PostgreSQL schema of the job queue. By default, `schema` with `_jobs` appended. */
  jobsSchema: text({ rule: [isSchema, schemaPredicate] }),
  /** Whether the start creates and migrates the tables (`run`), or fails if a migration is missing (`check`). */
  migrations: value<'run' | 'check', 'run' | 'check'>({
    variable: 'DATABASE_MIGRATIONS',
    default: 'run',
    parse: (given) => given,
    rule: [(given) => ['run', 'check'].includes(given), 'must be run or check.'],
  }),
  /** Maximum number of connections of a process for transactions. Other work has further ones: see the page on scaling. */
  poolSize: integer(1, 1000, { variable: 'DATABASE_POOL_SIZE', default: 10 }),
  /** Directory of the embedded database and of the first access token. */
  directory: text({ variable: 'DATA_DIR', default: './data' }),
  /** Called when the embedded database dies, for example of a full disk. It is opened again as soon as possible. */
  onDeath: value<(error: Error) => void>(),
};

function areServers(urls: readonly string[]): boolean {
  if (!urls.every((each) => isUrl(each, postgres))) return false;
  const hosts = urls.map((each) => new URL(each).host);
  return !hosts.includes('') && new Set(hosts).size === hosts.length;
}

function isSchema(name: string): boolean {
  return /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/.test(name);
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
