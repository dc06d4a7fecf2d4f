import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Background } from '../../../src/platform/jobs/background.js';
import { FailedJobs } from '../../../src/platform/jobs/failed-jobs.js';
import { type JobHandler, Jobs } from '../../../src/platform/jobs/jobs.js';
import { Database } from '../../../src/platform/persistence/index.js';
import { UnitOfWork } from '../../../src/shared/unit-of-work.js';
import { startApp, type TestApp } from '../../support/app.js';
import { describeOnServer, itOnServer, serverUrl } from '../../support/server-url.js';
import { until } from '../../support/until.js';

let service: TestApp;
let jobs: Jobs;
let unitOfWork: UnitOfWork;
/** The payloads of the jobs of the task `note`. */
let noted: unknown[];
/** The keys of the jobs of the task `note` that have ended three processes. */
let interrupted: string[];
/** The handlers of the other tasks, which must be registered before the start. */
const work: Partial<Record<'fail' | 'hang' | 'last' | 'note', JobHandler>> = {};

/** Starts a service with these tasks, but not its background work. */
async function open(): Promise<void> {
  service = await startApp();
  jobs = service.app.get(Jobs);
  unitOfWork = service.app.get(UnitOfWork);
  jobs.handle(
    'note',
    'normal',
    async (payload, signal) => (work.note ? work.note(payload, signal) : void noted.push(payload)),
    (key) => Promise.resolve(void interrupted.push(key)),
  );
  for (const [task, lane] of [
    ['fail', 'normal'],
    ['last', 'normal'],
    ['hang', 'slow'],
  ] as const) {
    jobs.handle(task, lane, async (payload, signal) => work[task]?.(payload, signal));
  }
}

beforeEach(() => {
  noted = [];
  interrupted = [];
  delete work.note;
});

function start(): void {
  service.app.get(Background).start();
}

/** Waits until no jobs are left. */
async function untilIdle(): Promise<void> {
  while ((await rows(`select from feedback_jobs.jobs limit 1`)).length > 0) await pause(10);
}

function rows(statement: string, values: unknown[] = []): Promise<any[]> {
  return service.database.database.dataSource.query(statement, values);
}

describe('A job', () => {
  beforeAll(async () => {
    await open();
    start();
  });
  afterEach(untilIdle);
  afterAll(() => service.close());

  it('runs once, with its payload, after the commit', async () => {
    await unitOfWork.run(async () => {
      await jobs.add('note', { text: 'Größe' });
      await pause(300);
      expect(noted).toEqual([]);
    });
    await until(() => noted.length > 0);
    await untilIdle();
    expect(noted).toEqual([{ text: 'Größe' }]);
  });

  it('does not run if the unit of work fails', async () => {
    const failing = unitOfWork.run(async () => {
      await jobs.add('note', { number: 1 });
      throw new Error('No.');
    });
    await expect(failing).rejects.toThrow('No.');
    await jobs.add('note', { number: 2 });
    await until(() => noted.length > 0);
    expect(noted).toEqual([{ number: 2 }]);
  });

  it('waits for its time', async () => {
    const runAt = new Date(Date.now() + 3_600_000);
    await jobs.add('note', { at: 'later' }, { runAt });
    await jobs.add('note', { at: 'once' });
    await until(() => noted.length > 0);
    expect(noted).toEqual([{ at: 'once' }]);
    // Its time has come.
    const due = await rows(
      'update feedback_jobs._private_jobs set run_at = now() where run_at = $1 returning 1',
      [runAt],
    );
    expect(due).toMatchObject([[{}], 1]);
    await until(() => noted.length > 1);
    expect(noted.at(-1)).toEqual({ at: 'later' });
  });

  it('replaces the pending job with the same key', async () => {
    await unitOfWork.run(async () => {
      await jobs.add('note', { number: 1 }, { key: 'one' });
      await jobs.add('note', { number: 2 }, { key: 'one' });
      await jobs.add('note', { number: 3 }, { key: 'other' });
    });
    await until(() => noted.length >= 2);
    await untilIdle();
    expect(noted.map((payload) => (payload as { number: number }).number).sort()).toEqual([2, 3]);
  });

  it('has no line in the log if others have failed for the same reason before', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const failed = new Set<unknown>();
    work.fail = (payload) => {
      const { number } = payload as { number: number };
      if (failed.has(number)) return Promise.resolve();
      failed.add(number);
      return Promise.reject(new Error('For the same reason.'));
    };
    await jobs.addAll(
      'fail',
      [1, 2, 3, 4, 5].map((number) => ({ number })),
    );
    await until(async () => {
      await retryNow();
      return failed.size === 5 && (await rows('select from feedback_jobs.jobs limit 1')).length === 0;
    });
    const lines = warn.mock.calls.filter(([message]) => String(message).includes('For the same reason.'));
    warn.mockRestore();
    expect([failed.size, lines.length]).toEqual([5, 1]);
  });

  it('runs again after a failure', async () => {
    let turns = 0;
    work.fail = () => {
      turns++;
      return turns === 1 ? Promise.reject(new Error('No.')) : Promise.resolve();
    };
    await jobs.add('fail', {});
    await until(async () => {
      await retryNow();
      return turns === 2;
    });
  });

  it('of one lane does not wait for jobs of the other, however many there are', async () => {
    let [begun, mayEnd] = [0, false];
    work.hang = async () => {
      begun++;
      await until(() => mayEnd);
    };
    await unitOfWork.run(async () => {
      for (let n = 0; n < 250; n++) await jobs.add('hang', { n });
    });
    await until(() => begun >= 200);
    await jobs.add('note', { number: 1 });
    await until(() => noted.length === 1);
    expect(begun).toBe(200);
    mayEnd = true;
    await until(() => begun === 250);
  });

  it('is added for each of several payloads', async () => {
    await unitOfWork.run(() => jobs.addAll('note', [{ number: 1 }, { number: 2 }]));
    await jobs.addAll('note', []);
    await until(() => noted.length === 2);
    expect(noted).toEqual(expect.arrayContaining([{ number: 1 }, { number: 2 }]));
  });
});

describe('A job at the start and the end of a process', () => {
  beforeEach(open);
  afterEach(() => service.close());

  it('is released if its worker has not reported for forty seconds; on a server, jobs of live workers are not', async () => {
    await jobs.add('note', { of: 'a dead one' });
    await jobs.add('note', { of: 'a live one' });
    await jobs.add('note', { of: 'a new one' });
    await rows(
      `update feedback_jobs._private_jobs set locked_at = now() - interval '41 seconds',
       locked_by = case payload->>'of' when 'a dead one' then 'pool-dead' else 'pool-alive' end`,
    );
    // Its worker has not reported yet.
    await rows(
      `update feedback_jobs._private_jobs set locked_at = now(), locked_by = 'pool-new'
       where payload->>'of' = 'a new one'`,
    );
    await rows(
      `insert into job_workers values ('pool-dead', now() - interval '41 seconds'), ('pool-alive', now())`,
    );
    start();
    // The embedded database has no other live workers.
    const released = serverUrl === undefined ? 3 : 1;
    await until(() => noted.length >= released);
    await pause(1_500);
    expect(noted).toHaveLength(released);
    expect(noted).toContainEqual({ of: 'a dead one' });
    expect(await rows(`select id from job_workers where id = 'pool-dead'`)).toEqual([]);
  });

  it('fails if its process has ended during each of three attempts, but not after another error', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    await jobs.add('note', { of: 'a dead one' }, { key: 'deadly' });
    await jobs.add('note', { of: 'a failed one' });
    await rows(
      `update feedback_jobs._private_jobs set locked_at = now() - interval '41 seconds', locked_by = 'pool-dead', attempts = 3,
       last_error = case payload->>'of' when 'a failed one' then 'Failed.' end`,
    );
    start();
    await until(() => noted.length > 0);
    const [failed, ...others] = await service.app.get(FailedJobs).list();
    expect(failed).toMatchObject({ key: 'deadly', error: expect.stringContaining('each of 3 attempts') });
    expect(others).toEqual([]);
    expect(noted).toEqual([{ of: 'a failed one' }]);
    expect(interrupted).toEqual(['deadly']);
    expect(logged).toHaveBeenCalledWith(expect.stringContaining('note deadly'));
    await service.app.get(FailedJobs).retry();
    await until(() => noted.length > 1);
    logged.mockRestore();
  });

  it('receives an abort signal and finishes before the process ends', async () => {
    const aborted: boolean[] = [];
    work.last = async (_payload, signal) => {
      aborted.push(signal.aborted);
      await until(() => signal.aborted);
      aborted.push(signal.aborted);
    };
    start();
    await jobs.add('last', {});
    await until(() => aborted.length === 1);
    await jobs.beforeApplicationShutdown();
    expect(aborted).toEqual([false, true]);
  });

  itOnServer('runs although the first statement of its worker has failed', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const replacing = 'The worker of the normal lane could not fetch jobs, and is replaced.';
    await rows('alter table feedback_jobs._private_tasks rename to tasks_away');
    start();
    // Each lane has a worker. The table stays away until it has failed the worker of this one.
    await until(() => warn.mock.calls.some(([message]) => message === replacing));
    await rows('alter table feedback_jobs.tasks_away rename to _private_tasks');
    await jobs.add('note', { of: 'a worker that was replaced' });
    await untilIdle();
    warn.mockRestore();
    expect(noted).toEqual([{ of: 'a worker that was replaced' }]);
  });
});

describeOnServer('Jobs of several processes (needs TEST_DATABASE_URL)', () => {
  beforeEach(open);
  afterEach(() => service.close());

  it('run once each', async () => {
    const other = await startApp({ database: service.database });
    other.app.get(Jobs).handle('note', 'normal', (payload) => Promise.resolve(void noted.push(payload)));
    other.app.get(Background).start();
    start();
    await Promise.all(Array.from({ length: 300 }, (_, n) => jobs.add('note', { n })));
    await until(() => noted.length >= 300);
    await untilIdle();
    expect(new Set(noted.map((payload) => (payload as { n: number }).n)).size).toBe(300);
    expect(noted).toHaveLength(300);
    await other.close();
  });

  it('fail after three attempts that end their connection to a database that is available', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    let attempts = 0;
    work.note = async () => {
      attempts++;
      await unitOfWork.run(() => rows('select pg_terminate_backend(pg_backend_pid())'));
    };
    start();
    await jobs.add('note', {}, { key: 'deadly' });
    await until(async () => {
      await retryNow();
      return (await service.app.get(FailedJobs).list()).length > 0;
    });
    expect(await service.app.get(FailedJobs).list()).toMatchObject([
      { key: 'deadly', error: expect.stringContaining('each of 3 attempts') },
    ]);
    expect(attempts).toBe(3);
    expect(interrupted).toEqual(['deadly']);
    expect(logged).toHaveBeenCalledWith(expect.stringContaining('note deadly'));
    logged.mockRestore();
  });

  it.each([
    ['the database is unavailable', 'pg_terminate_backend(pg_backend_pid())', false],
    ['they fail for another reason', '1 / 0', true],
  ])('are repeated if %s', async (_reason, expression, isAvailable) => {
    const available = jest.spyOn(Database.prototype, 'isAvailable').mockResolvedValue(isAvailable);
    let attempts = 0;
    work.note = async () => {
      attempts++;
      if (attempts < 5) await unitOfWork.run(() => rows(`select ${expression}`));
    };
    start();
    await jobs.add('note', {});
    await until(async () => {
      await retryNow();
      return attempts === 5;
    });
    available.mockRestore();
    expect(interrupted).toEqual([]);
  });
});

/** Makes jobs due that wait after fewer than three failures, or after a failure that is not counted. */
function retryNow(): Promise<unknown> {
  return rows(`update feedback_jobs._private_jobs set run_at = now()
    where locked_at is null and (attempts < 3 or last_error not like 'The connection%')`);
}
