import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { EventRelay } from '../../../../src/events/application/event-relay.js';
import { DeliveryService } from '../../../../src/outreach/webhooks/application/delivery.service.js';
import { DeliveryJobs } from '../../../../src/outreach/webhooks/domain/delivery-jobs.js';
import { DeliveryRepository } from '../../../../src/outreach/webhooks/domain/delivery.repository.js';
import { RetrySchedule } from '../../../../src/outreach/webhooks/domain/retry-schedule.js';
import { WebhookRepository } from '../../../../src/outreach/webhooks/domain/webhook.repository.js';
import { Events } from '../../../../src/shared/events.js';
import { UnitOfWork } from '../../../../src/shared/unit-of-work.js';
import { Jobs } from '../../../../src/platform/jobs/jobs.js';
import { startApp, type TestApp } from '../../../support/app.js';
import { answered } from '../../../support/fakes/fake-target-client.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';
import { bodyOf } from '../../../support/feedback.js';

const type = 'tag.deleted';
const minute = 60_000;

let clock: FakeClock;
let service: TestApp;
let deliveries: DeliveryService;
let project: { id: string; slug: string };
let count = 0;

// Jobs do not run by themselves here: the tests call the service instead of the queue.
beforeAll(async () => {
  clock = new FakeClock();
  service = await startApp({ clock, environment: { WEBHOOK_RETRY_SCHEDULE: '60,600' } });
  deliveries = service.app.get(DeliveryService, { strict: false });
});

afterAll(() => service.close());

beforeEach(async () => {
  project = await bodyOf(service.admin.post('/projects', { name: 'Acme', slug: `acme-${++count}` }));
  service.targets.answer = () => answered(200);
});

async function create(): Promise<{ id: string; url: string }> {
  const values = { url: `https://example.com/${randomUUID()}`, event_types: [type] };
  return bodyOf(service.admin.post(`/projects/${project.slug}/webhooks`, values));
}

/** Records an event, as a change does. */
async function record(data: object = {}): Promise<void> {
  const { app } = service;
  const event = { type, projectId: project.id, actorId: randomUUID(), data };
  await app.get(UnitOfWork, { strict: false }).run(() => app.get(Events, { strict: false }).record(event));
}

/** Records the given number of events, one millisecond apart, and creates their deliveries. */
async function recordEvents(events = 1): Promise<void> {
  for (let n = 1; n <= events; n++) {
    clock.advance(1);
    await record({ n });
  }
  await relay();
}

/** Creates the deliveries of recorded events. */
async function relay(): Promise<void> {
  await service.app.get(EventRelay, { strict: false }).relay();
}

const never = new AbortController().signal;
const deliver = (id: string, lane: 'normal' | 'slow' = 'normal', signal = never) =>
  deliveries.deliver(id, lane, signal);

const numbers = (url: string): number[] => service.targets.to(url).map(({ body }) => body.data.n as number);

/** Returns the statuses of the webhook's deliveries, oldest first. */
async function statuses(id: string): Promise<string[]> {
  const list: any[] = await bodyOf(service.admin.get(`/projects/${project.slug}/webhooks/${id}/deliveries`));
  return list.map(({ status }) => status as string).reverse();
}

/** Returns the task and the time of the target's next job, or null if it has none. */
async function wakeUp(id: string): Promise<[task: string, at: string] | null> {
  const [job] = await service.database.database.dataSource.query<{ task: string; run_at: Date }[]>(
    `select task_identifier as task, run_at from feedback_jobs.jobs where key = $1`,
    [`deliveries:${id}`],
  );
  return job ? [job.task, job.run_at.toISOString()] : null;
}

/** Runs the jobs of the target in the slow lane that are due. */
async function deliverSlowly(id: string): Promise<void> {
  for (let job = await wakeUp(id); job && job[1] <= inTime(0); job = await wakeUp(id)) {
    await service.database.database.dataSource.query(`select feedback_jobs.remove_job($1)`, [
      `deliveries:${id}`,
    ]);
    await deliver(id, 'slow');
  }
}

const inTime = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds).toISOString();

/** Makes requests to the URL hang until `release` is called. */
function hang(url: string, statusCode = 200): { release: () => void } {
  let release = (): void => undefined;
  const gone = new Promise<void>((resolve) => (release = resolve));
  service.targets.answer = async (post) => {
    if (post.url === url) await gone;
    return answered(post.url === url ? statusCode : 200);
  };
  return { release };
}

async function posted(url: string, times = 1): Promise<void> {
  while (service.targets.to(url).length < times) await pause(5);
}

describe('A target', () => {
  it('receives due deliveries, oldest first', async () => {
    const { id, url } = await create();
    await recordEvents(3);
    await deliver(id);
    expect(numbers(url)).toEqual([1, 2, 3]);
    expect(await statuses(id)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(await wakeUp(id)).toBeNull();
  });

  it('receives its first delivery by six statements, beside the two of the queue', async () => {
    const { id, url } = await create();
    await recordEvents();
    const statements = jest.spyOn(pg.Client.prototype, 'query');
    await deliver(id);
    const texts = statements.mock.calls.map(
      ([statement]) => (statement as { text?: string }).text ?? statement,
    );
    statements.mockRestore();
    expect(numbers(url)).toEqual([1]);
    expect(texts.map((text) => /\w+/.exec(String(text))?.[0])).toEqual([
      'with',
      'begin',
      'with',
      'update',
      'commit',
      'select',
    ]);
  });

  it('receives deliveries that arrive while it is being processed', async () => {
    const { id, url } = await create();
    const hanging = hang(url);
    await recordEvents();
    const first = deliver(id);
    await posted(url);
    await recordEvents();
    // Returns immediately, because the first call sends this delivery too.
    await deliver(id);
    expect(numbers(url)).toEqual([1]);
    hanging.release();
    await first;
    expect(numbers(url)).toEqual([1, 1]);
    expect(await wakeUp(id)).toBeNull();
  });

  it('receives each delivery once, whenever it arrives and however many jobs run', async () => {
    const { id, url } = await create();
    service.targets.answer = async () => {
      await pause(Math.floor(Math.random() * 4));
      return answered(200);
    };
    const sendings: Promise<void>[] = [];
    for (let n = 0; n < 40; n++) {
      await recordEvents();
      sendings.push(deliver(id, n % 2 ? 'slow' : 'normal'), deliver(id));
      await pause(Math.floor(Math.random() * 8));
    }
    await Promise.all(sendings);
    // On a busy machine, attempts may outlive their jobs, which leave the rest to the slow lane.
    await deliveries.detachedEnded();
    await deliver(id, 'slow');
    expect(new Set(await statuses(id))).toEqual(new Set(['delivered']));
    expect(service.targets.to(url)).toHaveLength(40);
  });

  it('receives each delivery once from two processes', async () => {
    const { id, url } = await create();
    const { app, targets } = service;
    const other = new DeliveryService(
      app.get(DeliveryRepository, { strict: false }),
      app.get(DeliveryJobs, { strict: false }),
      app.get(WebhookRepository, { strict: false }),
      targets,
      app.get(RetrySchedule, { strict: false }),
      app.get(UnitOfWork, { strict: false }),
      clock,
    );
    targets.answer = async () => {
      await pause(2);
      return answered(200);
    };
    await recordEvents(20);
    await Promise.all([deliver(id), other.deliver(id, 'normal', never)]);
    expect(numbers(url).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    expect(await statuses(id)).toEqual(Array(20).fill('delivered'));
  });

  it('gets its next job when the first of its retries is due', async () => {
    const { id, url } = await create();
    service.targets.answer = () => answered(500);
    await recordEvents(2);
    await deliver(id);
    await deliverSlowly(id);
    expect(numbers(url)).toEqual([1, 2]);
    const [task, at = ''] = (await wakeUp(id)) ?? [];
    expect(task).toBe('deliver-slowly');
    expect(at >= inTime(minute) && at <= inTime(1.1 * minute)).toBe(true);
    await deliver(id, 'slow');
    expect(numbers(url)).toEqual([1, 2]);
    clock.advance(1.1 * minute);
    service.targets.answer = () => answered(200);
    await deliver(id, 'slow');
    expect(await statuses(id)).toEqual(['delivered', 'delivered']);
  });

  it('is moved to the slow lane after a failure', async () => {
    const { id, url } = await create();
    service.targets.answer = () => answered(500);
    await recordEvents(3);
    await deliver(id);
    expect(numbers(url)).toEqual([1]);
    expect((await wakeUp(id))?.[0]).toBe('deliver-slowly');
    expect(((await wakeUp(id))?.[1] ?? '') <= clock.now().toISOString()).toBe(true);
    service.targets.answer = () => answered(200);
    await deliver(id, 'slow');
    expect(numbers(url)).toEqual([1, 2, 3]);
  });
});

describe('A target that hangs', () => {
  it('occupies no worker, and delays no other target', async () => {
    const [dead, fine] = [await create(), await create()];
    const hanging = hang(dead.url, 500);
    await recordEvents(5);
    const sendings = Array.from({ length: 20 }, () => deliver(dead.id));
    // All of them end while the request hangs.
    await deliver(fine.id);
    expect(numbers(fine.url)).toEqual([1, 2, 3, 4, 5]);
    await Promise.all(sendings);
    expect(numbers(dead.url)).toEqual([1]);
    expect((await wakeUp(dead.id))?.[0]).toBe('deliver-slowly');

    // During the attempt, jobs of either lane return immediately.
    await Promise.all([...Array.from({ length: 3 }, () => deliver(dead.id, 'slow')), deliver(dead.id)]);
    expect(numbers(dead.url)).toEqual([1]);
    hanging.release();
    await deliveries.detachedEnded();
    expect((await wakeUp(dead.id))?.[0]).toBe('deliver-slowly');
    await deliverSlowly(dead.id);
    expect(numbers(dead.url)).toEqual([1, 2, 3, 4, 5]);
  });

  it('gets a job for the time after a crash of the process', async () => {
    const { id, url } = await create();
    const hanging = hang(url);
    await recordEvents();
    const leasedUntil = inTime(30_000);
    await deliver(id);
    expect(await wakeUp(id)).toEqual(['deliver-slowly', leasedUntil]);
    hanging.release();
    await deliveries.detachedEnded();
    expect(await statuses(id)).toEqual(['delivered']);
  });

  it('does not delay the shutdown a second time while a job is sending to it', async () => {
    const { id, url } = await create();
    const hanging = hang(url);
    await recordEvents();
    const delivering = deliver(id, 'slow');
    await posted(url);
    await deliveries.detachedEnded();
    hanging.release();
    await delivering;
  });

  it('waits behind the others of the slow lane after each failure', async () => {
    const { id, url } = await create();
    service.targets.answer = () => answered(503);
    await recordEvents(3);
    await deliver(id, 'slow');
    expect(numbers(url)).toEqual([1]);
    clock.advance(30_000);
    await deliver(id, 'slow');
    expect(numbers(url)).toEqual([1, 2]);
    expect(await wakeUp(id)).toEqual(['deliver-slowly', inTime(0)]);
  });

  it('can be as slow as it needs in the slow lane', async () => {
    const { id, url } = await create();
    const hanging = hang(url);
    await recordEvents(2);
    let ended = false;
    const delivering = deliver(id, 'slow').then(() => (ended = true));
    await pause(1_300);
    expect(ended).toBe(false);
    hanging.release();
    await delivering;
    // Others that wait in this lane are next.
    expect(numbers(url)).toEqual([1]);
    await deliverSlowly(id);
    expect(numbers(url)).toEqual([1, 2]);
  });
});

describe('A process', () => {
  it('that crashes during an attempt keeps its lease on the delivery for at most 30 seconds', async () => {
    const { id, url } = await create();
    await recordEvents();
    const until = new Date(clock.now().getTime() + 30_000);
    const claimed = await service.app
      .get(DeliveryRepository, { strict: false })
      .claim(id, clock.now(), until);
    expect(claimed).toMatchObject({ event: { project_id: project.id }, webhook: { id } });
    await deliver(id);
    expect(numbers(url)).toEqual([]);
    expect(await wakeUp(id)).toEqual(['deliver-slowly', until.toISOString()]);
    clock.set(until);
    await deliver(id, 'slow');
    expect(numbers(url)).toEqual([1]);
    expect(await statuses(id)).toEqual(['delivered']);
  });

  it('that is stopping finishes the attempt, and leaves the other deliveries pending', async () => {
    const { id, url } = await create();
    await recordEvents(3);
    const stopping = new AbortController();
    service.targets.answer = () => {
      stopping.abort();
      return answered(200);
    };
    await deliver(id, 'normal', stopping.signal);
    expect(numbers(url)).toEqual([1]);
    expect(await statuses(id)).toEqual(['delivered', 'pending', 'pending']);
    const [, at = '9'] = (await wakeUp(id)) ?? [];
    expect(at <= clock.now().toISOString()).toBe(true);
  });

  it('that throws during an attempt fails its job, and the delivery is sent later', async () => {
    const { id, url } = await create();
    service.targets.answer = () => Promise.reject(new Error('It is a bug.'));
    await recordEvents();
    await expect(deliver(id)).rejects.toThrow('It is a bug.');
    service.targets.answer = () => answered(200);
    clock.advance(30_000);
    await deliver(id);
    expect(await statuses(id)).toEqual(['delivered']);
    expect(service.targets.to(url)).toHaveLength(2);
  });
});

describe('A webhook', () => {
  const path = (id: string) => `/projects/${project.slug}/webhooks/${id}`;

  it('that is removed during an attempt has no deliveries left', async () => {
    const { id, url } = await create();
    const hanging = hang(url, 500);
    await recordEvents(2);
    const delivering = deliver(id);
    await posted(url);
    await service.admin.delete(path(id));
    hanging.release();
    await delivering;
    expect(numbers(url)).toEqual([1]);
    expect(await wakeUp(id)).toBeNull();
  });

  it('is disabled after 5 days without a success', async () => {
    const { id } = await create();
    service.targets.answer = () => answered(503);
    await recordEvents();
    await deliver(id);
    clock.advance(5 * 24 * 60 * minute);
    await recordEvents();
    await deliverSlowly(id);
    expect(await bodyOf(service.admin.get(path(id)))).toMatchObject({ enabled: true });
    clock.advance(11 * minute);
    await deliverSlowly(id);
    expect(await bodyOf(service.admin.get(path(id)))).toMatchObject({
      enabled: false,
      disabled_reason: 'No attempt has succeeded for 5 days. Last error: It failed.',
    });
    clock.advance(24 * 60 * minute);
    await deliverSlowly(id);
    expect(await statuses(id)).toEqual(['failed', 'failed']);
  });

  it('stays enabled if its former URL responds with 410', async () => {
    const { id, url } = await create();
    const hanging = hang(url, 410);
    await recordEvents();
    const delivering = deliver(id);
    await posted(url);
    const other = `https://example.com/${randomUUID()}`;
    await bodyOf(service.admin.patch(path(id), { url: other }));
    hanging.release();
    await delivering;
    expect(await bodyOf(service.admin.get(path(id)))).toMatchObject({ enabled: true });
    clock.advance(1.1 * minute);
    await deliver(id, 'slow');
    expect([await statuses(id), service.targets.to(other)]).toMatchObject([['delivered'], [{}]]);
  });

  it('keeps its ETag while it fails', async () => {
    const { id } = await create();
    const before = await service.admin.get(path(id));
    service.targets.answer = () => answered(503);
    await recordEvents();
    await deliver(id);
    expect((await service.admin.get(path(id))).headers.get('etag')).toBe(before.headers.get('etag'));
  });

  it('keeps a redelivery that was requested during an attempt', async () => {
    const { id, url } = await create();
    const hanging = hang(url, 500);
    await recordEvents();
    const delivering = deliver(id);
    await posted(url);
    const [delivery] = await bodyOf(service.admin.get(`${path(id)}/deliveries`));
    const asked = await service.admin.post(`${path(id)}/deliveries/${delivery.id}/redeliver`);
    expect(asked.body).toMatchObject({ status: 'pending', attempts: [] });
    hanging.release();
    await delivering;
    expect(await statuses(id)).toEqual(['pending']);
    clock.advance(1.1 * minute);
    service.targets.answer = () => answered(200);
    await deliver(id, 'slow');
    expect(await statuses(id)).toEqual(['delivered']);
  });
});

describe('An event', () => {
  it('is sent to the webhooks that existed when it was recorded', async () => {
    const before = await create();
    clock.advance(1);
    await record();
    clock.advance(1);
    const after = await create();
    await relay();
    expect([await statuses(before.id), await statuses(after.id)]).toEqual([['pending'], []]);
  });

  it('is not sent to webhooks that are disabled or subscribe to other types', async () => {
    const path = `/projects/${project.slug}/webhooks`;
    const url = 'https://example.com';
    const disabled = await bodyOf(service.admin.post(path, { url, enabled: false }));
    const other = await bodyOf(service.admin.post(path, { url, event_types: ['tag.created'] }));
    await recordEvents();
    expect([await statuses(disabled.id), await statuses(other.id)]).toEqual([[], []]);
  });
});

describe('Deliveries', () => {
  it('get a job again a minute after they should have been attempted, if they have none', async () => {
    const { id, url } = await create();
    await recordEvents();
    await service.database.database.dataSource.query(
      'select feedback_jobs.complete_jobs(array(select id from feedback_jobs.jobs))',
    );
    clock.advance(minute - 1_000);
    await deliveries.scheduleOverdue();
    expect(await wakeUp(id)).toBeNull();
    clock.advance(1_000);
    await deliveries.scheduleOverdue();
    expect((await wakeUp(id))?.[0]).toBe('deliver-slowly');
    await deliver(id, 'slow');
    expect(numbers(url)).toHaveLength(1);
    await deliveries.scheduleOverdue();
    expect(await statuses(id)).toEqual(['delivered']);
  });

  it('are kept for 30 days, and longer while they are pending', async () => {
    const { id } = await create();
    await recordEvents();
    await deliver(id);
    const old = await create();
    service.targets.answer = () => answered(500);
    await recordEvents();
    await deliver(old.id);
    clock.advance(30 * 24 * 60 * minute - 1);
    await deliveries.removeOld();
    expect([await statuses(id), await statuses(old.id)]).toEqual([['delivered', 'pending'], ['pending']]);
    clock.advance(2);
    await deliveries.removeOld();
    expect([await statuses(id), await statuses(old.id)]).toEqual([['pending'], ['pending']]);
  });
});

describe('has its timer cleared after the response', () => {
  const url = 'https://chat.example.com/hook';

  async function turn(on: boolean): Promise<void> {
    const config = {
      integration_chat_webhook: url,
      integration_chat_status: on,
      integration_chat_role_id: '42',
    };
    await bodyOf(service.admin.patch(`/projects/${project.slug}/config`, config));
  }

  async function publish(): Promise<void> {
    const { app } = service;
    const data = { title: 'Dark mode', summary: '', content: '', slug: 'dark-mode' };
    const event = { type: 'changelog.published', projectId: project.id, actorId: randomUUID(), data };
    await app.get(UnitOfWork, { strict: false }).run(() => app.get(Events, { strict: false }).record(event));
    await relay();
  }

  async function outcomes(): Promise<unknown[]> {
    return service.database.database.dataSource.query(
      'select status, json_array_length(attempts) as attempts from deliveries where target_id = $1',
      [project.id],
    );
  }

  it('receives a message, which is retried after a failure', async () => {
    await turn(true);
    await publish();
    const before = service.targets.to(url).length;
    service.targets.answer = () => answered(410);
    await deliver(project.id, 'slow');
    expect(await outcomes()).toEqual([{ status: 'pending', attempts: 1 }]);
    clock.advance(1.1 * minute);
    service.targets.answer = () => answered(204);
    await deliver(project.id, 'slow');
    expect(await outcomes()).toEqual([{ status: 'delivered', attempts: 2 }]);
    expect(JSON.stringify(service.targets.to(url)[before]?.body)).toContain('Acme');
  });

  it('receives nothing after it is disabled', async () => {
    await turn(true);
    await publish();
    await turn(false);
    const before = service.targets.posts.length;
    await deliver(project.id, 'slow');
    expect(service.targets.posts).toHaveLength(before);
    expect(await outcomes()).toEqual([{ status: 'failed', attempts: 0 }]);
  });
});

describe('Two concurrent schedulings of the next attempt', () => {
  it('leave the job at the earlier time, even if the one that read it stores its job first', async () => {
    const { id } = await create();
    await recordEvents();
    const { app, database } = service;
    const { dataSource } = database.database;
    const jobs = app.get(Jobs, { strict: false });
    const setTime = (at: string) =>
      dataSource.query('update deliveries set next_attempt_at = $2 where target_id = $1', [id, at]);
    const [early, late] = [inTime(minute), inTime(10 * minute)];

    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const add = jobs.add.bind(jobs);
    const reached = new Promise<void>((resolve) => {
      jest.spyOn(jobs, 'add').mockImplementationOnce(async (...job) => {
        resolve();
        await released;
        await add(...job);
      });
    });
    await setTime(late);
    const first = deliveries.scheduleNext(id);
    await reached;
    await setTime(early);
    let hasEnded = false;
    const second = deliveries.scheduleNext(id).then(() => (hasEnded = true));
    const isWaiting = async () => {
      const [{ waiting }] = await dataSource.query(
        `select count(*)::int as waiting from pg_locks l join pg_database d on d.oid = l.database
         where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
      );
      return waiting > 0;
    };
    while (!hasEnded && !(await isWaiting())) await pause(5);
    release();
    await Promise.all([first, second]);
    expect(await wakeUp(id)).toEqual(['deliver-slowly', early]);
  });
});
