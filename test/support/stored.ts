import type { TestApp } from './app.js';

/**
 * Returns a digest of the rows of each table, to check whether anything changed: their number, and the transactions that
 * wrote them. Reading the rows themselves takes much longer. In tables whose rows are updated by every call, those are
 * read, without the times when tokens were last used and how often a row was updated.
 */
export async function stored(service: TestApp): Promise<Record<string, string>> {
  const { dataSource } = service.database.database;
  const tables: { name: string; used: boolean }[] = await dataSource.query(
    `select quote_ident(relname) as name, exists (
       select from pg_attribute where attrelid = pg_class.oid and attname = 'last_used_at') as used
     from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'migrations'
     order by relname`,
  );
  const digests: { name: string; digest: string }[] = await dataSource.query(
    tables
      .map(({ name, used }) => {
        const row = used
          ? `hashtextextended((to_jsonb(t) - 'last_used_at' - 'version')::text, 0)`
          : 't.xmin::text::bigint';
        return `select '${name}' as name, count(*) || ' rows, ' || coalesce(sum(${row}), 0) as digest from ${name} t`;
      })
      .join(' union all '),
  );
  return Object.fromEntries(digests.map(({ name, digest }) => [name, digest]));
}
