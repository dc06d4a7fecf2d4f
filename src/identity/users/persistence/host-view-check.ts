import { SettingsError } from '../../../platform/config/index.js';
import type { Sql } from '../../../platform/persistence/index.js';

const text = ['text', 'varchar', 'bpchar', 'citext'];

/** The types that each column of the host's view of users may have. The first one is the documented one. */
const columnTypes: Readonly<Record<string, readonly string[]>> = {
  id: ['uuid'],
  email: text,
  full_name: text,
  avatar_url: text,
  instance_admin: ['boolean', 'bool'],
  created_at: ['timestamptz', 'timestamp'],
};

/** Reads the catalog, which every role may read; `to_regclass` fails in a schema that the role may not use. */
const relation = `
  select c.oid, current_user as role, has_schema_privilege(n.oid, 'usage') as "mayUse"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p', 'v', 'm', 'f')`;

/** The type of a column of a domain is the one below it. */
const columns = `
  select a.attname as name, t.typname as type, format_type(a.atttypid, a.atttypmod) as shown,
    has_column_privilege(a.attrelid, a.attnum, 'select') as readable
  from pg_attribute a
    join pg_type given on given.oid = a.atttypid
    join pg_type t on t.oid = coalesce(nullif(given.typbasetype, 0), given.oid)
  where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped`;

/** @throws SettingsError with one message for each reason why users cannot be read from the host's table or view */
export async function checkHostView(sql: Sql, hostView: string): Promise<void> {
  const reasons = await reasonsOf(sql, hostView);
  if (reasons.length > 0) throw new SettingsError(reasons.map((reason) => `users.view ${reason}`).join('\n'));
}

async function reasonsOf(sql: Sql, hostView: string): Promise<string[]> {
  const found = await sql.row<{ oid: number; role: string; mayUse: boolean }>(relation, hostView.split('.'));
  if (found === null) {
    return [`must be a table or view that exists: the database has no ${hostView}.`];
  }
  const rows = await sql.rows<{ name: string; type: string; shown: string; readable: boolean }>(columns, [
    found.oid,
  ]);
  const given = new Map(rows.map((row) => [row.name, row]));
  const reasons = Object.entries(columnTypes).flatMap(([name, types]) => {
    const column = given.get(name);
    if (!column) return [`must have the column ${name} of the type ${types[0]}: ${hostView} has none.`];
    if (types.includes(column.type)) return [];
    return [
      `must have the column ${name} of the type ${types[0]}, but it has the type ${column.shown} in ${hostView}.`,
    ];
  });
  if (!found.mayUse) {
    const [schema] = hostView.split('.');
    reasons.push(`must be readable: grant usage on the schema ${schema} to the role ${found.role}.`);
  }
  if (rows.some(({ name, readable }) => name in columnTypes && !readable)) {
    reasons.push(`must be readable: grant select on ${hostView} to the role ${found.role}.`);
  }
  return reasons;
}
