import pg from 'pg';

/** Drops the template of the run, and copies of it that are left. */
export default async function dropDatabases() {
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
