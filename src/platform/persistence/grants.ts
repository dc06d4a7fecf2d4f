import pg from 'pg';
import type { Database } from './database.js';

/**
 * Grants a role what the service needs to run: to read and write the rows of its tables. Such a role can neither create nor
 * alter a table. Can be repeated, as after each migration, which may add tables.
 *
 * @param database connected as the owner of the tables
 * @throws QueryFailedError if there is no such role
 */
export async function grantAccess(database: Database, role: string): Promise<void> {
  const to = pg.escapeIdentifier(role);
  const policy = pg.escapeIdentifier(`service ${role}`);
  const schemas = `${database.schema}, ${database.jobsSchema}`;
  await database.dataSource.transaction(async (manager) => {
    await manager.query(`grant usage on schema ${schemas} to ${to}`);
    await manager.query(`grant select, insert, update, delete on all tables in schema ${schemas} to ${to}`);
    await manager.query(`grant usage, select, update on all sequences in schema ${schemas} to ${to}`);
    await manager.query(`grant execute on all functions in schema ${schemas} to ${to}`);
    // graphile-worker enables row-level security for its tables, without a policy: only their owner sees rows.
    const restricted = await manager.query<{ name: string }[]>(
      `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any ($1) and c.relrowsecurity`,
      [[database.schema, database.jobsSchema]],
    );
    for (const { name } of restricted) {
      await manager.query(`drop policy if exists ${policy} on ${name}`);
      await manager.query(`create policy ${policy} on ${name} to ${to} using (true) with check (true)`);
    }
  });
}
