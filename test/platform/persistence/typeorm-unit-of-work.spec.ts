import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  brokenConstraint,
  isTransactionConflict,
} from '../../../src/platform/persistence/database-errors.js';
import { Sql } from '../../../src/platform/persistence/sql.js';
import { DatabaseMetrics } from '../../../src/platform/persistence/database-metrics.js';
import { Metrics } from '../../../src/platform/telemetry/metrics.js';
import { TypeormUnitOfWork } from '../../../src/platform/persistence/typeorm-unit-of-work.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { aUser, describeOnServer, describePort } from '../../support/ports.js';

describePort('UnitOfWork', (ports) => {
  const stored = async (email: string) => (await ports().users.findByEmail(email)) !== null;

  it('returns the result of the work after its changes are committed', async () => {
    expect(await ports().unitOfWork.run(async () => (await aUser(ports(), { email: 'a@b' })).email)).toBe(
      'a@b',
    );
    expect(await stored('a@b')).toBe(true);
  });

  it('reads its own changes', async () => {
    await ports().unitOfWork.run(async () => {
      await aUser(ports(), { email: 'a@b' });
      expect(await stored('a@b')).toBe(true);
    });
  });

  it('rejects with the error of the work, and rolls back', async () => {
    const kept = await aUser(ports(), { email: 'kept@b' });
    const error = new Error('No.');
    const run = ports().unitOfWork.run(async () => {
      await aUser(ports(), { email: 'a@b' });
      kept.revise({ email: 'changed@b' });
      await ports().users.save(kept);
      throw error;
    });
    await expect(run).rejects.toBe(error);
    expect([await stored('a@b'), await stored('changed@b'), await stored('kept@b')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('rejects when the work throws synchronously', async () => {
    const run = ports().unitOfWork.run(() => {
      throw new Error('No.');
    });
    await expect(run).rejects.toThrow('No.');
    await ports().unitOfWork.run(() => aUser(ports(), { email: 'a@b' }));
    expect(await stored('a@b')).toBe(true);
  });

  it('joins the surrounding unit of work, which rolls everything back if it fails later', async () => {
    const { unitOfWork } = ports();
    const run = unitOfWork.run(async () => {
      await unitOfWork.run(() => aUser(ports(), { email: 'inner@b' }));
      expect(await stored('inner@b')).toBe(true);
      throw new Error('No.');
    });
    await expect(run).rejects.toThrow('No.');
    expect(await stored('inner@b')).toBe(false);
  });

  it('continues after a nested unit of work has failed, and keeps its changes', async () => {
    const { unitOfWork } = ports();
    await unitOfWork.run(async () => {
      const inner = unitOfWork.run(async () => {
        await aUser(ports(), { email: 'inner@b' });
        throw new Error('No.');
      });
      await expect(inner).rejects.toThrow('No.');
      await aUser(ports(), { email: 'outer@b' });
    });
    expect([await stored('inner@b'), await stored('outer@b')]).toEqual([true, true]);
  });

  it('isolates concurrent units of work', async () => {
    const { unitOfWork } = ports();
    const runs = [1, 2, 3, 4].map((number) =>
      unitOfWork.run(async () => {
        await aUser(ports(), { email: `${number}@b` });
        await new Promise((done) => setTimeout(done, 5));
        if (number % 2 === 0) throw new Error('No.');
      }),
    );
    expect((await Promise.allSettled(runs)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
    ]);
    expect(await Promise.all([1, 2, 3, 4].map((number) => stored(`${number}@b`)))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

describe('Statements of a unit of work', () => {
  let database: TestDatabase;
  let unitOfWork: TypeormUnitOfWork;
  let sql: Sql;

  beforeAll(async () => {
    database = await createTestDatabase();
    unitOfWork = new TypeormUnitOfWork(database.database);
    sql = new Sql(database.database, unitOfWork);
    await sql.rows('create table numbers (number int primary key)');
  });
  afterAll(() => database.drop());

  const add = (number: number) =>
    sql.rows<{ number: number }>('insert into numbers values ($1) returning number', [number]);
  const stored = async () =>
    (await sql.rows<{ number: number }>('select number from numbers order by 1')).map(({ number }) => number);

  beforeEach(() => sql.rows('truncate numbers'));

  it('return their rows, whatever their kind', async () => {
    await unitOfWork.run(async () => {
      expect(await add(1)).toEqual([{ number: 1 }]);
      expect(await sql.rows('update numbers set number = 2 returning number')).toEqual([{ number: 2 }]);
      expect(await sql.planned('select number from numbers', [])).toEqual([{ number: 2 }]);
      expect(await sql.rows('delete from numbers returning number')).toEqual([{ number: 2 }]);
      expect(await sql.read('select number from numbers')).toEqual([]);
    });
  });

  it('make it reject with the error of the first statement that failed, and roll back', async () => {
    const run = unitOfWork.run(async () => {
      await add(1);
      await Promise.all([sql.rows('select 1 / 0'), sql.rows('select 1')]);
    });
    await expect(run).rejects.toThrow('division by zero');
    expect(await stored()).toEqual([]);
  });

  it('are not committed if the work ignores that a statement failed', async () => {
    const run = unitOfWork.run(async () => {
      await add(1);
      await sql.rows('select 1 / 0').catch(() => undefined);
    });
    await expect(run).rejects.toThrow('A statement of the transaction failed');
    expect(await stored()).toEqual([]);
  });

  it('report the constraint that they violated, within and outside of a unit of work', async () => {
    await add(1);
    for (const violating of [() => add(1), () => unitOfWork.run(() => add(1))]) {
      expect(brokenConstraint(await violating().catch((error: unknown) => error))).toBe('numbers_pkey');
    }
  });

  it('are followed by each callback once, after the commit, and by none after a rollback', async () => {
    const called: string[] = [];
    const [one, other] = [() => void called.push('one'), () => void called.push('other')];
    await unitOfWork.run(async () => {
      for (const callback of [one, other, one]) unitOfWork.afterCommit(callback);
      await add(1);
      expect(called).toEqual([]);
    });
    expect(called).toEqual(['one', 'other']);
    const rejected = unitOfWork.run(async () => {
      unitOfWork.afterCommit(one);
      throw new Error('No.');
    });
    await expect(rejected).rejects.toThrow('No.');
    expect(called).toEqual(['one', 'other']);
    unitOfWork.afterCommit(one);
    expect(called).toEqual(['one', 'other', 'one']);
  });
});

describeOnServer('TypeormUnitOfWork on a server', () => {
  let database: TestDatabase;
  let unitOfWork: TypeormUnitOfWork;

  const add = (name: string) =>
    unitOfWork.manager.query('update counter set value = value + 1 where name = $1', [name]);
  const values = async (): Promise<number[]> => {
    const rows: { value: number }[] = await unitOfWork.manager.query(
      'select value from counter order by name',
    );
    return rows.map(({ value }) => value);
  };

  const metrics = new Metrics();

  beforeAll(async () => {
    database = await createTestDatabase();
    unitOfWork = new TypeormUnitOfWork(database.database, new DatabaseMetrics(database.database, metrics));
    await unitOfWork.manager.query('create table counter (name text primary key, value int not null)');
  });
  afterAll(() => database.drop());

  it('repeats the work after a deadlock, and applies each effect once', async () => {
    await unitOfWork.manager.query("insert into counter values ('a', 0), ('b', 0) on conflict do nothing");
    let attempts = 0;
    // Each has locked its first row before either locks its second one.
    let arrived = 0;
    let open = (): void => undefined;
    const both = new Promise<void>((done) => {
      open = done;
    });
    const inOrder = (first: string, second: string) =>
      unitOfWork.run(async () => {
        attempts++;
        await add(first);
        if (++arrived >= 2) open();
        await both;
        await add(second);
      });
    await Promise.all([inOrder('a', 'b'), inOrder('b', 'a')]);
    expect(attempts).toBe(3);
    expect(await metrics.render()).toMatch(/^db_transaction_retries_total 1$/m);
    expect(await values()).toEqual([2, 2]);
  });

  it('gives up after four attempts, and stores nothing', async () => {
    const before = await values();
    let attempts = 0;
    const run = unitOfWork.run(async () => {
      attempts++;
      await add('a');
      await unitOfWork.manager.query("do $$ begin raise exception using errcode = '40P01'; end $$");
    });
    expect(isTransactionConflict(await run.catch((error: unknown) => error))).toBe(true);
    expect(attempts).toBe(4);
    expect(await values()).toEqual(before);
  });

  it('does not repeat work that failed for another reason', async () => {
    let attempts = 0;
    await expect(
      unitOfWork.run(async () => {
        attempts++;
        await unitOfWork.manager.query('select 1 / 0');
      }),
    ).rejects.toThrow('division by zero');
    expect(attempts).toBe(1);
  });

  it('commits each statement by itself outside of a unit of work', async () => {
    const [before = 0] = await values();
    await add('a');
    expect((await values())[0]).toBe(before + 1);
  });
});
