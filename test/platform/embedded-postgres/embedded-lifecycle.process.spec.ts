import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { EmbeddedPostgres } from '../../../src/platform/embedded-postgres/embedded-postgres.js';
import { Child, compileSources } from './child-process.js';

let directory: string;
let snapshot: Uint8Array;
const pools: pg.Pool[] = [];

function poolOf(database: EmbeddedPostgres): pg.Pool {
  const pool = new pg.Pool({ stream: database.stream });
  pool.on('error', () => {});
  pools.push(pool);
  return pool;
}

async function connect(database: EmbeddedPostgres): Promise<pg.PoolClient> {
  const client = await poolOf(database).connect();
  client.on('error', () => {});
  return client;
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'embedded-'));
  const first = await EmbeddedPostgres.open({ directory: join(directory, 'new', 'home') });
  await poolOf(first).query('create table note (id int primary key, body text not null)');
  snapshot = await first.dump();
  await first.close();
});

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await rm(directory, { recursive: true, force: true });
});

describe('open', () => {
  it('creates a database in an empty directory and finds it again', async () => {
    const home = join(directory, 'new', 'home');
    const second = await EmbeddedPostgres.open({ directory: home });
    expect((await poolOf(second).query('select * from note')).rows).toEqual([]);
    await expect(EmbeddedPostgres.open({ directory: home })).rejects.toThrow('this process itself');
    await second.close();
    await second.close();
    expect(await readdir(home)).toEqual(['pgdata']);
    await expect(EmbeddedPostgres.open({ directory: home, snapshot })).rejects.toThrow('a database already');
  });

  it('starts over when the creation was interrupted, and reports why a database cannot be opened', async () => {
    const home = join(directory, 'interrupted');
    await (await EmbeddedPostgres.open({ directory: home, snapshot })).close();
    await rm(join(home, 'pgdata', 'global'), { recursive: true });
    await writeFile(join(home, 'unfinished'), '');
    const again = await EmbeddedPostgres.open({ directory: home, snapshot });
    expect((await poolOf(again).query('select * from note')).rows).toEqual([]);
    await again.close();
    await writeFile(join(home, 'pgdata', 'PG_VERSION'), '9.6\n');
    await expect(EmbeddedPostgres.open({ directory: home })).rejects.toThrow('incompatible with server');
    expect(await readdir(home)).toEqual(['pgdata']);
  });

  it('loads a dump, without uncommitted changes', async () => {
    const source = await EmbeddedPostgres.open({ snapshot });
    const client = await connect(source);
    await client.query("insert into note values (1, 'committed')");
    await client.query("begin; insert into note values (2, 'open')");
    const copy = await EmbeddedPostgres.open({ snapshot: await source.dump() });
    expect((await poolOf(copy).query('select id from note')).rows).toEqual([{ id: 1 }]);
    await Promise.all([source.close(), copy.close()]);
    await expect(client.query('commit')).rejects.toThrow('connection error');
    client.release();
  });
});

describe('close', () => {
  it('lets the running statement finish, and fails everything else', async () => {
    const database = await EmbeddedPostgres.open({ snapshot });
    const pool = poolOf(database);
    const [busy, waiting] = [await connect(database), await connect(database)];
    const failures = Promise.all(
      [busy.query('select pg_sleep(0.3)'), waiting.query('select 1')].map((query) =>
        expect(query).rejects.toThrow('is closed'),
      ),
    );
    await pause(50);
    const closing = database.close();
    await failures;
    await closing;
    await expect(pool.query('select 1')).rejects.toThrow('The embedded PostgreSQL is closed');
    await expect(database.dump()).rejects.toThrow('The embedded PostgreSQL is closed');
    busy.release();
    waiting.release();
  });
});

it('fails all connections when the worker dies', async () => {
  const database = await EmbeddedPostgres.open({ snapshot });
  const pool = poolOf(database);
  const [busy, idle] = [await connect(database), await connect(database)];
  const idleFailure = new Promise<Error>((resolve) => idle.once('error', resolve));
  const running = expect(busy.query('select pg_sleep(10)')).rejects.toThrow('The embedded PostgreSQL died');
  await pause(50);
  const backend = Reflect.get(database, 'backend') as object;
  await (Reflect.get(backend, 'worker') as { terminate(): Promise<number> }).terminate();
  await running;
  expect((await idleFailure).message).toContain('The embedded PostgreSQL died');
  await expect(pool.query('select 1')).rejects.toThrow('The embedded PostgreSQL died');
  busy.release();
  idle.release();
  await database.close();
});

/** Prints "<id>" when the commit of a transaction that inserted two rows of that id is acknowledged. */
const writer = `
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

it('keeps acknowledged transactions, and no partial ones, when the process is killed', async () => {
  const compiled = await compileSources();
  const home = join(directory, 'killed');
  await (await EmbeddedPostgres.open({ directory: home, snapshot })).close();
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const child = new Child(compiled, writer, [home, String(round)]);
    await child.lines(100 + 37 * round);
    if (round === 0) {
      await expect(EmbeddedPostgres.open({ directory: home })).rejects.toThrow(
        `is in use by process ${child.process.pid} since`,
      );
    }
    acknowledged.push(...(await child.kill()));
  }
  expect(acknowledged.length).toBeGreaterThan(300);

  await rm(compiled, { recursive: true, force: true });

  const postgres = await EmbeddedPostgres.open({ directory: home });
  const pool = poolOf(postgres);
  const { rows } = await pool.query<{ id: string; n: number }>(
    'select id, count(*)::int as n from entry group by id',
  );
  await postgres.close();
  expect(rows.filter(({ n }) => n !== 2)).toEqual([]);
  const kept = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
});
