import pg from 'pg';

/** Drops the template database of this run. */
export default async function dropTemplate() {
  const {
    TEST_DATABASE_URL: server,
    TEST_DATABASE_DIRECT_URL: direct,
    TEST_DATABASE_TEMPLATE: name,
  } = process.env;
  if (server === undefined) return;
  const client = new pg.Client(direct ?? server);
  await client.connect();
  await client.query(`drop database if exists ${name} with (force)`);
  await client.end();
}
