import type { PoolClient } from 'pg';
import { breakingMigrations } from '../../platform/persistence/index.js';

/** A table, with names as SQL writes them. */
export interface Table {
  /** With its schema. */
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns that are stored rather than generated. */
  readonly stored: readonly string[];
  /** The names and types of the columns, in alphabetical order. */
  readonly signature: string;
}

/** A foreign key, which can be dropped and added again. */
interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** The tables that list the migrations that a schema has had. */
const migrations = ['migrations', breakingMigrations];

/** Returns the tables of the schemas, except for the lists of their migrations. */
export async function readTables(client: PoolClient, schemas: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       array_agg(format('%I', a.attname) order by a.attnum) as columns,
       array_agg(format('%I', a.attname) order by a.attnum) filter (where a.attgenerated = '') as stored,
       string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attname)
         as signature
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname = any ($1) and c.relkind = 'r' and c.relname <> all ($2)
     group by n.nspname, c.relname order by n.nspname, c.relname`,
    [schemas, migrations],
  );
  return rows;
}

/** Returns the foreign keys of all tables of the schemas. */
export async function readForeignKeys(client: PoolClient, schemas: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select format('%I.%I', n.nspname, c.relname) as table, format('%I', f.conname) as name,
       pg_get_constraintdef(f.oid) as definition
     from pg_constraint f
     join pg_class c on c.oid = f.conrelid
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and f.contype = 'f'
     order by 1, 2`,
    [schemas],
  );
  return rows;
}

/** Returns the names of all sequences of the schemas. */
export async function readSequences(client: PoolClient, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences
     where schemaname = any ($1) order by 1`,
    [schemas],
  );
  return rows.map(({ name }) => name);
}
