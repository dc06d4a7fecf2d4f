import { randomBytes } from 'node:crypto';
import pg from 'pg';

// Suites of processes create databases too: importing the service's sources here would cost each of them seconds.

/** The PostgreSQL server that the tests use; undefined for the embedded database. */
export const serverUrl: string | undefined = process.env['TEST_DATABASE_URL'];

/** The same server without the pooler, if TEST_DATABASE_URL is that of a pooler in transaction mode. */
export const directUrl: string | undefined = process.env['TEST_DATABASE_DIRECT_URL'];

/**
 * Creates a database on the server, empty or as a copy of the template. `drop` drops it, or else the teardown of the run, by the
 * beginning of its name.
 */
export async function createDatabase(
  server: string,
  direct = directUrl,
  template = 'template1',
): Promise<{ name: string; url: string; direct: string | undefined; drop: () => Promise<void> }> {
  const run = process.env['TEST_DATABASE_TEMPLATE'] ?? 'fcs_test';
  const name = `${run}_${randomBytes(8).toString('hex')}`;
  await onServer(direct ?? server, (client) => client.query(`create database ${name} template ${template}`));
  const on = (base: string) => {
    const url = new URL(base);
    url.pathname = `/${name}`;
    return url.href;
  };
  return {
    name,
    url: on(server),
    direct: direct && on(direct),
    drop: () =>
      onServer(direct ?? server, (client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

/**
 * Returns the name of the run's template, a migrated database without rows, which the first process that needs it creates,
 * and the teardown drops.
 *
 * @param migrate creates the tables in the database of the URL
 */
export async function migratedTemplate(
  server: string,
  migrate: (url: string) => Promise<void>,
): Promise<string | undefined> {
  const name = process.env['TEST_DATABASE_TEMPLATE'];
  if (name === undefined) return undefined;
  await onServer(directUrl ?? server, async (client) => {
    // The lock ends with the connection.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return;
    const { url, name: unfinished } = await createDatabase(directUrl ?? server);
    await migrate(url);
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}

/** Runs statements on a connection to the server. */
export async function onServer(server: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
