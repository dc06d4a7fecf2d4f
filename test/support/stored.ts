import type { TestApp } from './app.js';

/**
 * Returns a digest of the rows of each table, to check whether anything changed. Times when tokens were last used are
 * left out, and so is how often a row was updated, because calls change them. Tables without such a number are compared
 * by the transactions that wrote their rows, because reading events takes long.
 */
export async function stored(service: TestApp): Promise<Record<string, string>> {
  const { dataSource } = service.database.database;
  const tables: { name: string; versioned: boolean }[] = await dataSource.query(
    `select quote_ident(relname) as name, exists (
       select from pg_attribute where attrelid = pg_class.oid and attname = 'version') as versioned
     from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'migrations'
     order by relname`,
  );
  const digests: { name: string; digest: string }[] = await dataSource.query(
    tables
      .map(({ name, versioned }) => {
        const row = versioned
          ? `hashtextextended((to_jsonb(t) - 'last_used_at' - 'version')::text, 0)`
          : 't.xmin::text::bigint';
        return `select '${name}' as name, count(*) || ' rows, ' || coalesce(sum(${row}), 0) as digest from ${name} t`;
      })
      // Without an order, parallel workers return the rows in the order in which they finish.
      .join(' union all ') + ' order by name',
  );
  return Object.fromEntries(digests.map(({ name, digest }) => [name, digest]));
}
