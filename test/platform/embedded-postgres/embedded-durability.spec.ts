import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { EmbeddedPostgres } from '../../../src/platform/embedded-postgres/embedded-postgres.js';
import { Child, compileSources } from './child-process.js';

let compiled: string;
let directory: string;

beforeAll(async () => {
  compiled = await compileSources();
  directory = await mkdtemp(join(tmpdir(), 'embedded-'));
});

afterAll(async () => {
  await rm(compiled, { recursive: true, force: true });
  await rm(directory, { recursive: true, force: true });
});

/** Says "<id>" once a transaction that wrote two rows of that id is acknowledged. */
const WRITER = `
  import { writeSync } from 'node:fs';
  import pg from 'pg';
  import { EmbeddedPostgres } from './embedded-postgres.js';
  const [directory, round] = process.argv.slice(-2);
  const postgres = await EmbeddedPostgres.open({ directory });
  const pool = new pg.Pool({ stream: postgres.stream });
  await pool.query('create table if not exists entry (id text, body text)');
  const body = 'x'.repeat(2000);
  await Promise.all([1, 2, 3].map(async (writer) => {
    const client = await pool.connect();
    for (let n = 0; ; n += 1) {
      const id = [round, writer, n].join('/');
      await client.query('begin');
      await client.query('insert into entry values ($1, $2)', [id, body]);
      await client.query('insert into entry values ($1, $2)', [id, body]);
      await client.query('commit');
      writeSync(1, id + '\\n');
    }
  }));
`;

it('keeps what was acknowledged when the process is killed, and nothing by halves', async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const child = new Child(compiled, WRITER, [directory, String(round)]);
    await child.lines(100 + 37 * round);
    if (round === 0) {
      await expect(EmbeddedPostgres.open({ directory })).rejects.toThrow(
        `is in use by process ${child.process.pid} since`,
      );
    }
    acknowledged.push(...(await child.kill()));
  }
  expect(acknowledged.length).toBeGreaterThan(300);

  const postgres = await EmbeddedPostgres.open({ directory });
  const pool = new pg.Pool({ stream: postgres.stream });
  const { rows } = await pool.query<{ id: string; n: number }>(
    'select id, count(*)::int as n from entry group by id',
  );
  await pool.end();
  await postgres.close();
  expect(rows.filter(({ n }) => n !== 2)).toEqual([]);
  const kept = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
});
