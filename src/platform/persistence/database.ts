import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { DataSource, type EntitySchema, type MigrationInterface } from 'typeorm';
import { EnvironmentError } from '../config/index.js';
import { EmbeddedPostgres } from '../embedded-postgres/index.js';
import { throwUnavailable } from './database-errors.js';
import { Pipelines } from './pipelines.js';

/** What a module stores: the schemas of its aggregates and the migrations that make its tables. */
export interface Persistence {
  readonly schemas: readonly EntitySchema[];
  /** Classes whose names end in 13 digits (milliseconds since 1970); those of all modules run in this order. */
  readonly migrations: readonly (new () => MigrationInterface)[];
}

export interface DatabaseOptions {
  /** A PostgreSQL server, or the embedded one. */
  readonly server: string | EmbeddedPostgres;
  /**
   * The same server without the pooler that is then at `server`, which gives each transaction any of its sessions: what
   * needs a session of its own goes here. Absent: `server` has sessions.
   */
  readonly direct?: string | undefined;
  /** PostgreSQL schema of all tables. It is created if it does not exist. */
  readonly schema: string;
  readonly poolSize: number;
  readonly persistence: readonly Persistence[];
  /** Is told when a connection that nobody uses breaks. */
  readonly onConnectionError: (error: Error) => void;
}

// One number for all processes that migrate the same database; any 64-bit number will do.
const migrationLock = '7310912846501298473';

const silentLogger = new Logger(() => () => undefined);

/** For how long PostgreSQL works on a statement, and waits for the next one in a transaction, in milliseconds. */
const timeouts = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 60_000 };

/** In milliseconds; after that a statement has failed. */
const answerWithin = 35_000;

/** How connections that requests are answered on differ from others. */
function answering({ direct }: DatabaseOptions): pg.PoolConfig {
  return {
    pipeline: true,
    query_timeout: answerWithin,
    // A pooler refuses connections that ask for settings.
    ...(direct === undefined ? timeouts : {}),
  };
}

/** How connections differ whose statements are all prepared, and have one plan for all values. */
function reading(options: DatabaseOptions): pg.ClientConfig {
  return { ...answering(options), ...startupOptions(options, planOnce) };
}

/** PostgreSQL would plan some for the values each time, since it takes them for more selective than they are. */
const planOnce = 'plan_cache_mode=force_generic_plan';

/** Connections that carry reads: with one, a read that takes long would hold up all others. */
const readingConnections = 2;

/** Runs statements on connections. */
export interface QueryExecutor {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

/** Connections to a replica: for reads that end within milliseconds, for those that may take long, and for measuring. */
export interface ReplicaConnections {
  readonly short: QueryExecutor;
  readonly long: QueryExecutor;
  readonly measuring: QueryExecutor;
  close(): Promise<void>;
}

/** The connections to the database, with its tables as this version of the service wants them. */
export class Database {
  /** For reads outside of units of work that end within milliseconds. */
  readonly reading: Pipelines;
  /** For all other statements outside of units of work: a third as many connections as for transactions. */
  readonly pool: pg.Pool;
  /** The settings that each transaction begins with, where connections cannot have them; empty where they can. */
  readonly localSettings: string;
  private readonly names = new Map<string, string>();

  private constructor(
    readonly dataSource: DataSource,
    private readonly options: DatabaseOptions,
  ) {
    this.reading = new Pipelines(readingConnections, () => openClient(options, reading(options)));
    this.pool = openPool(options, Math.ceil(options.poolSize / 3), answering(options));
    const settings = Object.entries(timeouts).map(([name, value]) => `set local ${name} = ${value}`);
    this.localSettings = options.direct === undefined ? '' : settings.join('; ');
  }

  /**
   * Connects and migrates. Any number of processes may do so at once: one migrates, the others wait for it.
   *
   * @throws DatabaseUnavailable when the server cannot be reached
   */
  static async open(options: DatabaseOptions): Promise<Database> {
    await migrate(withSessions(options));
    const connected = dataSource(options, { max: options.poolSize, ...answering(options) });
    await connected.initialize().catch(throwUnavailable);
    const database = new Database(connected, options);
    const { rows } = await database.pool.query<{ schema: string | null }>(
      'select current_schema() as schema',
    );
    if (rows[0]?.schema !== options.schema) {
      await database.close();
      throw new EnvironmentError(
        `The connections of DATABASE_URL must have the search_path ${options.schema}. Where they go through PgBouncer, ` +
          `set connect_query='set search_path = ${options.schema}' there.`,
      );
    }
    return database;
  }

  /** PostgreSQL schema of the job queue. */
  get jobsSchema(): string {
    return jobsSchemaOf(this.options);
  }

  /** The name under which a statement is prepared on each connection; undefined where a pooler would mix them up. */
  nameOf(text: string): string | undefined {
    let name = this.names.get(text);
    if (name === undefined) {
      name = `s${this.names.size}`;
      this.names.set(text, name);
    }
    return this.options.direct === undefined ? name : undefined;
  }

  isNamed(text: string): boolean {
    return this.names.has(text);
  }

  /** Whether no other process can be connected to it. */
  get isEmbedded(): boolean {
    return typeof this.options.server !== 'string';
  }

  /** Connections with sessions, apart from those that requests are answered on; to be ended by whoever asks for them. */
  openPool(size: number): pg.Pool {
    // An answer that never comes must not hold up whoever waits for it for ever.
    return openPool(withSessions(this.options), size, { query_timeout: answerWithin });
  }

  /** A connection of its own, not connected yet, which may listen to notices; to be ended by whoever asks for it. */
  openClient(): pg.Client {
    return openClient(withSessions(this.options), {});
  }

  /**
   * Opens connections to a streaming replica, to be closed by the caller. Where `direct` is set, the URL may lead through a
   * pooler as well.
   */
  openReplica(url: string): ReplicaConnections {
    const options = { ...this.options, server: url };
    const short = new Pipelines(readingConnections, () => openClient(options, reading(options)));
    const long = openPool(options, options.poolSize, answering(options));
    // A replica that takes longer than this to tell its position counts as unavailable.
    const measuring = openPool(options, 1, { query_timeout: 2_000, connectionTimeoutMillis: 2_000 });
    const close = async () => {
      await Promise.all([short.close(), long.end(), measuring.end()]);
    };
    return { short, long, measuring, close };
  }

  /** Closes all connections, and the embedded database. */
  async close(): Promise<void> {
    await this.reading.close();
    if (!this.pool.ended) await this.pool.end();
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
    if (typeof this.options.server !== 'string') await this.options.server.close();
  }
}

/**
 * A connection that may break while it is on its way from the pool to whoever asked for it, when nobody listens yet:
 * that must not end the process. What is then asked of it fails.
 */
class Connection extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** For what uses LISTEN, or locks that outlive a transaction. */
function withSessions(options: DatabaseOptions): DatabaseOptions {
  return { ...options, server: options.direct ?? options.server, direct: undefined };
}

function jobsSchemaOf({ schema }: DatabaseOptions): string {
  return `${schema}_jobs`;
}

/** Settings that connections start with. A pooler refuses them, so it has to set the `search_path` itself. */
function startupOptions({ direct, schema }: DatabaseOptions, ...settings: string[]): pg.ClientConfig {
  if (direct !== undefined) return {};
  return { options: [`search_path=${schema}`, ...settings].map((setting) => `-c ${setting}`).join(' ') };
}

const connectTimeout = 5_000;

/** What pg needs to know of every connection, apart from the server. */
function connection(options: DatabaseOptions) {
  const { server } = options;
  return {
    ...(typeof server === 'string' ? {} : { stream: server.stream }),
    ...startupOptions(options),
    application_name: 'feedback-changelog-service',
  };
}

function clientConfig(options: DatabaseOptions): pg.ClientConfig {
  return {
    ...(typeof options.server === 'string' ? { connectionString: options.server } : {}),
    ...connection(options),
    connectionTimeoutMillis: connectTimeout,
  };
}

function openClient(options: DatabaseOptions, settings: pg.ClientConfig): pg.Client {
  return new Connection({ ...clientConfig(options), ...settings });
}

function openPool(options: DatabaseOptions, max: number, settings: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ ...clientConfig(options), Client: Connection, max, ...settings });
  pool.on('error', options.onConnectionError);
  // The job queue wants to see that connections are listened to, as `Connection` does by itself.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function dataSource(options: DatabaseOptions, pool: pg.PoolConfig): DataSource {
  const { server } = options;
  return new DataSource({
    type: 'postgres',
    ...(typeof server === 'string' ? { url: server } : {}),
    extra: { ...connection(options), Client: Connection, ...pool },
    connectTimeoutMS: connectTimeout,
    poolErrorHandler: options.onConnectionError,
    useUTC: true,
    installExtensions: false,
    entitySkipConstructor: true,
    entities: options.persistence.flatMap(({ schemas }) => schemas),
    migrations: options.persistence.flatMap(({ migrations }) => migrations),
    schema: options.schema,
    migrationsTableName: 'migrations',
  });
}

/** Creates and migrates the schema. An advisory lock lets one process at a time do so. */
async function migrate(options: DatabaseOptions): Promise<void> {
  const { schema } = options;
  const session = openClient(options, {});
  const pool = openPool(options, 1);
  const migrating = dataSource(options, { max: 1 });
  try {
    await session.connect().catch(throwUnavailable);
    await session.query('select pg_advisory_lock($1)', [migrationLock]);
    const { rowCount } = await session.query('select from pg_namespace where nspname = $1', [schema]);
    if (rowCount === 0) await session.query(`create schema ${schema}`);
    // All connections of the embedded database share one session, which no connection can start with settings.
    if (typeof options.server !== 'string') await session.query(`set search_path = ${schema}`);
    await migrating.initialize().catch(throwUnavailable);
    await migrating.runMigrations({ transaction: 'all' });
    await runMigrations({ pgPool: pool, schema: jobsSchemaOf(options), logger: silentLogger });
  } finally {
    if (migrating.isInitialized) await migrating.destroy();
    await pool.end();
    // On the embedded database the lock would outlive the connection.
    await session.query('select pg_advisory_unlock_all()').catch(() => undefined);
    await session.end().catch(() => undefined);
  }
}
