import { readFileSync } from 'node:fs';
import { persistence } from '../../src/app.module.js';
import type { Persistence } from '../../src/platform/persistence/index.js';
import { DatabaseMetrics } from '../../src/platform/persistence/database-metrics.js';
import { Database, type DatabaseOptions } from '../../src/platform/persistence/database.js';
import { TypeormUnitOfWork } from '../../src/platform/persistence/typeorm-unit-of-work.js';
import { Metrics } from '../../src/platform/telemetry/index.js';
import { EmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.js';
import { createDatabase, directUrl, migratedTemplate, serverUrl } from './server-database.js';

/** A migrated database for one test or suite. */
export interface TestDatabase {
  readonly database: Database;
  /** Absent for the embedded database, which accepts no other connections. */
  readonly url?: string;
  /** The same database without the pooler, if there is one. */
  readonly direct?: string | undefined;
  /** Closes the connections, and drops the database. */
  drop(): Promise<void>;
}

const tables = {
  schema: 'feedback',
  jobsSchema: 'feedback_jobs',
  poolSize: 20,
  persistence,
};

function serverOf(url: string, direct?: string): Pick<DatabaseOptions, 'server' | 'direct'> {
  return {
    server: { connectionString: url },
    direct: direct === undefined ? undefined : { connectionString: direct },
  };
}

/** @param further the tables of a host's extensions */
export async function createTestDatabase(further: readonly Persistence[] = []): Promise<TestDatabase> {
  const options = { ...tables, persistence: [...persistence, ...further] };
  if (serverUrl !== undefined) return createOnServer(serverUrl, options);
  const snapshot = readFileSync(process.env['TEST_DATABASE_SNAPSHOT'] ?? '');
  const database = await Database.open({ ...options, server: await EmbeddedPostgres.open({ snapshot }) });
  return { database, drop: () => database.close() };
}

/** Returns units of work on a database. */
export function unitOfWorkOn(database: Database, metrics = new Metrics()): TypeormUnitOfWork {
  return new TypeormUnitOfWork(database, new DatabaseMetrics(database, metrics));
}

/** Opens another set of connections to a test's database, like another instance of the service. */
export async function connectAgain({ url, direct }: TestDatabase): Promise<TestDatabase> {
  if (url === undefined) throw new Error('Only a server takes several instances: see TEST_DATABASE_URL.');
  const database = await Database.open({ ...tables, poolSize: 10, ...serverOf(url, direct) });
  return { database, url, drop: () => database.close() };
}

/** Waits until a statement on the database waits for a lock, or until the given work has ended. */
export async function untilBlocked({ database }: TestDatabase, work: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  const end = (): void => void (hasEnded = true);
  work.then(end, end);
  const isBlocked = async (): Promise<boolean> => {
    const rows: unknown[] = await database.dataSource.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };
  while (!hasEnded && !(await isBlocked())) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function createOnServer(server: string, options: typeof tables): Promise<TestDatabase> {
  const { url, direct, drop } = await createDatabase(
    server,
    directUrl,
    await migratedTemplate(server, migrate),
  );
  const database = await Database.open({ ...options, ...serverOf(url, direct) });
  return {
    database,
    url,
    direct,
    drop: async () => {
      await database.close();
      await drop();
    },
  };
}

async function migrate(url: string): Promise<void> {
  const database = await Database.open({ ...tables, poolSize: 1, ...serverOf(url) });
  await database.close();
}
