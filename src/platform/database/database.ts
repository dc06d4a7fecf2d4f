import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { DataSource, type EntitySchema, MigrationExecutor, type MigrationInterface } from 'typeorm';
import { EmbeddedPostgres } from './embedded/embedded-postgres.js';

/** What a module stores: the schemas of its aggregates and the migrations that make its tables. */
export interface Persistence {
  readonly schemas: readonly EntitySchema[];
  /** Classes whose names end in 13 digits (milliseconds since 1970); those of all modules run in this order. */
  readonly migrations: readonly (new () => MigrationInterface)[];
}

export interface DatabaseOptions {
  /** A PostgreSQL server, or the embedded one. */
  readonly server: string | EmbeddedPostgres;
  readonly poolSize: number;
  readonly persistence: readonly Persistence[];
  /** Is told when a connection that nobody uses breaks. */
  readonly onConnectionError: (error: Error) => void;
}

// One number for all processes that migrate the same database; any 64-bit number will do.
const migrationLock = '7310912846501298473';

const silentLogger = new Logger(() => () => undefined);

/** The connections to the database, with its tables as this version of the service wants them. */
export class Database {
  private constructor(
    readonly dataSource: DataSource,
    private readonly options: DatabaseOptions,
  ) {}

  /**
   * Connects and migrates. Any number of processes may do so at once: one migrates, the others wait for it.
   *
   * @throws what `pg` throws when the server cannot be reached
   */
  static async open(options: DatabaseOptions): Promise<Database> {
    const migrating = dataSource(options, { max: 1 });
    await migrating.initialize();
    try {
      await migrate(migrating, async () => {
        const pool = openPool(options, 1);
        try {
          await runMigrations({ pgPool: pool, logger: silentLogger });
        } finally {
          await pool.end();
        }
      });
    } finally {
      await migrating.destroy();
    }
    const timeouts = {
      statement_timeout: 30_000,
      query_timeout: 35_000,
      idle_in_transaction_session_timeout: 60_000,
    };
    const connected = dataSource(options, { max: options.poolSize, ...timeouts });
    await connected.initialize();
    return new Database(connected, options);
  }

  /** Whether no other process can be connected to it. */
  get isEmbedded(): boolean {
    return typeof this.options.server !== 'string';
  }

  /** Connections apart from those that requests are answered on; to be ended by whoever asks for them. */
  openPool(size: number): pg.Pool {
    return openPool(this.options, size);
  }

  /** Closes all connections, and the embedded database. */
  async close(): Promise<void> {
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

const connectTimeout = 5_000;

/** What pg needs to know of every connection. */
function connection({ server }: DatabaseOptions) {
  return {
    ...(typeof server === 'string' ? {} : { stream: server.stream }),
    application_name: 'feedback-changelog-service',
    Client: Connection,
  };
}

function openPool(options: DatabaseOptions, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...(typeof options.server === 'string' ? { connectionString: options.server } : {}),
    ...connection(options),
    connectionTimeoutMillis: connectTimeout,
    max,
  });
  pool.on('error', options.onConnectionError);
  // The job queue wants to see that connections are listened to, as `Connection` does by itself.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function dataSource(options: DatabaseOptions, pool: Record<string, number>): DataSource {
  const { server } = options;
  return new DataSource({
    type: 'postgres',
    ...(typeof server === 'string' ? { url: server } : {}),
    extra: { ...connection(options), ...pool },
    connectTimeoutMS: connectTimeout,
    poolErrorHandler: options.onConnectionError,
    useUTC: true,
    installExtensions: false,
    entitySkipConstructor: true,
    entities: options.persistence.flatMap(({ schemas }) => schemas),
    migrations: options.persistence.flatMap(({ migrations }) => migrations),
    migrationsTableName: 'migrations',
  });
}

/** @param migrateJobs makes the tables of the job queue, which bring their own migrations */
async function migrate(dataSource: DataSource, migrateJobs: () => Promise<void>): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query(`select pg_advisory_lock(${migrationLock})`);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'all';
    await executor.executePendingMigrations();
    await migrateJobs();
    await runner.query(`select pg_advisory_unlock(${migrationLock})`);
  } finally {
    await runner.release();
  }
}
