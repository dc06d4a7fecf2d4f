import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import { Logger as GraphileLogger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { type DataSource, MigrationExecutor } from 'typeorm';
import { SettingsError } from '../config/index.js';
import { EmbeddedPostgres } from '../embedded-postgres/index.js';
import { expectSupportedSchema } from './breaking-migrations.js';
import {
  answerTimeoutMs,
  createClient,
  createDataSource,
  createPipelines,
  createMeasuringPool,
  createPool,
  type DatabaseOptions,
  isEmbedded,
  requestOptions,
  startupOptions,
  withSessions,
} from './connections.js';
import { throwUnavailable } from './database-errors.js';
import { lockMigrations, migrationTimeouts, unlockMigrations, untilUnlocked } from './migrating.js';
import type { Pipelines } from './pipelines.js';
import type { ActiveTransaction } from './transaction-connection.js';

export type { DatabaseOptions, Persistence } from './connections.js';

const silentLogger = new GraphileLogger(() => () => undefined);

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
  /** The schema to which their `search_path` leads. */
  readonly schema: string;
  close(): Promise<void>;
}

interface SchemaIdentity {
  /** The name of the database. */
  readonly database: string;
  /** Another server may have a database with the same name, but hardly a schema with the same identifier. */
  readonly oid: string;
}

/** The connections to the database, whose schema is migrated to this version of the service. */
export class Database {
  /** The transaction that the current work runs in. */
  readonly current = new AsyncLocalStorage<ActiveTransaction>();
  /** The names of statements. There are few: what differs from call to call belongs in the values. */
  private readonly names = new Map<string, string>();
  /** For transactions. */
  readonly transactions: pg.Pool;
  /** Runs on the pool of transactions. */
  readonly dataSource: DataSource;
  /** For reads outside of units of work that end within milliseconds. */
  readonly reading: Pipelines;
  /** The same for pages of lists. A large one would delay the short reads behind it, such as reads of access tokens. */
  readonly pages: Pipelines;
  /** For all other statements outside of units of work; a third as many connections as for transactions. */
  readonly pool: pg.Pool;

  private schemaIdentity: SchemaIdentity = { database: '', oid: '' };

  private constructor(private readonly options: DatabaseOptions) {
    this.transactions = createPool(options, options.poolSize, requestOptions(options), this.current);
    this.dataSource = createDataSource(options, this.transactions);
    this.reading = createPipelines(options);
    this.pages = createPipelines(options);
    this.pool = createPool(options, Math.ceil(options.poolSize / 3), requestOptions(options));
  }

  /**
   * Connects, and migrates or checks the tables. Any number of processes may do so at once: one migrates, the others wait for
   * it.
   *
   * @throws DatabaseUnavailable when the server cannot be reached
   * @throws SettingsError if the tables belong to another release, or the role cannot use them
   */
  static async open(options: DatabaseOptions): Promise<Database> {
    await (options.migrations === 'check' ? expectMigrated : migrate)(withSessions(options));
    const database = new Database(options);
    await database.dataSource.initialize().catch(throwUnavailable);
    const { rows } = await database.pool.query<SchemaIdentity & { schema: string | null }>(
      `select current_schema() as schema, current_database() as database,
              to_regnamespace(current_schema())::oid::text as oid`,
    );
    const { schema, ...identity } = rows[0]!;
    database.schemaIdentity = identity;
    if (schema !== options.schema) {
      await database.close();
      throw new SettingsError(
        `The connections to the database must have the search_path ${options.schema}. Where they go through PgBouncer, ` +
          `set connect_query='set search_path = ${options.schema}' there.`,
      );
    }
    try {
      await expectAccess(database.pool, [options.schema, options.jobsSchema]);
    } catch (error) {
      await database.close();
      throw error;
    }
    return database;
  }

  /** PostgreSQL schema of all tables. */
  get schema(): string {
    return this.options.schema;
  }

  /** What distinguishes the schema from one with the same name in another database. */
  get identity(): SchemaIdentity {
    return this.schemaIdentity;
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
    const measuring = createMeasuringPool(options);
    const close = async () => {
      await Promise.all([short.close(), page.close(), long.end(), measuring.end()]);
    };
    return { short, page, long, measuring, schema: options.schema, close };
  }

  /** Opens a connection by which the availability of the server is measured, to be ended by the caller. */
  openMeasuring(): pg.Pool {
    return createMeasuringPool(this.options);
  }

  /** Returns whether the database answers on a new connection within 2 seconds. */
  async isAvailable(): Promise<boolean> {
    const measuring = this.openMeasuring();
    try {
      await measuring.query('select');
      return true;
    } catch {
      return false;
    } finally {
      await measuring.end();
    }
  }

  /** Closes all connections, and the embedded database unless it is shared. */
  async close(): Promise<void> {
    await Promise.all([this.reading.close(), this.pages.close()]);
    if (!this.pool.ended) await this.pool.end();
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
    const { server, isShared } = this.options;
    if (server instanceof EmbeddedPostgres && !isShared) await server.close();
    // Otherwise, it stays in memory, and in Node 20 it adds time to every promise of the process.
    this.current.disable();
  }
}

/**
 * Creates and migrates the schema and the schema of the job queue, on connections of its own with a session: an advisory lock lets one
 * process at a time do so.
 */
async function migrate(options: DatabaseOptions): Promise<void> {
  const { schema } = options;
  const session = createClient(options, {});
  const pool = createPool(options, 1, startupOptions(options, migrationTimeouts));
  const migrating = createDataSource(options, pool);
  try {
    await session.connect().catch(throwUnavailable);
    await lockMigrations(session);
    const { rowCount } = await session.query('select from pg_namespace where nspname = $1', [schema]);
    if (rowCount === 0) await session.query(`create schema ${schema}`);
    // All connections of the embedded database share one session, which no connection can start with settings.
    if (options.server instanceof EmbeddedPostgres)
      await options.server.setUpSession(`set search_path = ${schema}`);
    await migrating.initialize().catch(throwUnavailable);
    await expectSupportedSchema(migrating, schema, migrationNames(options));
    const run = async () => {
      await migrating.runMigrations({ transaction: 'each' });
      await runMigrations({ pgPool: pool, schema: options.jobsSchema, logger: silentLogger });
    };
    // Nobody else uses the embedded database during the start.
    await (isEmbedded(options) ? run() : untilUnlocked(run));
  } finally {
    await (migrating.isInitialized ? migrating.destroy() : pool.end());
    await unlockMigrations(session).catch(() => undefined);
    await session.end().catch(() => undefined);
  }
}

/**
 * Connects without migrating, on a session that can only read.
 *
 * @throws SettingsError if the role cannot use the tables, or a migration is missing, in the schema or in the schema of the job queue
 */
async function expectMigrated(options: DatabaseOptions): Promise<void> {
  const { schema, jobsSchema } = options;
  const pool = createPool(options, 1, {
    ...startupOptions(options, 'default_transaction_read_only=on'),
  });
  const checking = createDataSource(options, pool);
  try {
    await checking.initialize().catch(throwUnavailable);
    await expectAccess(pool, [schema, jobsSchema]);
    await expectSupportedSchema(checking, schema, migrationNames(options));
    const pending = await new MigrationExecutor(checking).getPendingMigrations();
    const [first] = pending;
    if (first)
      throw notMigrated(schema, `${pending.length} migrations are missing, the first one is ${first.name}`);
    // Without migrations to run, it only reads.
    await runMigrations({ pgPool: pool, schema: jobsSchema, logger: silentLogger }).catch((error: Error) => {
      throw notMigrated(jobsSchema, error.message);
    });
  } finally {
    await (checking.isInitialized ? checking.destroy() : pool.end());
  }
}

function notMigrated(schema: string, reason: string): SettingsError {
  return new SettingsError(
    `The schema ${schema} of the database must be migrated before the start, by migrate() or npm run db:migrate: ${reason}.`,
  );
}

/** Returns the names of all migrations of this release. */
function migrationNames({ persistence, known = persistence }: DatabaseOptions): string[] {
  return [...known, ...persistence].flatMap(({ migrations }) => migrations.map(({ name }) => name));
}

/** A table whose rows the role of the session cannot read and write. Of the lists of migrations, only reading is required. */
const tableWithoutAccess = `
  select format('%I.%I', n.nspname, c.relname) as name, current_user as role
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1) and c.relkind = 'r' and not (
    has_schema_privilege(n.oid, 'usage')
    and has_table_privilege(c.oid, 'select')
    and (c.relname = 'migrations' or has_table_privilege(c.oid, 'insert')
      and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete'))
    and (not row_security_active(c.oid) or exists (
      select from pg_policy p, unnest(p.polroles) role where p.polrelid = c.oid and (role = 0 or pg_has_role(role, 'usage')))))
  order by n.nspname, c.relname limit 1`;

/** @throws SettingsError if the role of the connections cannot read and write all tables: jobs would fail without an answer */
async function expectAccess(pool: pg.Pool, schemas: readonly string[]): Promise<void> {
  const { rows } = await pool.query<{ name: string; role: string }>(tableWithoutAccess, [schemas]);
  const [missing] = rows;
  if (!missing) return;
  throw new SettingsError(
    `The role ${missing.role} cannot read and write the rows of ${missing.name}: migrate with the role that owns the tables, ` +
      `by migrate(options, { grantTo: '${missing.role}' }) or npm run db:migrate -- --grant-to ${missing.role}.`,
  );
}
