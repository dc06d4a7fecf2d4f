import { join } from 'node:path';
import pg from 'pg';
import { sharedModules } from './shared-modules.js';

/** Closes the application that this process keeps if it has run the tests itself, and drops the databases of the run. */
export default async function dropDatabases() {
  const { closeKept } = await sharedModules.import(join(import.meta.dirname, 'kept.ts'));
  await closeKept();
  const {
    TEST_DATABASE_URL: server,
    TEST_DATABASE_DIRECT_URL: direct,
    TEST_DATABASE_TEMPLATE: name,
  } = process.env;
  if (server === undefined) return;
  const client = new pg.Client(direct ?? server);
  await client.connect();
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
    name,
  ]);
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  await client.end();
}
