import { PostgresServer } from '../../support/postgres-servers.js';
import { onCleanUp } from '../service-process.js';
import { until } from './load.js';

/** Starts a primary with the database `feedback`, and a replica of it. `cleanUp` removes both. */
export async function servers() {
  const primary = await PostgresServer.primary();
  onCleanUp(() => primary.remove());
  const replica = await primary.replica();
  onCleanUp(() => replica.remove());
  await primary.query('create database feedback');
  await until(
    async () => (await replica.query("select 1 from pg_database where datname = 'feedback'")).length > 0,
  );
  return { primary, replica };
}
