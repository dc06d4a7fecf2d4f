import type { TestApp } from './app.js';

/** The statement that reads the digests of a service's tables, which stay the same while it runs. */
const statements = new WeakMap<TestApp, Promise<string>>();

/**
 * Returns a digest of the rows of each table, to check whether anything changed. Times when tokens were last used are
 * left out, and so is how often a row was updated, because calls change them. Tables without such a number are compared
 * by the transactions that wrote their rows, because reading events takes long.
 */
export async function stored(service: TestApp): Promise<Record<string, string>> {
  const statement = statements.get(service) ?? statementFor(service);
  statements.set(service, statement);
  const digests: { name: string; digest: string }[] = await service.query(await statement);
  return Object.fromEntries(digests.map(({ name, digest }) => [name, digest]));
}

async function statementFor(service: TestApp): Promise<string> {
  const tables = await service.query<{ name: string; versioned: boolean }>(
    `select quote_ident(relname) as name, exists (
       select from pg_attribute where attrelid = pg_class.oid and attname = 'version') as versioned
     from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'migrations'
     order by relname`,
  );
  const selects = tables.map(({ name, versioned }) => {
    const row = versioned
      ? `hashtextextended((to_jsonb(t) - 'last_used_at' - 'version')::text, 0)`
      : 't.xmin::text::bigint';
    return `select '${name}' as name, count(*) || ' rows, ' || coalesce(sum(${row}), 0) as digest from ${name} t`;
  });
  // Without an order, parallel workers return the rows in the order in which they finish.
  return `${selects.join(' union all ')} order by name`;
}
