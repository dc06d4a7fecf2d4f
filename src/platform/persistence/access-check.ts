import type pg from 'pg';
import { SettingsError } from '../config/index.js';

/** A table whose rows the role of the session cannot read and write. Of the lists of migrations, only reading is required. */
const tableWithoutAccess = `
  select format('%I.%I', n.nspname, c.relname) as name, current_user as role
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1) and c.relkind = 'r' and not (
    has_schema_privilege(n.oid, 'usage')
    and has_table_privilege(c.oid, 'select')
    and (c.relname = 'migrations' or has_table_privilege(c.oid, 'insert')
      and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete'))
    and (not row_security_active(c.oid) or exists (
      select from pg_policy p, unnest(p.polroles) role where p.polrelid = c.oid and (role = 0 or pg_has_role(role, 'usage')))))
  order by n.nspname, c.relname limit 1`;

/** @throws SettingsError if the role of the connections cannot read and write all tables: jobs would fail without an answer */
export async function expectAccess(pool: pg.Pool, schemas: readonly string[]): Promise<void> {
  const { rows } = await pool.query<{ name: string; role: string }>(tableWithoutAccess, [schemas]);
  const [missing] = rows;
  if (!missing) return;
  throw new SettingsError(
    `The role ${missing.role} cannot read and write the rows of ${missing.name}: migrate with the role that owns the tables, ` +
      `by migrate(options, { grantTo: '${missing.role}' }) or npm run db:migrate -- --grant-to ${missing.role}.`,
  );
}
