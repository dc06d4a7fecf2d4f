import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isDatabaseUnavailable } from '../../../src/platform/persistence/database-errors.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { describeOnServer } from '../../support/server-url.js';

describe('The connections for reads', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const ask = async (text: string, values: unknown[] = []) =>
    (await database.database.reading.query<{ value: unknown }>({ text, values })).rows[0]?.value;

  it('return to each statement its own result, however many are active', async () => {
    const numbers = Array.from({ length: 200 }, (_, number) => number);
    const answers = await Promise.all(numbers.map((number) => ask('select $1::int as value', [number])));
    expect(answers).toEqual(numbers);
  });

  it('fail only the statement that is wrong', async () => {
    const answers = await Promise.allSettled([
      ask('select 1 as value'),
      ask('select 1 / 0 as value'),
      ask('select 2 as value'),
      ask('selec'),
      ask('select $1::int as value', ['no number']),
      ask('select 3 as value'),
    ]);
    expect(answers.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      false,
      true,
      false,
      false,
      true,
    ]);
  });

  describeOnServer('on a server', () => {
    it('use one plan for all values of a prepared statement', async () => {
      expect(await ask("select current_setting('plan_cache_mode') as value")).toBe('force_generic_plan');
    });

    it('are chosen by the fewest pending statements, not behind a slow one', async () => {
      const order: unknown[] = [];
      let long: Promise<unknown> | undefined;
      await database.database.dataSource.transaction(async (manager) => {
        await manager.query('select pg_advisory_xact_lock(1)');
        long = ask('select pg_advisory_xact_lock(1)::text as value').then(() => order.push('long'));
        for (const number of [1, 2, 3, 4]) order.push(await ask('select $1::int as value', [number]));
      });
      await long;
      expect(order).toEqual([1, 2, 3, 4, 'long']);
    });

    it('report as unavailable what follows a statement whose preparation timed out, and prepare it again', async () => {
      const { reading, dataSource } = database.database;
      const statement = { name: 'locked', text: 'select count(*) as value from locked' };
      // The same time limit on all connections, which the statements of a read are distributed over.
      await Promise.all(
        [1, 2, 3, 4].map(() => ask(`select set_config('statement_timeout', '2000', false) as value`)),
      );
      await dataSource.query('create table locked (id int)');
      await dataSource.transaction(async (manager) => {
        await manager.query('lock table locked');
        const answers = await Promise.allSettled([1, 2, 3, 4].map(() => reading.query(statement)));
        const reasons = answers.map(
          (answer) => (answer.status === 'rejected' ? answer.reason : null) as unknown,
        );
        expect(reasons.map(isDatabaseUnavailable)).toEqual([true, true, true, true]);
      });
      expect((await reading.query(statement)).rows).toEqual([{ value: '0' }]);
    });

    it('are replaced when they break, and only their own statements fail', async () => {
      const pids = new Set(
        await Promise.all([1, 2, 3, 4].map(() => ask('select pg_backend_pid() as value'))),
      );
      const waiting = ask('select pg_sleep(20)::text as value');
      // The outcome is checked below.
      waiting.catch(() => undefined);
      await database.database.dataSource.query(
        'select pg_terminate_backend(pid) from unnest($1::int[]) pid',
        [[...pids]],
      );
      await expect(waiting).rejects.toThrow(/terminat/);
      // The client may notice the end of a connection later; statements sent on it until then fail too.
      let answers: unknown[] | undefined;
      while (answers === undefined) {
        answers = await Promise.all([1, 2, 3, 4].map(() => ask('select pg_backend_pid() as value'))).catch(
          () => undefined,
        );
      }
      expect(answers.filter((pid) => pids.has(pid))).toEqual([]);
    });
  });

  // The last test, because the others need them.
  it('reject statements once they are closed', async () => {
    const last = ask('select 1 as value');
    await Promise.all([last, database.database.reading.close()]);
    await expect(ask('select 1 as value')).rejects.toThrow('The connections are closed.');
  });
});
