import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type EventRecord, Events, AfterCommitEventHandler } from '../../src/shared/events.js';
import { UnitOfWork } from '../../src/shared/unit-of-work.js';
import { FailedJobs, Jobs } from '../../src/platform/jobs/index.js';
import { Metrics } from '../../src/platform/telemetry/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { until } from '../support/until.js';

/** Records the events that it handles, after failing the given number of times. */
class Listener extends AfterCommitEventHandler {
  readonly heard: EventRecord[] = [];
  calls = 0;

  constructor(
    readonly name: string,
    readonly types: readonly string[],
    /** How many calls fail. */
    public failures = 0,
  ) {
    super();
  }

  override async handle(event: EventRecord): Promise<void> {
    this.calls++;
    await pause(1);
    if (this.calls <= this.failures) throw new Error('Not yet.');
    this.heard.push(event);
  }
}

let service: TestApp | undefined;
let projectId: string;

afterEach(async () => {
  await service?.close();
  service = undefined;
});

async function startWith(...given: (Listener | Record<string, string>)[]): Promise<TestApp> {
  const listeners = given.filter((each) => each instanceof Listener);
  const environment = Object.assign({}, ...given.filter((each) => !(each instanceof Listener)));
  const providers = listeners.map((listener, index) => ({
    provide: `${listener.name} ${index}`,
    useValue: listener,
  }));
  service = await startApp({ background: true, documented: false, providers, environment });
  projectId = (await service.admin.post('/projects', { name: 'Project', slug: 'project' })).body.id as string;
  return service;
}

async function record({ app }: TestApp, type: string, fails = false): Promise<void> {
  await app.get(UnitOfWork).run(async () => {
    await app.get(Events).record({ type, projectId, actorId: projectId, data: { type } });
    if (fails) throw new Error('No.');
  });
}

/** Waits until no jobs are left. */
async function untilIdle({ database }: TestApp): Promise<void> {
  const { dataSource } = database.database;
  while ((await dataSource.query<unknown[]>(`select from feedback_jobs.jobs limit 1`)).length > 0)
    await pause(10);
}

describe('An event handler', () => {
  it('receives events of its types, as they appear in the feed', async () => {
    const listener = new Listener('tags', ['tag.created', 'tag.deleted']);
    const all = new Listener('all', []);
    const running = await startWith(listener, all);
    await record(running, 'tag.created');
    await record(running, 'board.created');
    await record(running, 'tag.deleted');
    await until(() => all.heard.filter(({ type }) => !type.startsWith('project.')).length === 3);
    await until(() => listener.heard.length === 2);
    await untilIdle(running);
    expect(listener.heard.map(({ type }) => type).sort()).toEqual(['tag.created', 'tag.deleted']);
    const { body } = await running.admin.get('/projects/project/events?type=tag.created');
    expect(listener.heard).toContainEqual(body[0]);
  });

  it('does not receive uncommitted events', async () => {
    const listener = new Listener('tags', ['tag.created', 'tag.updated']);
    const running = await startWith(listener);
    await expect(record(running, 'tag.created', true)).rejects.toThrow('No.');
    await record(running, 'tag.updated');
    await until(() => listener.heard.length > 0);
    expect(listener.heard.map(({ type }) => type)).toEqual(['tag.updated']);
  });

  it('is called again after a failure, without delaying other handlers', async () => {
    const [failing, other] = [
      new Listener('failing', ['tag.created'], 1),
      new Listener('other', ['tag.created']),
    ];
    const running = await startWith(failing, other);
    await record(running, 'tag.created');
    await until(() => other.heard.length === 1);
    expect(failing.heard).toEqual([]);
    await until(() => failing.heard.length === 1);
    expect([failing.calls, other.calls]).toEqual([2, 1]);
  });

  it('that fails for good is logged, counted and listed, and can be retried', async () => {
    const failing = new Listener('failing', ['tag.created'], Infinity);
    const running = await startWith({ LOG_LEVEL: 'error' }, failing);
    const failedJobs = running.app.get(FailedJobs);
    await record(running, 'tag.created');
    await until(() => failing.calls === 1);
    expect(await failedJobs.list()).toEqual([]);
    // The job has 25 attempts: this is the last one.
    const { dataSource } = running.database.database;
    const due = () =>
      dataSource.query<unknown[]>(
        `select from feedback_jobs.reschedule_jobs(array(select id from feedback_jobs.jobs), now(), attempts => 24)`,
      );
    while ((await due()).length === 0) await pause(10);
    let [job] = await failedJobs.list();
    for (; !job; [job] = await failedJobs.list()) await pause(10);
    const { body } = await running.admin.get('/projects/project/events?type=tag.created');
    const subject = `failing ${body[0].id}`;
    expect(job).toMatchObject({
      task: 'handle-event:failing',
      key: subject,
      attempts: 25,
      error: 'Not yet.',
    });
    const line = `A job failed for the last time, after 25 attempts: handle-event:failing ${subject}: Not yet.`;
    await until(() => running.logLines.some((text) => text.includes(line)));
    expect(await running.app.get(Metrics).render()).toContain('jobs_failed 1');
    expect(await failedJobs.retry(['0'])).toBe(0);
    failing.failures = 0;
    expect(await failedJobs.retry()).toBe(1);
    await until(() => failing.heard.length === 1);
    expect(failing.heard[0]?.id).toBe(body[0].id);
    await untilIdle(running);
    expect(await failedJobs.list()).toEqual([]);
  });

  it('of another release keeps its events until that runs', async () => {
    const listener = new Listener('known', ['tag.created']);
    const running = await startWith(listener);
    await running.app.get(Jobs).add('handle-event:added', { eventId: projectId });
    await record(running, 'tag.created');
    await until(() => listener.heard.length === 1);
    const { dataSource } = running.database.database;
    const tasks = () => dataSource.query<object[]>('select task_identifier as task from feedback_jobs.jobs');
    while ((await tasks()).length > 1) await pause(10);
    expect(await tasks()).toEqual([{ task: 'handle-event:added' }]);
  });

  it('with several tokens is one handler', async () => {
    const listener = new Listener('tags', ['tag.created']);
    const running = await startWith(listener, listener);
    await record(running, 'tag.created');
    await until(() => listener.heard.length > 0);
    await untilIdle(running);
    expect(listener.calls).toBe(1);
  });

  it('needs a unique name', async () => {
    const providers = [1, 2].map((n) => ({ provide: `number ${n}`, useValue: new Listener('same', []) }));
    await expect(startApp({ providers })).rejects.toThrow(
      'An event handler with the name same is already registered.',
    );
  });
});
