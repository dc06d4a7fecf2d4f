import type { AsyncLocalStorage } from 'node:async_hooks';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';
import type { ServerConnection } from '../config/index.js';
import { LogThrottle } from '../logging/index.js';
import { EmbeddedPostgres } from '../embedded-postgres/index.js';
import { NoTypeormLog } from './migrating.js';
import { Pipelines } from './pipelines.js';
import { type ActiveTransaction, TransactionPool } from './transaction-connection.js';

/** The entities of a module, and the migrations that create its tables. */
export interface Persistence {
  /** Classes with `@Entity`. */
  readonly entities?: readonly (new () => object)[];
  /** Classes whose names end in 13 digits (milliseconds since 1970); the migrations of all modules run in this order. */
  readonly migrations: readonly (new () => MigrationInterface)[];
}

export interface DatabaseOptions {
  /** A PostgreSQL server, or the embedded one. */
  readonly server: ServerConnection | EmbeddedPostgres;
  /** Whether an embedded server is closed by the code that opened it, and not with the connections. */
  readonly isShared?: boolean;
  /** Direct connection to the same server if `server` is a pooler in transaction mode, for work that needs a session. */
  readonly direct?: ServerConnection | undefined;
  /** PostgreSQL schema of all tables. It is created if it does not exist. */
  readonly schema: string;
  /** PostgreSQL schema of the job queue. It is created if it does not exist. */
  readonly jobsSchema: string;
  readonly poolSize: number;
  /** Whether to create and migrate the tables, or only to check that they are of this release; by default, the former. */
  readonly migrations?: 'run' | 'check';
  readonly persistence: readonly Persistence[];
  /** The tables that this release knows, also of modules that are off; by default, the tables of `persistence`. */
  readonly known?: readonly Persistence[] | undefined;
}

const logger = new Logger('Database');

const brokenConnections = new LogThrottle();

const connectTimeoutMs = 5_000;

/** How long the service waits for the answer to a statement: longer than PostgreSQL works on it. */
export const answerTimeoutMs = 35_000;

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
export function requestOptions({ direct }: DatabaseOptions): pg.PoolConfig {
  return { pipeline: true, query_timeout: answerTimeoutMs, ...(direct === undefined ? sessionTimeouts : {}) };
}

/** Options of connections for short reads, whose statements are all prepared. */
function shortReadOptions(options: DatabaseOptions): pg.ClientConfig {
  return { ...requestOptions(options), ...startupOptions(options, genericPlans) };
}

/** A client without unhandled `error` events: a connection may break before its user has added a listener. */
class Connection extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/**
 * A pool that ignores the second release of a connection. graphile-worker 0.17 releases the one on which it listens twice if that
 * breaks while a worker ends. The pools of `pg` throw then, and the rejection, which nothing handles, would end the process.
 */
class IdempotentReleasePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (!callback) return super.connect();
    super.connect((error, client, release) => {
      if (error) return callback(error, client, release);
      let isReleased = false;
      callback(error, client, (reason) => {
        if (!isReleased) release(reason);
        isReleased = true;
      });
    });
  }
}

/** Options for connections with sessions: for LISTEN and for locks that outlive a transaction. */
export function withSessions(options: DatabaseOptions): DatabaseOptions {
  return { ...options, server: options.direct ?? options.server, direct: undefined };
}

export function isEmbedded({ server }: DatabaseOptions): boolean {
  return server instanceof EmbeddedPostgres;
}

/** Settings that connections start with. A pooler refuses them, so it has to set the `search_path` itself. */
export function startupOptions({ direct, schema }: DatabaseOptions, ...settings: string[]): pg.ClientConfig {
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

export function createClient(options: DatabaseOptions, settings: pg.ClientConfig): pg.Client {
  return new Connection({ ...clientConfig(options), ...settings });
}

export function createPipelines(options: DatabaseOptions): Pipelines {
  return new Pipelines(readingConnections, () => createClient(options, shortReadOptions(options)));
}

export function createPool(
  options: DatabaseOptions,
  max: number,
  settings: pg.PoolConfig = {},
  current?: AsyncLocalStorage<ActiveTransaction>,
): pg.Pool {
  const config = { ...clientConfig(options), Client: Connection, max, ...settings };
  const pool = current ? new TransactionPool(config, current) : new IdempotentReleasePool(config);
  // An idle connection: the error of one in use is reported by its statement.
  pool.on('error', ({ message }) => {
    // A server that stops breaks all of them at once.
    if (brokenConnections.shouldLog(message)) logger.warn(`A database connection broke: ${message}`);
  });
  // graphile-worker checks that the pool handles the errors of its clients.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** A connection to measure a server, which counts as unavailable if it takes longer than 2 seconds. */
export function createMeasuringPool(options: DatabaseOptions): pg.Pool {
  return createPool(options, 1, { query_timeout: 2_000, connectionTimeoutMillis: 2_000 });
}

/** @param pool ended by the data source when that is destroyed */
export function createDataSource(options: DatabaseOptions, pool: pg.Pool): DataSource {
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
    logger: new NoTypeormLog(),
    entitySkipConstructor: true,
    entities: options.persistence.flatMap(({ entities = [] }) => entities),
    migrations: options.persistence.flatMap(({ migrations }) => migrations),
    schema: options.schema,
    migrationsTableName: 'migrations',
  });
}
