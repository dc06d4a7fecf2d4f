import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { brokenConstraint } from '../../../src/platform/persistence/database-errors.js';
import { MappedTable } from '../../../src/platform/persistence/mapped-table.js';
import { Sql } from '../../../src/platform/persistence/sql.js';
import { TypeormUnitOfWork } from '../../../src/platform/persistence/typeorm-unit-of-work.js';
import { WrittenNumber } from '../../../src/platform/persistence/write-plan.js';
import { Project } from '../../../src/project/domain/project.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { describeOnServer } from '../../support/ports.js';

const id = '00000000-0000-7000-8000-000000000001';

let database: TestDatabase;
let unitOfWork: TypeormUnitOfWork;
let sql: Sql;
let projects: MappedTable<Project>;
/** For each attempt, whether it had no transaction. */
let attempts: boolean[];

beforeAll(async () => {
  database = await createTestDatabase();
  unitOfWork = new TypeormUnitOfWork(database.database);
  sql = new Sql(database.database, unitOfWork);
  projects = new MappedTable(sql, database.database.dataSource, Project);
  await sql.rows('create table told (number int primary key)');
});
afterAll(() => database.drop());

beforeEach(async () => {
  attempts = [];
  await sql.rows('truncate told, projects cascade');
  await sql.rows(
    `insert into projects (id, name, slug, icon, icon_radius, og_image, created_at)
     values ($1, '0', 'acme', '', 'rounded-md', '', now())`,
    [id],
  );
});

const tell = (number: number) =>
  sql.send(
    'insert into told values ($1)',
    [number],
    (error) => new Error(`Told: ${brokenConstraint(error)}`),
  );
const told = async () =>
  (await sql.rows<{ number: number }>('select number from told order by 1')).map(({ number }) => number);
const name = async () => (await sql.row<{ name: string }>('select name from projects'))?.name;
/** What somebody else does meanwhile. */
const elsewhere = (text: string) => database.database.dataSource.query(text);

/** Adds one to the project's name; `more` is done before it is saved. */
async function count(more?: () => Promise<unknown>): Promise<void> {
  attempts.push(unitOfWork.plan !== undefined);
  const project = (await projects.load('t.id = $1', [id]))!;
  await more?.();
  project.revise({ name: String(Number(project.name) + 1) });
  await projects.update(project);
}

const run = (work: () => Promise<void>) => unitOfWork.runOptimistically(work, name);

// Through a pooler each has its transaction.
const describeUnlessPooled = process.env['TEST_DATABASE_DIRECT_URL'] === undefined ? describe : describe.skip;

describeUnlessPooled('work that loads, changes and saves', () => {
  it('is stored without a transaction, and then read', async () => {
    expect(await run(() => count())).toBe('1');
    expect(attempts).toEqual([true]);
  });

  it('stores all or nothing', async () => {
    const work = async () => {
      await count();
      await tell(1);
    };
    await run(work);
    expect([await name(), await told()]).toEqual(['1', [1]]);
    await expect(run(work)).rejects.toThrow('Told: told_pkey');
    expect([await name(), await told()]).toEqual(['1', [1]]);
  });

  it('stores nothing where it throws', async () => {
    const work = async () => {
      await count();
      throw new Error('No.');
    };
    await expect(run(work)).rejects.toThrow('No.');
    expect([await name(), attempts]).toEqual(['0', [true]]);
  });

  it('changes nothing where nothing has changed', async () => {
    const work = async () => {
      const project = (await projects.load('t.id = $1', [id]))!;
      await projects.update(project);
    };
    expect(await run(work)).toBe('0');
  });

  it('is done again with locks where somebody has changed what it loaded', async () => {
    let times = 0;
    const work = () =>
      count(async () => {
        times += 1;
        if (times === 1) await elsewhere(`update projects set name = '10'`);
      });
    expect(await run(work)).toBe('11');
    expect(attempts).toEqual([true, false]);
  });

  it('is done again where somebody has removed what it loaded, and told what it then finds', async () => {
    let times = 0;
    const work = async () => {
      times += 1;
      const project = await projects.load('t.id = $1', [id]);
      if (times === 1) await elsewhere('delete from projects');
      if (!project) throw new Error('Gone.');
      project.revise({ name: 'new' });
      await projects.update(project);
    };
    await expect(run(work)).rejects.toThrow('Gone.');
  });

  const unfit: [string, () => Promise<unknown>][] = [
    ['reads what it has changed', () => sql.read('select 1')],
    ['waits for a statement', () => sql.rows('select 1')],
    ['searches', () => sql.planned('select 1', [])],
    ['uses the manager', async () => unitOfWork.manager.query('select 1')],
    ['removes something', () => sql.send('delete from told where number = 2')],
    ['loads something that it does not save', () => projects.load('t.id = $1', [id])],
    ['saves the same twice', () => count()],
  ];

  it.each(unfit)('is done in a transaction where it %s', async (_, more) => {
    const work = async () => {
      await count();
      await more();
      await tell(1);
    };
    await run(work);
    expect([attempts[0], attempts.at(-1)]).toEqual([true, false]);
    expect(await told()).toEqual([1]);
  });

  it('is done in a transaction where a part of what it loads stands in other tables', async () => {
    const { dataSource } = database.database;
    const others = { members: `array(select m.user_id from members m where m.project_id = t.id)` };
    const withMembers = new MappedTable(sql, dataSource, Project, others);
    const work = async () => {
      attempts.push(unitOfWork.plan !== undefined);
      await withMembers.load('t.id = $1', [id]);
    };
    expect(await run(work)).toBe('0');
    expect(attempts).toEqual([true, false]);
  });

  it('is done in a transaction also where it overlooks that it needs one', async () => {
    const work = async () => {
      await count();
      await sql.rows('select 1').catch(() => undefined);
    };
    expect(await run(work)).toBe('1');
    expect(attempts).toEqual([true, false]);
  });

  it('joins the unit of work that it runs in', async () => {
    await unitOfWork.run(async () => {
      await run(() => count());
      await run(() => count());
    });
    expect([await name(), attempts]).toEqual(['2', [false, false]]);
  });

  it('reacts once it is stored', async () => {
    const reactions: (string | undefined)[] = [];
    const work = (fails: boolean) => async () => {
      unitOfWork.afterCommit(() => reactions.push('stored'));
      await count();
      await tell(1);
      if (fails) await tell(1);
    };
    await run(work(false));
    await expect(run(work(true))).rejects.toThrow();
    expect(reactions).toEqual(['stored']);
  });

  it('tells how many rows a statement gave', async () => {
    const rows: number[] = [];
    const three = {
      with: { numbers: 'select generate_series(1, $1::int) as n' },
      text: 'select n from numbers',
    };
    const note = (number: number) => void rows.push(number);
    await run(async () => {
      await count();
      await sql.send(three, [3], undefined, note);
    });
    // The same twice cannot be one statement.
    await run(async () => {
      await count();
      await sql.send(three, [1], undefined, note);
      await sql.send(three, [2], undefined, note);
    });
    expect(rows).toEqual([3, 1, 2]);
    expect(attempts).toEqual([true, true, false]);
  });

  const counting = {
    with: { counted: `update projects set name = name || '!' where $1::int > 0 returning length(name) as n` },
    text: 'select n from counted',
  };

  it('can hand on a number that is known only when it is stored', async () => {
    await sql.rows('create table numbers (n int)');
    const work = async () => {
      attempts.push(unitOfWork.plan !== undefined);
      const number = await sql.number(counting, 'counted.n', [1]);
      const { table, column } = number as WrittenNumber;
      await sql.send({
        with: { one: 'select 1' },
        text: `insert into numbers select ${column} from ${table}`,
      });
    };
    await run(work);
    await run(work);
    expect(attempts).toEqual([true, true]);
    expect(await sql.rows('select n from numbers order by 1')).toEqual([{ n: 2 }, { n: 3 }]);
  });

  it('is done in a transaction where there is no such number', async () => {
    const numbers: unknown[] = [];
    const work = async () => void numbers.push(await sql.number(counting, 'counted.n', [0]));
    await run(work);
    expect(numbers).toEqual([expect.any(WrittenNumber), null]);
  });

  it('is done in a transaction where there is not what it takes for granted', async () => {
    const found: boolean[] = [];
    const work = (key: string) => async () => {
      found.push(await sql.exists('select from projects where id = $1', [key]));
      await sql.read('select 1');
      await tell(found.length);
    };
    await run(work(id));
    expect([found, await told()]).toEqual([[true], [1]]);
    await run(work(id.replace('1', '2')));
    expect([found, await told()]).toEqual([
      [true, true, false],
      [1, 3],
    ]);
  });

  it('is another statement for other writes', async () => {
    const note = (text: string) => ({ with: { told_now: text }, text: 'select number from told_now' });
    const insert = (number: number) => `insert into told values (${number}) returning number`;
    for (const number of [1, 2]) {
      await run(async () => {
        await count();
        await sql.send(note(insert(number)));
      });
    }
    expect(await told()).toEqual([1, 2]);
  });

  it('carries out a function that nobody wants to know the rows of', async () => {
    await sql.rows('create sequence calls');
    const called = { with: { one: 'select 1' }, text: `select nextval('calls') from one` };
    await run(async () => {
      await count();
      await sql.send(called);
    });
    expect(attempts).toEqual([true]);
    expect(await sql.rows('select is_called from calls')).toEqual([{ is_called: true }]);
  });

  it('rejects where what is read in the end fails', async () => {
    const failing = unitOfWork.runOptimistically(
      () => count(),
      () => sql.rows('select 1 / 0'),
    );
    await expect(failing).rejects.toThrow('division by zero');
    // It is stored, and not done again.
    expect([await name(), attempts]).toEqual(['1', [true]]);
  });
});

describeOnServer('work that loads, changes and saves, on a server', () => {
  it('is done by many at once, each time once', async () => {
    await Promise.all(Array.from({ length: 40 }, () => run(() => count())));
    expect(await name()).toBe('40');
    expect(attempts.length).toBeGreaterThan(40);
  });

  it('waits in a transaction of its own for who has locked what it loaded', async () => {
    const client = database.database.openClient();
    await client.connect();
    try {
      await client.query('begin');
      await client.query('select from projects for update');
      const done = run(() => count());
      // Others are not held up meanwhile.
      for (const number of [1, 2, 3, 4]) await unitOfWork.runOptimistically(() => tell(number), told);
      while (attempts.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
      await client.query(`update projects set name = '5'`);
      await client.query('commit');
      expect(await done).toBe('6');
      expect(attempts).toEqual([true, false]);
    } finally {
      await client.end();
    }
  });
});
