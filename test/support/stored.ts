import type { TestApp } from './app.js';

/**
 * Returns a digest of the rows of each table, to check whether anything changed. The times when tokens were last used
 * are left out, and so is how often a row was updated, because every call changes them.
 */
export async function stored(service: TestApp): Promise<Record<string, string>> {
  const { dataSource } = service.database.database;
  const tables: { name: string }[] = await dataSource.query(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = current_schema() and tablename <> 'migrations' order by tablename`,
  );
  const digests: { name: string; digest: string }[] = await dataSource.query(
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name, (select count(*) || ' rows, ' || md5(string_agg(row, ' ' order by row))
             from (select (to_jsonb(t) - 'last_used_at' - 'version')::text as row from ${name} t) rows) as digest`,
      )
      .join(' union all '),
  );
  return Object.fromEntries(digests.map(({ name, digest }) => [name, digest]));
}
