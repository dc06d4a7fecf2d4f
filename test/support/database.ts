import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { persistence } from '../../src/app.module.js';
import { Database } from '../../src/platform/persistence/database.js';
import { EmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.js';

/** The PostgreSQL server that the tests run on; undefined: the embedded database. */
export const serverUrl: string | undefined = process.env['TEST_DATABASE_URL'];

/** The same server, where the other URL is that of a pooler in transaction mode. */
const directUrl: string | undefined = process.env['TEST_DATABASE_DIRECT_URL'];

/** A migrated database of a test's own. */
export interface TestDatabase {
  readonly database: Database;
  /** Absent for the embedded database: nothing else can connect to it. */
  readonly url?: string;
  /** The same without the pooler, where there is one. */
  readonly direct?: string | undefined;
  /** Closes the connections, and drops the database. */
  drop(): Promise<void>;
}

const options = { poolSize: 20, persistence, onConnectionError: () => undefined };

export async function createTestDatabase(): Promise<TestDatabase> {
  if (serverUrl !== undefined) return createOnServer(serverUrl);
  const database = await Database.open({
    ...options,
    server: await EmbeddedPostgres.open({ snapshot: await migratedSnapshot() }),
  });
  return { database, drop: () => database.close() };
}

/** Another set of connections to a test's database, as another instance of the service has them. */
export async function connectAgain({ url, direct }: TestDatabase): Promise<TestDatabase> {
  if (url === undefined) throw new Error('Only a server takes several instances: see TEST_DATABASE_URL.');
  const database = await Database.open({ ...options, poolSize: 10, server: url, direct });
  return { database, url, drop: () => database.close() };
}

/** An empty database on the server, and what drops it. */
export async function createEmptyDatabase(
  server: string,
  direct = directUrl,
): Promise<{ url: string; direct: string | undefined; drop: () => Promise<void> }> {
  const name = `fcs_test_${randomBytes(8).toString('hex')}`;
  await onServer(direct ?? server, `create database ${name}`);
  const on = (base: string) => {
    const url = new URL(base);
    url.pathname = `/${name}`;
    return url.href;
  };
  return {
    url: on(server),
    direct: direct && on(direct),
    drop: () => onServer(direct ?? server, `drop database if exists ${name} with (force)`),
  };
}

async function createOnServer(server: string): Promise<TestDatabase> {
  const { url, direct, drop } = await createEmptyDatabase(server);
  const database = await Database.open({ ...options, server: url, direct });
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

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** To make and migrate a database takes seconds, to load one that was dumped half of one: kept from run to run. */
async function migratedSnapshot(): Promise<Uint8Array> {
  const migrations = persistence.flatMap((module) => module.migrations).map(String);
  const version = createHash('sha256').update(migrations.join()).digest('hex').slice(0, 16);
  const folder = join('node_modules', '.cache', 'feedback-changelog-service');
  const file = join(folder, `${version}.tar`);
  if (existsSync(file)) return readFileSync(file);
  const server = await EmbeddedPostgres.open();
  // Only the connections are closed here: the embedded database is still to be dumped.
  const database = await Database.open({ ...options, server });
  await database.dataSource.destroy();
  const snapshot = await server.dump();
  await database.close();
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}.${randomBytes(4).toString('hex')}`;
  writeFileSync(unfinished, snapshot);
  renameSync(unfinished, file);
  return snapshot;
}
