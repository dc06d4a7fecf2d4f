import { hash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Database } from '../../platform/persistence/index.js';
import { readForeignKeys, readSequences, readTables, type Table } from './layout.js';

/** The number of rows of a table that has been copied. */
interface CopiedTable {
  /** With its schema. */
  readonly name: string;
  readonly rows: number;
}

/** A reason for which nothing has been copied, as a sentence for the operator. */
class NotCopied extends Error {}

/** Size of the batches in which rows are copied, in characters. A single row can be larger. */
const batchSize = 2_000_000;

/** Maximum number of rows of a batch. The first batch of a table is small, because the size of its rows is unknown. */
const batchRows = { first: 50, most: 2_000 };

/** Both databases write values as the same text, and let statements take as long as they need. */
const settings = `
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local xmloption = 'content';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;`;

/** How long the copy waits for other sessions that use the tables of the target. */
const lockTimeout = "set local lock_timeout = '10s'";

/**
 * Copies the rows of all tables, the job queue included, and the state of all sequences to an empty database of the same
 * release. It reads one snapshot, holds a batch of rows in memory at a time, and writes in one transaction: the target has
 * all rows or none.
 *
 * @param onTable called after each table that has rows
 * @throws NotCopied if the target has rows or other tables, or if its rows differ from the source's afterwards
 */
export async function copyDatabase(
  source: Database,
  target: Database,
  onTable: (table: CopiedTable) => void,
): Promise<CopiedTable[]> {
  const copied: CopiedTable[] = [];
  await inTransaction(source, 'begin isolation level repeatable read read only', async (from) =>
    inTransaction(target, 'begin', async (to) => {
      const { rows } = await to.query<{ schema: string }>('select current_schema() as schema');
      const schemas = [...rows.map(({ schema }) => schema), target.jobsSchema];
      const tables = await readTables(to, schemas);
      checkTables(await readTables(from, schemas), tables);
      await lockEmpty(to, tables);
      const restore = await withoutChecks(to, schemas, tables);
      for (const table of tables) {
        const rows = await copyTable(from, to, table);
        if (rows > 0) onTable({ name: table.name, rows });
        copied.push({ name: table.name, rows });
      }
      for (const sequence of await readSequences(to, schemas)) await copySequence(from, to, sequence);
      await restore();
    }),
  );
  return copied;
}

/** Runs work in a transaction on a connection of its own, whose statements have no time limit. */
async function inTransaction<T>(
  database: Database,
  begin: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const pool = database.openPool(1, { query_timeout: 0 });
  try {
    const client = await pool.connect();
    try {
      await client.query(begin);
      await client.query(settings);
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  } finally {
    await pool.end();
  }
}

/** @throws NotCopied unless both databases have the same tables and columns */
function checkTables(source: readonly Table[], target: readonly Table[]): void {
  const [from, to] = [source, target].map(
    (tables) => new Map(tables.map((each) => [each.name, each.signature])),
  );
  for (const name of new Set([...from!.keys(), ...to!.keys()])) {
    if (from!.get(name) === to!.get(name)) continue;
    throw new NotCopied(
      `The table ${name} differs: the two databases have been migrated by different releases. ` +
        'Start the newer release on the source once, and stop it again.',
    );
  }
}

/** Locks the tables until the end of the transaction. A service that starts meanwhile waits. */
async function lockEmpty(client: PoolClient, tables: readonly Table[]): Promise<void> {
  await client.query(lockTimeout);
  for (const { name } of tables) {
    await client.query(`lock table ${name} in access exclusive mode`).catch((error: Error) => {
      throw new NotCopied(`The target is in use: ${error.message}. Stop the service there first.`);
    });
    const { rowCount } = await client.query(`select from ${name} limit 1`);
    if (rowCount === 0) continue;
    throw new NotCopied(
      `The target is not empty: the table ${name} has rows. Use a new database, or another DATABASE_SCHEMA.`,
    );
  }
}

/**
 * Switches off triggers and foreign keys, because rows come in no particular order and with the values that triggers have
 * computed. The returned function switches them on again, and checks all foreign keys.
 */
async function withoutChecks(
  client: PoolClient,
  schemas: readonly string[],
  tables: readonly Table[],
): Promise<() => Promise<void>> {
  const keys = await readForeignKeys(client, schemas);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  return async () => {
    for (const { name } of tables) {
      await client.query(`alter table ${name} enable trigger user`);
      // The planner's statistics would otherwise be missing until the server computes them.
      await client.query(`analyze ${name}`);
    }
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
  };
}

/**
 * Copies the rows of a table, and returns their number.
 *
 * @throws NotCopied if the target's rows differ from the source's afterwards
 */
async function copyTable(from: PoolClient, to: PoolClient, table: Table): Promise<number> {
  const row = `row(${table.columns.join(', ')})::text`;
  const insert = `
    insert into ${table.name} (${table.stored.join(', ')}) overriding system value
    select ${table.stored.map((column) => `(r).${column}`).join(', ')}
    from (select text::${table.name} as r from unnest($1::text[]) text offset 0) rows`;
  const read = { rows: 0, checksum: 0n };
  await from.query(`declare copied no scroll cursor for select ${row} as row from ${table.name}`);
  const fetch = async (count: number): Promise<string[]> =>
    (await from.query<{ row: string }>(`fetch ${count} from copied`)).rows.map((each) => each.row);
  let batch = await fetch(batchRows.first);
  while (batch.length > 0) {
    const size = batch.reduce((sum, text) => sum + text.length, 0);
    const count = Math.ceil((batchSize * batch.length) / size);
    read.rows += batch.length;
    for (const text of batch) read.checksum += checksumOf(text);
    // One database reads while the other one writes.
    [batch] = await Promise.all([fetch(Math.min(count, batchRows.most)), to.query(insert, [batch])]);
  }
  await from.query('close copied');
  const { rows } = await to.query<{ rows: string; checksum: string }>(
    `select count(*) as rows, coalesce(sum(${checksumSql('row')}), 0) as checksum
     from (select ${row} as row from ${table.name}) rows`,
  );
  if (Number(rows[0]?.rows) !== read.rows || BigInt(rows[0]?.checksum ?? 0) !== read.checksum) {
    throw new NotCopied(
      `The rows of ${table.name} differ from the rows of the source. Nothing has been copied.`,
    );
  }
  return read.rows;
}

/** The first 60 bits of the SHA-256 of a row. The sum of all does not depend on the order of the rows. */
function checksumOf(text: string): bigint {
  return BigInt(`0x${hash('sha256', text).slice(0, 15)}`);
}

/** The same in SQL. */
function checksumSql(column: string): string {
  return `('x0' || left(encode(sha256(convert_to(${column}, 'UTF8')), 'hex'), 15))::bit(64)::bigint::numeric`;
}

async function copySequence(from: PoolClient, to: PoolClient, sequence: string): Promise<void> {
  const { rows } = await from.query<{ last_value: string; is_called: boolean }>(
    `select last_value, is_called from ${sequence}`,
  );
  await to.query('select setval($1, $2, $3)', [sequence, rows[0]?.last_value, rows[0]?.is_called]);
}
