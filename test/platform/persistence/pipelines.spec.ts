import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { describeOnServer } from '../../support/ports.js';

describe('the connections for reads', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const ask = async (text: string, values: unknown[] = []) =>
    (await database.database.reading.query<{ value: unknown }>({ text, values })).rows[0]?.value;

  it('give each statement its own answer, however many are under way', async () => {
    const numbers = Array.from({ length: 200 }, (_, number) => number);
    const answers = await Promise.all(numbers.map((number) => ask('select $1::int as value', [number])));
    expect(answers).toEqual(numbers);
  });

  it('fail the statement that is wrong, and none of those around it', async () => {
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

  it('take nothing any more once they are closed', async () => {
    const last = ask('select 1 as value');
    await Promise.all([last, database.database.reading.close()]);
    await expect(ask('select 1 as value')).rejects.toThrow('The connections are closed.');
  });

  describeOnServer('on a server', () => {
    it('have one plan for all values of a prepared statement', async () => {
      expect(await ask("select current_setting('plan_cache_mode') as value")).toBe('force_generic_plan');
    });

    it('are used where the fewest statements wait: not behind one that takes long', async () => {
      const order: unknown[] = [];
      const long = ask('select pg_sleep(1)::text as value').then(() => order.push('long'));
      for (const number of [1, 2, 3, 4]) order.push(await ask('select $1::int as value', [number]));
      await long;
      expect(order).toEqual([1, 2, 3, 4, 'long']);
    });

    it('are made anew when they broke: only what was on them fails', async () => {
      const pids = new Set(
        await Promise.all([1, 2, 3, 4].map(() => ask('select pg_backend_pid() as value'))),
      );
      const waiting = ask('select pg_sleep(20)::text as value');
      // It is told what became of it below.
      waiting.catch(() => undefined);
      await database.database.dataSource.query(
        'select pg_terminate_backend(pid) from unnest($1::int[]) pid',
        [[...pids]],
      );
      await expect(waiting).rejects.toThrow(/terminat/);
      // That a connection has ended may be heard of a little later: until then, what is sent on it fails too.
      let answers: unknown[] | undefined;
      while (answers === undefined) {
        answers = await Promise.all([1, 2, 3, 4].map(() => ask('select pg_backend_pid() as value'))).catch(
          () => undefined,
        );
      }
      expect(answers.filter((pid) => pids.has(pid))).toEqual([]);
    });
  });
});
