import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { Logger as GraphileLogger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { DataSource, type EntitySchema, MigrationExecutor, type MigrationInterface } from 'typeorm';
import { type ServerConnection, SettingsError } from '../config/index.js';
import { EmbeddedPostgres } from '../embedded-postgres/index.js';
import { throwUnavailable } from './database-errors.js';
import { Pipelines } from './pipelines.js';
import { type ActiveTransaction, TransactionPool } from './transaction-connection.js';

/** The entity schemas of a module's aggregates, and the migrations that create its tables. */
export interface Persistence {
  readonly schemas?: readonly EntitySchema[];
  /** Classes whose names end in 13 digits (milliseconds since 1970); those of all modules run in this order. */
  readonly migrations: readonly (new () => MigrationInterface)[];
}

export interface DatabaseOptions {
  /** A PostgreSQL server, or the embedded one. */
  readonly server: ServerConnection | EmbeddedPostgres;
  /** Direct connection to the same server if `server` is a pooler in transaction mode, for work that needs a session. */
  readonly direct?: ServerConnection | undefined;
  /** PostgreSQL schema of all tables. It is created if it does not exist. */
  readonly schema: string;
  /** PostgreSQL schema of the job queue. It is created if it does not exist. */
  readonly jobsSchema: string;
  readonly poolSize: number;
  readonly persistence: readonly Persistence[];
  /** The tables that this release knows, also those of modules that are off; by default, those of `persistence`. */
  readonly known?: readonly Persistence[] | undefined;
}

/** The lock of all processes that migrate the same database; the number has no meaning. */
const migrationLock = '7310912846501298473';

const logger = new Logger('Database');

const silentLogger = new GraphileLogger(() => () => undefined);

const connectTimeoutMs = 5_000;

/** How long the service waits for the answer to a statement: longer than PostgreSQL works on it. */
const answerTimeoutMs = 35_000;

/** Settings of sessions that serve requests, in milliseconds. Behind a pooler, its operator sets them. */
export const sessionTimeouts = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 60_000 };

/** A generic plan suffices for short reads, which find rows by keys. PostgreSQL would plan some of them on each call. */
const genericPlans = 'plan_cache_mode=force_generic_plan';

/** Number of connections for short reads, and for pages: with a single one, a slow read would delay all others. */
const readingConnections = 2;

/**
 * Options of connections that serve requests. They are pipelined: the repositories of a unit of work may send several
 * statements without waiting for the answers in between.
 */
function requestOptions({ direct }: DatabaseOptions): pg.PoolConfig {
  return { pipeline: true, query_timeout: answerTimeoutMs, ...(direct === undefined ? sessionTimeouts : {}) };
}

/** Options of connections for short reads, whose statements are all prepared. */
function shortReadOptions(options: DatabaseOptions): pg.ClientConfig {
  return { ...requestOptions(options), ...startupOptions(options, genericPlans) };
}

/** Runs statements on connections. */
export interface QueryExecutor {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

/** Connections to a replica, by the reads that they are for, and those for measuring. */
export interface ReplicaConnections {
  readonly short: QueryExecutor;
  readonly page: QueryExecutor;
  readonly long: QueryExecutor;
  readonly measuring: QueryExecutor;
  close(): Promise<void>;
}

/** The connections to the database, whose schema is migrated to this version of the service. */
export class Database {
  /** The transaction that the current work runs in. */
  readonly current = new AsyncLocalStorage<ActiveTransaction>();
  /** The names of statements, of which there are few: what differs from call to call belongs in the values. */
  private readonly names = new Map<string, string>();
  /** For transactions. */
  readonly transactions: pg.Pool;
  /** Runs on the pool of transactions. */
  readonly dataSource: DataSource;
  /** For reads outside of units of work that end within milliseconds. */
  readonly reading: Pipelines;
  /** The same for pages of lists. A large one would delay the short reads behind it, such as those of access tokens. */
  readonly pages: Pipelines;
  /** For all other statements outside of units of work; a third as many connections as for transactions. */
  readonly pool: pg.Pool;

  private constructor(private readonly options: DatabaseOptions) {
    this.transactions = createPool(options, options.poolSize, requestOptions(options), this.current);
    this.dataSource = createDataSource(options, this.transactions);
    this.reading = createPipelines(options);
    this.pages = createPipelines(options);
    this.pool = createPool(options, Math.ceil(options.poolSize / 3), requestOptions(options));
  }

  /**
   * Connects and migrates. Any number of processes may do so at once: one migrates, the others wait for it.
   *
   * @throws DatabaseUnavailable when the server cannot be reached
   */
  static async open(options: DatabaseOptions): Promise<Database> {
    await migrate(withSessions(options));
    const database = new Database(options);
    await database.dataSource.initialize().catch(throwUnavailable);
    const { rows } = await database.pool.query<{ schema: string | null }>(
      'select current_schema() as schema',
    );
    if (rows[0]?.schema !== options.schema) {
      await database.close();
      throw new SettingsError(
        `The connections to the database must have the search_path ${options.schema}. Where they go through PgBouncer, ` +
          `set connect_query='set search_path = ${options.schema}' there.`,
      );
    }
    return database;
  }

  /** PostgreSQL schema of all tables. */
  get schema(): string {
    return this.options.schema;
  }

  /** PostgreSQL schema of the job queue. */
  get jobsSchema(): string {
    return this.options.jobsSchema;
  }

  /** Returns the `name` under which connections prepare a statement; none behind a pooler, which mixes sessions. */
  nameOf(text: string): { name?: string } {
    if (this.options.direct !== undefined) return {};
    let name = this.names.get(text);
    if (name === undefined) this.names.set(text, (name = hash('sha1', text, 'base64')));
    return { name };
  }

  /** Whether this is the embedded database, which has one process. */
  get isEmbedded(): boolean {
    return isEmbedded(this.options);
  }

  /** Opens a pool of connections with sessions, to be ended by the caller. */
  openPool(size: number, settings: pg.PoolConfig = { query_timeout: answerTimeoutMs }): pg.Pool {
    return createPool(withSessions(this.options), size, settings);
  }

  /**
   * Opens connections to a streaming replica, to be closed by the caller. Where `direct` is set, the URL may lead through a
   * pooler as well.
   */
  openReplica(url: string): ReplicaConnections {
    const options = { ...this.options, server: { connectionString: url } };
    const [short, page] = [createPipelines(options), createPipelines(options)];
    const long = createPool(options, options.poolSize, requestOptions(options));
    // A replica that takes longer than this to report its position counts as unavailable.
    const measuring = createPool(options, 1, { query_timeout: 2_000, connectionTimeoutMillis: 2_000 });
    const close = async () => {
      await Promise.all([short.close(), page.close(), long.end(), measuring.end()]);
    };
    return { short, page, long, measuring, close };
  }

  /** Closes all connections, and the embedded database. */
  async close(): Promise<void> {
    await Promise.all([this.reading.close(), this.pages.close()]);
    if (!this.pool.ended) await this.pool.end();
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
    if (this.options.server instanceof EmbeddedPostgres) await this.options.server.close();
  }
}

/** A client without unhandled `error` events: a connection may break before its user has added a listener. */
class Connection extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** Options for connections with sessions: for LISTEN and for locks that outlive a transaction. */
function withSessions(options: DatabaseOptions): DatabaseOptions {
  return { ...options, server: options.direct ?? options.server, direct: undefined };
}

function isEmbedded({ server }: DatabaseOptions): boolean {
  return server instanceof EmbeddedPostgres;
}

/** Settings that connections start with. A pooler refuses them, so it has to set the `search_path` itself. */
function startupOptions({ direct, schema }: DatabaseOptions, ...settings: string[]): pg.ClientConfig {
  if (direct !== undefined) return {};
  return { options: [`search_path=${schema}`, ...settings].map((setting) => `-c ${setting}`).join(' ') };
}

/** Options of every connection. */
function clientConfig(options: DatabaseOptions): pg.ClientConfig {
  const { server } = options;
  return {
    ...(server instanceof EmbeddedPostgres ? { stream: server.stream } : server),
    ...startupOptions(options),
    application_name: 'feedback-changelog-service',
    connectionTimeoutMillis: connectTimeoutMs,
  };
}

function createClient(options: DatabaseOptions, settings: pg.ClientConfig): pg.Client {
  return new Connection({ ...clientConfig(options), ...settings });
}

function createPipelines(options: DatabaseOptions): Pipelines {
  return new Pipelines(readingConnections, () => createClient(options, shortReadOptions(options)));
}

function createPool(
  options: DatabaseOptions,
  max: number,
  settings: pg.PoolConfig = {},
  current?: AsyncLocalStorage<ActiveTransaction>,
): pg.Pool {
  const config = { ...clientConfig(options), Client: Connection, max, ...settings };
  const pool = current ? new TransactionPool(config, current) : new pg.Pool(config);
  // An idle connection: the error of one in use is that of its statement.
  pool.on('error', (error) => logger.warn(`A database connection broke: ${error.message}`));
  // graphile-worker checks that the pool handles the errors of its clients.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** @param pool ended by the data source when that is destroyed */
function createDataSource(options: DatabaseOptions, pool: pg.Pool): DataSource {
  return new DataSource({
    type: 'postgres',
    // TypeORM calls `new driver.Pool()`, which returns the existing pool.
    driver: {
      Pool: function () {
        return pool;
      },
    },
    // The pool has a handler already.
    poolErrorHandler: () => undefined,
    installExtensions: false,
    entitySkipConstructor: true,
    entities: options.persistence.flatMap(({ schemas = [] }) => schemas),
    migrations: options.persistence.flatMap(({ migrations }) => migrations),
    schema: options.schema,
    migrationsTableName: 'migrations',
  });
}

/**
 * Creates and migrates the schema and that of the job queue, on connections of its own with a session: an advisory lock lets one
 * process at a time do so.
 */
async function migrate(options: DatabaseOptions): Promise<void> {
  const { schema } = options;
  const session = createClient(options, {});
  const pool = createPool(options, 1);
  const migrating = createDataSource(options, pool);
  try {
    await session.connect().catch(throwUnavailable);
    await session.query('select pg_advisory_lock($1)', [migrationLock]);
    const { rowCount } = await session.query('select from pg_namespace where nspname = $1', [schema]);
    if (rowCount === 0) await session.query(`create schema ${schema}`);
    // All connections of the embedded database share one session, which no connection can start with settings.
    if (isEmbedded(options)) await session.query(`set search_path = ${schema}`);
    await migrating.initialize().catch(throwUnavailable);
    await expectNoNewerSchema(migrating, options);
    await migrating.runMigrations({ transaction: 'all' });
    await runMigrations({ pgPool: pool, schema: options.jobsSchema, logger: silentLogger });
  } finally {
    await (migrating.isInitialized ? migrating.destroy() : pool.end());
    // On the embedded database the lock would outlive the connection.
    await session.query('select pg_advisory_unlock_all()').catch(() => undefined);
    await session.end().catch(() => undefined);
  }
}

/**
 * A release would not keep the rules of tables that a later one has migrated.
 *
 * @throws SettingsError
 */
async function expectNoNewerSchema(
  migrating: DataSource,
  { schema, persistence, known = persistence }: DatabaseOptions,
): Promise<void> {
  const timestampOf = (name: string) => Number(name.slice(-13));
  const names = [...known, ...persistence].flatMap(({ migrations }) => migrations.map(({ name }) => name));
  const newest = Math.max(...names.map(timestampOf));
  const executed = await new MigrationExecutor(migrating).getExecutedMigrations();
  const newer = executed
    .map(({ name }) => name)
    .filter((name) => !names.includes(name) && timestampOf(name) > newest);
  if (newer.length === 0) return;
  throw new SettingsError(
    `The schema ${schema} of the database was migrated by a newer release (${newer.join(', ')}): ` +
      'start that release, or restore a backup from before its first start.',
  );
}
