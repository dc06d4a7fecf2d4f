import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  brokenConstraint,
  isTransactionConflict,
} from '../../../src/platform/persistence/database-errors.js';
import { Sql } from '../../../src/platform/persistence/sql.js';
import { Metrics } from '../../../src/platform/telemetry/metrics.js';
import type { ActiveTransaction } from '../../../src/platform/persistence/transaction-connection.js';
import type { TypeormUnitOfWork } from '../../../src/platform/persistence/typeorm-unit-of-work.js';
import { createTestDatabase, type TestDatabase, unitOfWorkOn } from '../../support/database.js';
import { describeOnServer } from '../../support/server-url.js';

describe('Statements of a unit of work', () => {
  let database: TestDatabase;
  let unitOfWork: TypeormUnitOfWork;
  let sql: Sql;

  beforeAll(async () => {
    database = await createTestDatabase();
    unitOfWork = unitOfWorkOn(database.database);
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
      expect(await sql.queryUnprepared('select number from numbers', [])).toEqual([{ number: 2 }]);
      expect(await sql.rows('delete from numbers returning number')).toEqual([{ number: 2 }]);
      expect(await sql.read('select number from numbers')).toEqual([]);
    });
  });

  it('are rolled back by a rehearsal, which returns the result of its work or rejects with its error', async () => {
    expect(unitOfWork.isRehearsed).toBe(false);
    const result = await unitOfWork.rehearse(async () => ({
      added: await unitOfWork.run(() => add(1)),
      seen: await stored(),
      isRehearsed: unitOfWork.isRehearsed,
    }));
    expect(result).toEqual({ added: [{ number: 1 }], seen: [1], isRehearsed: true });
    await expect(unitOfWork.rehearse(() => sql.rows('select 1 / 0'))).rejects.toThrow('division by zero');
    const nested = unitOfWork.run(() => unitOfWork.rehearse(() => sql.rows('select 1')));
    await expect(nested).rejects.toThrow('cannot run within a unit of work');
    expect([unitOfWork.isRehearsed, await stored()]).toEqual([false, []]);
  });

  it('make it reject with the error of the first statement that failed, and roll back', async () => {
    const run = unitOfWork.run(async () => {
      await add(1);
      await Promise.all([sql.rows('select 1 / 0'), sql.rows('select 1')]);
    });
    await expect(run).rejects.toThrow('division by zero');
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['SQL', () => sql.rows('select 1 / 0')],
    ['TypeORM', () => unitOfWork.manager.query('select 1 / 0')],
  ])('are not committed if the work ignores that a statement of %s failed', async (_, fail) => {
    const run = unitOfWork.run(async () => {
      await add(1);
      await fail().catch(() => undefined);
    });
    await expect(run).rejects.toThrow('A statement of the transaction failed');
    expect(await stored()).toEqual([]);
  });

  it('make it reject with their error if it does not wait for them until it commits', async () => {
    const run = unitOfWork.run(async () => {
      await add(1);
      await unitOfWork.awaitAtCommit(sql.rows('select 1 / 0'));
    });
    await expect(run).rejects.toThrow('division by zero');
    expect(await stored()).toEqual([]);
  });

  it('are committed if it does not wait for them until it commits', async () => {
    await unitOfWork.run(() => unitOfWork.awaitAtCommit(add(1)));
    await unitOfWork.awaitAtCommit(add(2));
    expect(await stored()).toEqual([1, 2]);
  });

  it.each(['begin', 'commit', 'rollback'])('cannot be %s', async (statement) => {
    for (const send of [() => sql.rows(statement), () => unitOfWork.manager.query(statement)]) {
      const run = unitOfWork.run(async () => {
        await add(1);
        await send();
      });
      await expect(run).rejects.toThrow('not possible within a unit of work');
    }
    expect(await stored()).toEqual([]);
  });

  it('are in an active transaction for TypeORM, so that `save` begins none', async () => {
    const isActive = await unitOfWork.run(async () => unitOfWork.manager.queryRunner?.isTransactionActive);
    expect(isActive).toBe(true);
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

describe('A closed database', () => {
  it('ends its AsyncLocalStorage, which would stay in memory and slow every promise of the process', async () => {
    const { database, drop } = await createTestDatabase();
    const stored = database.current.run({} as ActiveTransaction, async () => {
      const before = database.current.getStore();
      await drop();
      return [before, database.current.getStore()];
    });
    expect(await stored).toEqual([{}, undefined]);
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
    unitOfWork = unitOfWorkOn(database.database, metrics);
    await unitOfWork.manager.query('create table counter (name text primary key, value int not null)');
    await unitOfWork.manager.query("insert into counter values ('a', 0), ('b', 0)");
  });
  afterAll(() => database.drop());

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

  it('is counted by the metric of used connections until it has ended', async () => {
    const used = async () => /^db_pool_used\{pool="transactions"\} (.*)$/m.exec(await metrics.render())?.[1];
    expect(await unitOfWork.run(used)).toBe('1');
    expect(await used()).toBe('0');
  });

  it('commits each statement by itself outside of a unit of work', async () => {
    const [before = 0] = await values();
    await add('a');
    expect((await values())[0]).toBe(before + 1);
  });
});
