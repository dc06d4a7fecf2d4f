import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { EmbeddedPostgres } from '../../../src/platform/embedded-postgres/embedded-postgres.js';
import { message } from '../../../src/platform/embedded-postgres/protocol.js';

const PATIENCE_MS = 150;

let postgres: EmbeddedPostgres;
let snapshot: Uint8Array;
const pools: pg.Pool[] = [];

function poolOf(database: EmbeddedPostgres, config: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ stream: database.stream, ...config });
  pool.on('error', () => {});
  pools.push(pool);
  return pool;
}

async function connect(database = postgres): Promise<pg.PoolClient> {
  const client = await poolOf(database).connect();
  client.on('error', () => {});
  return client;
}

function backendOf(database: EmbeddedPostgres): object {
  return Reflect.get(database, 'backend') as object;
}

beforeAll(async () => {
  postgres = await EmbeddedPostgres.open({ patienceMs: PATIENCE_MS });
  await poolOf(postgres).query('create table note (id int primary key, body text not null)');
  snapshot = await postgres.dump();
});

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
  const pool = poolOf(postgres);
  await pool.query('truncate note');
});

afterAll(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
  await postgres.close();
});

describe('statements', () => {
  it('answers simple and parameterised queries, in all types pg knows', async () => {
    const pool = poolOf(postgres);
    expect((await pool.query('select 1 as a; select 2 as b')) as unknown).toMatchObject([
      { rows: [{ a: 1 }] },
      { rows: [{ b: 2 }] },
    ]);
    const values = [7, 'ä', null, new Date(0), { a: [1] }, Buffer.from([0, 255]), ['x', 'y']];
    const { rows } = await pool.query(
      'select $1::int as i, $2::text as t, $3::int as n, $4::timestamptz as d, $5::jsonb as j, $6::bytea as b, $7::text[] as l',
      values,
    );
    expect(Object.values(rows[0] as object)).toEqual(values);
    expect((await pool.query('')).rows).toEqual([]);
  });

  it('tells the server version on connecting and the command on completing', async () => {
    const client = new pg.Client({ stream: postgres.stream });
    const parameters = new Map<string, string>();
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
    connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) =>
      parameters.set(status.parameterName, status.parameterValue),
    );
    await client.connect();
    expect(Number.parseInt(parameters.get('server_version') ?? '', 10)).toBeGreaterThanOrEqual(15);
    expect(parameters.get('client_encoding')).toBe('UTF8');
    const { command, rowCount } = await client.query("insert into note values (1, 'a'), (2, 'b')");
    expect({ command, rowCount }).toEqual({ command: 'INSERT', rowCount: 2 });
    await client.end();
  });

  it('passes on errors with their code, constraint and table, and goes on', async () => {
    const pool = poolOf(postgres, { max: 1 });
    await pool.query("insert into note values (1, 'a')");
    await expect(pool.query('insert into note values ($1, $2)', [1, 'b'])).rejects.toMatchObject({
      code: '23505',
      constraint: 'note_pkey',
      table: 'note',
      detail: 'Key (id)=(1) already exists.',
    });
    await expect(pool.query('insert into note values (2, null)')).rejects.toMatchObject({
      code: '23502',
      column: 'body',
    });
    await expect(pool.query('selec 1')).rejects.toMatchObject({ code: '42601', position: '1' });
    expect((await pool.query('select id from note')).rows).toEqual([{ id: 1 }]);
  });

  it('passes on notices', async () => {
    const client = await connect();
    const notice = once(client, 'notice') as Promise<[{ message: string }]>;
    await client.query("do $$ begin raise notice 'look'; end $$");
    expect((await notice)[0].message).toBe('look');
    client.release();
  });

  it('reads a result in portions, through Flush', async () => {
    const client = await connect();
    const { rows } = await client.query({
      text: 'select generate_series(1, 10)::int as n',
      rows: 3,
    } as pg.QueryConfig);
    expect(rows.map(({ n }: { n: number }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    client.release();
  });

  it('takes and gives 10 MB', async () => {
    const pool = poolOf(postgres);
    const body = 'x'.repeat(10_000_000);
    const { rows } = await pool.query<{ body: string }>('select $1::text as body', [body]);
    expect(rows[0]?.body === body).toBe(true);
    const many = await pool.query("select repeat('y', 1000) as body from generate_series(1, 10000)");
    expect(many.rows).toHaveLength(10_000);
  });

  it('grants an advisory lock', async () => {
    const client = await connect();
    await client.query('select pg_advisory_lock(1)');
    const { rows } = await client.query('select pg_advisory_unlock(1) as unlocked');
    expect(rows).toEqual([{ unlocked: true }]);
    client.release();
  });

  it('refuses COPY FROM STDIN in both protocols, and goes on', async () => {
    const pool = poolOf(postgres, { max: 1 });
    await expect(pool.query('copy note from stdin')).rejects.toMatchObject({ code: '57014' });
    await expect(pool.query({ text: 'copy note from stdin', values: [] })).rejects.toMatchObject({
      code: '57014',
    });
    expect((await pool.query('select 1 as a')).rows).toEqual([{ a: 1 }]);
  });

  it('survives what would overflow the stack', async () => {
    const pool = poolOf(postgres);
    const nested = "(repeat('[', 500000) || repeat(']', 500000))::jsonb";
    await expect(pool.query(`select ${nested}`)).rejects.toMatchObject({ code: '54001' });
    await pool.query(
      'create function endless(n int) returns int language plpgsql as $$ begin return endless(n + 1); end $$',
    );
    await expect(pool.query('select endless(1)')).rejects.toMatchObject({ code: '54001' });
    expect((await pool.query('select 1 as a')).rows).toEqual([{ a: 1 }]);
  });

  it('creates the extensions that come with it', async () => {
    const pool = poolOf(postgres);
    for (const name of ['citext', 'pg_trgm', 'pgcrypto', 'unaccent']) {
      await pool.query(`create extension ${name}`);
    }
    const { rows } = await pool.query("select unaccent('é') as e, similarity('abc', 'abd') > 0 as s");
    expect(rows).toEqual([{ e: 'e', s: true }]);
  });
});

describe('prepared statements', () => {
  it('keeps those of the same name apart by connection', async () => {
    const [one, two] = [await connect(), await connect()];
    for (let round = 0; round < 3; round += 1) {
      expect((await one.query({ name: 'same', text: "select 'one' as a" })).rows).toEqual([{ a: 'one' }]);
      expect((await two.query({ name: 'same', text: 'select $1::int as b', values: [2] })).rows).toEqual([
        { b: 2 },
      ]);
    }
    one.release();
    two.release();
  });

  it('keeps long names apart that differ only at their end', async () => {
    const client = await connect();
    const name = 'n'.repeat(62);
    expect((await client.query({ name: `${name}1`, text: 'select 1 as a' })).rows).toEqual([{ a: 1 }]);
    expect((await client.query({ name: `${name}2`, text: 'select 2 as a' })).rows).toEqual([{ a: 2 }]);
    client.release();
  });

  it('forgets them with their connection, however that ends', async () => {
    const ended = new pg.Client({ stream: postgres.stream });
    await ended.connect();
    await ended.query({ name: 'ended', text: 'select 1' });
    await ended.end();
    const destroyed = await connect();
    await destroyed.query({ name: 'destroyed', text: 'select 1' });
    destroyed.release(true);
    const { rows } = await poolOf(postgres).query('select name from pg_prepared_statements');
    expect(rows).toEqual([]);
  });

  it('can be used again after an execution failed', async () => {
    const client = await connect();
    const divide = (by: number) =>
      client.query({ name: 'divide', text: 'select 6 / $1::int as q', values: [by] });
    expect((await divide(2)).rows).toEqual([{ q: 3 }]);
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
    expect((await divide(3)).rows).toEqual([{ q: 2 }]);
    client.release();
  });
});

describe('transactions', () => {
  it('commit and roll back', async () => {
    const client = await connect();
    await client.query('begin');
    await client.query("insert into note values (1, 'kept')");
    await client.query('commit');
    await client.query('begin');
    await client.query("insert into note values (2, 'dropped')");
    await client.query('rollback');
    expect((await client.query('select id from note')).rows).toEqual([{ id: 1 }]);
    client.release();
  });

  it('stay failed after an error until they are rolled back', async () => {
    const client = await connect();
    await client.query('begin');
    await expect(client.query('select nothing')).rejects.toMatchObject({ code: '42703' });
    await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' });
    await client.query('rollback');
    expect((await client.query('select 1 as a')).rows).toEqual([{ a: 1 }]);
    client.release();
  });

  it('let others wait, and go on when they end', async () => {
    const [holder, other] = [await connect(), await connect()];
    await holder.query('begin');
    await holder.query("insert into note values (1, 'a')");
    const waiting = other.query('select count(*)::int as n from note');
    await holder.query("insert into note values (2, 'b')");
    await holder.query('commit');
    expect((await waiting).rows).toEqual([{ n: 2 }]);
    holder.release();
    other.release();
  });

  it('make others fail that wait while nothing is done, without running their statement', async () => {
    const [holder, other] = [await connect(), await connect()];
    await holder.query('begin');
    await expect(other.query("insert into note values (1, 'simple')")).rejects.toMatchObject({
      code: '55P03',
    });
    await expect(other.query('insert into note values ($1, $2)', [2, 'extended'])).rejects.toMatchObject({
      code: '55P03',
      hint: expect.stringContaining('DATABASE_URL') as unknown,
    });
    await expect(other.query({ text: 'select 1 as a', rows: 1 } as pg.QueryConfig)).rejects.toMatchObject({
      code: '55P03',
    });
    await holder.query('commit');
    holder.release();
    other.release(true);
    expect((await poolOf(postgres).query('select * from note')).rows).toEqual([]);
  });

  it('do not make others fail while they are at work', async () => {
    const [holder, other] = [await connect(), await connect()];
    await holder.query('begin');
    const working = holder.query(`select pg_sleep(${(PATIENCE_MS * 3) / 1000})`).then(async () => {
      await holder.query('commit');
      holder.release();
    });
    expect((await other.query('select 1 as a')).rows).toEqual([{ a: 1 }]);
    await working;
    other.release();
  });

  it('serve those who waited in the order of their coming', async () => {
    const holder = await connect();
    const others = await Promise.all(Array.from({ length: 5 }, () => connect()));
    await holder.query('begin');
    const order: number[] = [];
    const waiting = others.map((other, index) => other.query('select 1').then(() => order.push(index)));
    await holder.query('commit');
    await Promise.all(waiting);
    expect(order).toEqual([0, 1, 2, 3, 4]);
    for (const client of [holder, ...others]) client.release();
  });

  it.each(['end', 'destroy'] as const)('are rolled back when their connection ends: %s', async (way) => {
    const client = new pg.Client({ stream: postgres.stream });
    await client.connect();
    await client.query('begin');
    await client.query("insert into note values (1, 'a')");
    if (way === 'end') {
      await client.end();
    } else {
      client.on('error', () => {});
      (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
    }
    const pool = poolOf(postgres);
    expect((await pool.query('select * from note')).rows).toEqual([]);
    await pool.query("insert into note values (1, 'b')");
  });

  it('are rolled back when their client is destroyed in the middle of a statement', async () => {
    const client = await connect();
    await client.query('begin');
    const running = client.query("insert into note select 1, pg_sleep(0.2)::text || 'a'");
    await sleep(50);
    client.release(true);
    await expect(running).rejects.toThrow('Connection terminated');
    expect((await poolOf(postgres).query('select * from note')).rows).toEqual([]);
  });

  it('do not keep other connections from ending', async () => {
    const [holder, other] = [await connect(), new pg.Client({ stream: postgres.stream })];
    await other.connect();
    await other.query({ name: 'left', text: 'select 1' });
    await holder.query('begin');
    await other.end();
    await holder.query('commit');
    holder.release();
  });

  it('of a client that gave up waiting never begin', async () => {
    const [holder, other] = [await connect(), await connect()];
    await holder.query('begin');
    const waiting = other.query("insert into note values (1, 'a')");
    other.release(true);
    await expect(waiting).rejects.toThrow('Connection terminated');
    await holder.query('commit');
    holder.release();
    expect((await poolOf(postgres).query('select * from note')).rows).toEqual([]);
  });
});

describe('many at once', () => {
  it('gives ten clients their own answers', async () => {
    const pool = poolOf(postgres, { max: 10 });
    const work = async (who: number): Promise<void> => {
      const client = await pool.connect();
      for (let step = 0; step < 200; step += 1) {
        const mark = `${who}/${step}`;
        const same = { name: `q${step % 5}`, text: `select $1::text as mark, ${who}::int as who` };
        if (step % 4 === 0) {
          expect((await client.query(`select '${mark}' as mark`)).rows).toEqual([{ mark }]);
        } else if (step % 4 === 1) {
          expect((await client.query('select $1::text as mark', [mark])).rows).toEqual([{ mark }]);
        } else if (step % 20 === 2) {
          await expect(
            client.query({ ...same, name: `e${who}`, text: 'select $1::int', values: [mark] }),
          ).rejects.toMatchObject({ code: '22P02' });
        } else if (step % 20 === 3) {
          await client.query('begin');
          await client.query('insert into note values ($1, $2)', [who * 1000 + step, mark]);
          expect((await client.query({ ...same, values: [mark] })).rows).toEqual([{ mark, who }]);
          await client.query(step % 40 === 3 ? 'commit' : 'rollback');
        } else {
          expect((await client.query({ ...same, values: [mark] })).rows).toEqual([{ mark, who }]);
        }
      }
      client.release();
    };
    await Promise.all(Array.from({ length: 10 }, (_, who) => work(who)));
    const { rows } = await pool.query('select count(*)::int as n from note');
    expect(rows).toEqual([{ n: 50 }]);
  });

  it('answers a pipeline in order, past an error in its middle', async () => {
    const client = new pg.Client({ stream: postgres.stream, pipeline: true });
    await client.connect();
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) =>
        client.query({ name: 'inverse', text: 'select 100 / $1::int as q', values: [n % 10] }),
      ),
    );
    for (const [n, answer] of answers.entries()) {
      if (n % 10 === 0) expect(answer).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
      else expect(answer).toMatchObject({ value: { rows: [{ q: Math.floor(100 / (n % 10)) }] } });
    }
    await client.end();
  });

  it('leaves others alone when one does not read its answers', async () => {
    const slow = new pg.Client({ stream: postgres.stream });
    await slow.connect();
    const { stream } = (slow as unknown as { connection: { stream: Duplex } }).connection;
    stream.pause();
    const large = slow.query("select repeat('x', 1000000) as body");
    const behind = slow.query("insert into note values (1, 'slow')");
    const pool = poolOf(postgres);
    for (let n = 0; n < 20; n += 1) await pool.query('select 1');
    expect((await pool.query('select * from note')).rows).toEqual([]);
    stream.resume();
    expect((await large).rows).toHaveLength(1);
    await behind;
    await slow.end();
  });

  it('serves the rest when clients are destroyed at work', async () => {
    const pool = poolOf(postgres, { max: 5 });
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const client = await pool.connect();
        const query = client.query({ name: 'n', text: 'select $1::int as n', values: [n] });
        if (n % 3 === 0) client.release(true);
        const outcome = await query.then(
          ({ rows }) => rows as unknown,
          () => 'destroyed',
        );
        if (n % 3 !== 0) client.release();
        return outcome;
      }),
    );
    expect(outcomes).toEqual(outcomes.map((_, n) => (n % 3 === 0 ? 'destroyed' : [{ n }])));
  });

  it('lets queries end that run when the pool is ended', async () => {
    const pool = poolOf(postgres, { max: 2 });
    pools.pop();
    const running = pool.query('select pg_sleep(0.05), 1 as a');
    await sleep(10);
    await pool.end();
    expect((await running).rows).toMatchObject([{ a: 1 }]);
  });
});

describe('the protocol', () => {
  const START_UP = Buffer.from('\0\0\0\x09\0\x03\0\0\0', 'latin1');

  /** The types of the messages that a raw connection answers with, until it says `until` or ends. */
  async function exchange(sent: Buffer[], until?: string): Promise<string> {
    const connection = postgres.stream();
    let received = Buffer.alloc(0);
    let types = '';
    for (const bytes of sent) connection.write(bytes);
    for await (const chunk of connection) {
      received = Buffer.concat([received, chunk as Buffer]);
      while (received.length >= 5 && received.length > received.readInt32BE(1)) {
        const length = 1 + received.readInt32BE(1);
        types += received.toString('latin1', 0, 1);
        if (types.endsWith('E')) types += `(${/C(\w{5})/.exec(received.toString('latin1', 5, length))?.[1]})`;
        received = received.subarray(length);
      }
      types = types.replace(/^RS+KZ/, '');
      if (until !== undefined && types.endsWith(until)) break;
    }
    connection.destroy();
    return types;
  }

  it('declines encryption and takes messages cut anywhere', async () => {
    const connection = postgres.stream();
    connection.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]));
    const [answer] = (await once(connection, 'data')) as [Buffer];
    expect(answer.toString()).toBe('N');
    connection.destroy();

    const bytes = [...START_UP, ...message('Q', 'select 1\0')].map((byte) => Buffer.from([byte]));
    expect(await exchange(bytes, 'Z')).toBe('TDCZ');
    await expect(new pg.Client({ stream: postgres.stream, ssl: true }).connect()).rejects.toThrow('SSL');
  });

  it('skips the rest of a sequence after an error, up to its Sync', async () => {
    const parse = (sql: string) => message('P', '\0', `${sql}\0`, Buffer.from([0, 0]));
    const bind = message('B', '\0\0', Buffer.from([0, 0, 0, 0, 0, 0]));
    const execute = message('E', '\0', Buffer.from([0, 0, 0, 0]));
    const sent = [
      START_UP,
      parse('select 1/0'),
      bind,
      execute,
      message('H'),
      parse('select 1'),
      bind,
      execute,
    ];
    expect(await exchange([...sent, message('S'), message('Q', 'select 1\0'), message('X')])).toBe(
      '1E(22012)ZTDCZ',
    );
  });

  it('ends a connection that breaks it, and only that', async () => {
    expect(await exchange([START_UP, message('~')])).toBe('E(08P01)');
    expect(await exchange([START_UP, Buffer.from('Q\0\0\0\0')])).toBe('E(08P01)');
    expect(await exchange([Buffer.from([0, 0, 0, 8, 0, 2, 0, 0])])).toBe('E(08P01)');
    expect((await poolOf(postgres).query('select 1 as a')).rows).toEqual([{ a: 1 }]);
  });
});

describe('TypeORM', () => {
  it('works on it as on a server', async () => {
    const dataSource = new DataSource({
      type: 'postgres',
      installExtensions: false,
      extra: { stream: postgres.stream },
    });
    await dataSource.initialize();
    expect(await dataSource.query('select $1::int as a', [1])).toEqual([{ a: 1 }]);
    await dataSource.transaction(async (manager) => {
      await manager.query("insert into note values (1, 'a')");
    });
    const failure = dataSource.transaction(async (manager) => {
      await manager.query("insert into note values (2, 'b')");
      throw new Error('no');
    });
    await expect(failure).rejects.toThrow('no');
    expect(await dataSource.query('select id from note')).toEqual([{ id: 1 }]);
    await dataSource.destroy();
  });
});

describe('opening and closing', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'embedded-'));
  });

  afterAll(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  it('makes a database in an empty directory and finds it again', async () => {
    const home = join(directory, 'new', 'home');
    const first = await EmbeddedPostgres.open({ directory: home });
    await poolOf(first).query('create table kept as select 1 as a');
    await first.close();
    const second = await EmbeddedPostgres.open({ directory: home });
    expect((await poolOf(second).query('select * from kept')).rows).toEqual([{ a: 1 }]);
    await expect(EmbeddedPostgres.open({ directory: home })).rejects.toThrow('this process itself');
    await second.close();
    await second.close();
    expect(await readdir(home)).toEqual(['pgdata']);
    await expect(EmbeddedPostgres.open({ directory: home, snapshot })).rejects.toThrow('a database already');
  });

  it('starts over where the making of a database was interrupted', async () => {
    const home = join(directory, 'interrupted');
    await (await EmbeddedPostgres.open({ directory: home, snapshot })).close();
    await rm(join(home, 'pgdata', 'global'), { recursive: true });
    await writeFile(join(home, 'unfinished'), '');
    const again = await EmbeddedPostgres.open({ directory: home, snapshot });
    expect((await poolOf(again).query('select * from note')).rows).toEqual([]);
    await again.close();
  });

  it('says why it cannot open a database, and lets go of the directory', async () => {
    const home = join(directory, 'broken');
    await (await EmbeddedPostgres.open({ directory: home, snapshot })).close();
    await writeFile(join(home, 'pgdata', 'PG_VERSION'), '9.6\n');
    await expect(EmbeddedPostgres.open({ directory: home })).rejects.toThrow('incompatible with server');
    expect(await readdir(home)).toEqual(['pgdata']);
  });

  it('loads a dump, without what an open transaction did', async () => {
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

  it('lets the running statement end on closing, and fails everything else', async () => {
    const database = await EmbeddedPostgres.open({ snapshot });
    const pool = poolOf(database);
    const [busy, waiting] = [await connect(database), await connect(database)];
    const failures = Promise.all(
      [busy.query('select pg_sleep(0.3)'), waiting.query('select 1')].map((query) =>
        expect(query).rejects.toThrow('is closed'),
      ),
    );
    await sleep(50);
    const closing = database.close();
    await failures;
    await closing;
    await expect(pool.query('select 1')).rejects.toThrow('The embedded PostgreSQL is closed');
    await expect(database.dump()).rejects.toThrow('The embedded PostgreSQL is closed');
    busy.release();
    waiting.release();
  });

  it('fails everything when the database dies', async () => {
    const database = await EmbeddedPostgres.open({ snapshot });
    const pool = poolOf(database);
    const [busy, idle] = [await connect(database), await connect(database)];
    const idleFailure = new Promise<Error>((resolve) => idle.once('error', resolve));
    const running = expect(busy.query('select pg_sleep(10)')).rejects.toThrow('The embedded PostgreSQL died');
    await sleep(50);
    await (Reflect.get(backendOf(database), 'worker') as Worker).terminate();
    await running;
    expect((await idleFailure).message).toContain('The embedded PostgreSQL died');
    await expect(pool.query('select 1')).rejects.toThrow('The embedded PostgreSQL died');
    busy.release();
    idle.release();
    await database.close();
  });
});
