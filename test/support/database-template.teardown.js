import pg from 'pg';

/** Closes the shared application, if it runs in this process, and drops the template of the run and its copies. */
export default async function dropDatabases() {
  await globalThis.closeSharedApp?.();
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
