import { setTimeout as pause } from 'node:timers/promises';
import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventRelay } from '../../src/events/application/event-relay.js';
import { EventRetention } from '../../src/events/application/event-retention.js';
import { Background } from '../../src/platform/jobs/background.js';
import { type EventRecord, Events } from '../../src/shared/events.js';
import { UnitOfWork } from '../../src/shared/unit-of-work.js';
import { TransactionalEventHandler } from '../../src/events/application/transactional-event-handler.js';
import { type EventHeader, EventRepository } from '../../src/events/domain/event.repository.js';
import { WebhookRepository } from '../../src/outreach/webhooks/domain/webhook.repository.js';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { FakeClock } from '../support/fakes/fake-clock.js';
import { unique } from '../support/operations.js';
import { untilBlocked } from '../support/database.js';

describe('Event feed', () => {
  // Ids contain the time of their creation, by the system clock.
  const clock = new FakeClock(new Date());
  const day = 86_400_000;
  let service: TestApp;
  let admin: Client;
  let events: Events;
  let relay: EventRelay;
  let retention: EventRetention;
  let unitOfWork: UnitOfWork;
  let project: { id: string; slug: string };

  beforeAll(async () => {
    service = await startApp({ clock, environment: { EVENT_RETENTION_DAYS: '30' }, documented: false });
    admin = service.admin;
    events = service.app.get(Events);
    relay = service.app.get(EventRelay, { strict: false });
    retention = service.app.get(EventRetention, { strict: false });
    unitOfWork = service.app.get(UnitOfWork);
  });

  afterAll(() => service.close());

  beforeEach(async () => {
    const { body } = await admin.post('/projects', { name: 'Project', slug: unique('project') });
    project = body as typeof project;
    await rows('delete from events where project_id = $1', [project.id]);
  });

  function rows(statement: string, values: unknown[] = []): Promise<any[]> {
    return service.database.database.dataSource.query(statement, values);
  }

  /** Records an event of the project, with a number that identifies it. */
  async function record(number: number, type = 'feedback.created'): Promise<void> {
    await unitOfWork.run(() =>
      events.record({ type, projectId: project.id, actorId: project.id, data: { number } }),
    );
  }

  async function recordAll(numbers: readonly number[], type?: string): Promise<void> {
    for (const number of numbers) await record(number, type);
    await relay.relay();
  }

  it('starts at its end with after=latest, whose link leads to the events that follow', async () => {
    expect(nextOf(await feed('?after=latest'))).toBe('?after=earliest');
    await recordAll([1, 2]);
    const end = await feed('?after=latest&limit=1');
    expect(numbersOf(end)).toEqual([]);
    await recordAll([3]);
    expect(numbersOf(await feed(nextOf(end)))).toEqual([3]);
    expect(numbersOf(await feed('?after=earliest'))).toEqual([1, 2, 3]);
  });

  function feed(query = ''): Promise<Answer> {
    return admin.get(`/projects/${project.slug}/events${query}`);
  }

  function numbersOf({ body }: Answer): number[] {
    return (body as EventRecord[]).map(({ data }) => (data as { number: number }).number);
  }

  /** Returns the path and query of the next page from the `Link` header. */
  function nextOf({ headers }: Answer): string | undefined {
    const [, url] = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '') ?? [];
    return url && new URL(url).search;
  }

  /** Returns the path and query of the page that starts after the event with a number. */
  async function linkTo(number: number, query: string): Promise<string> {
    const [event] = await rows(`select id from events where project_id = $1 and data->>'number' = $2`, [
      project.id,
      String(number),
    ]);
    return `${query}&after=${event.id}`;
  }

  describe('The feed', () => {
    it('contains the events in the order of their positions, each with all fields', async () => {
      clock.advance(1_000);
      const { id: projectId } = project;
      const { body: me } = await admin.get('/me');
      await unitOfWork.run(() =>
        events.record({
          type: 'feedback.updated',
          projectId,
          actorId: me.user.id as string,
          data: { id: 'a', title: 'Größe' },
          previous: { title: 'Grösse' },
        }),
      );
      await recordAll([2]);
      const { status, body } = await feed();
      expect(status).toBe(200);
      expect(body).toEqual([
        {
          id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
          type: 'feedback.updated',
          timestamp: clock.now().toISOString(),
          project_id: projectId,
          actor_id: me.user.id,
          data: { id: 'a', title: 'Größe' },
          previous: { title: 'Grösse' },
        },
        expect.objectContaining({ data: { number: 2 }, previous: {} }),
      ]);
    });

    it('is paged: each non-empty page links to the next, which starts after its last event', async () => {
      await recordAll([1, 2, 3, 4, 5]);
      const first = await feed('?limit=2');
      expect(numbersOf(first)).toEqual([1, 2]);
      expect(nextOf(first)).toBe(`?limit=2&after=${first.body[1].id}`);
      const second = await feed(nextOf(first));
      const third = await feed(nextOf(second));
      expect([numbersOf(second), numbersOf(third)]).toEqual([[3, 4], [5]]);
      const end = await feed(nextOf(third));
      expect([numbersOf(end), nextOf(end)]).toEqual([[], undefined]);
      await recordAll([6]);
      expect(numbersOf(await feed(nextOf(third)))).toEqual([6]);
    });

    it('can be filtered by event types', async () => {
      await recordAll([1, 2], 'feedback.created');
      await recordAll([3], 'tag.created');
      await recordAll([4], 'feedback.deleted');
      await recordAll([5], 'tag.created');
      expect(numbersOf(await feed('?type=tag.created'))).toEqual([3, 5]);
      const two = await feed('?type=feedback.deleted&type=tag.created&type=tag.created&limit=2');
      expect(numbersOf(two)).toEqual([3, 4]);
      expect(numbersOf(await feed(nextOf(two)))).toEqual([5]);
      expect(numbersOf(await feed('?type=changelog.created'))).toEqual([]);
    });

    it('leads past events of other types, also on pages that are empty', async () => {
      await recordAll([1], 'tag.created');
      await recordAll([2, 3], 'feedback.created');
      const rare = await feed('?type=tag.created');
      expect([numbersOf(rare), nextOf(rare)]).toEqual([[1], await linkTo(3, '?type=tag.created')]);
      const end = await feed(nextOf(rare));
      expect([numbersOf(end), nextOf(end)]).toEqual([[], undefined]);
      await recordAll([4], 'feedback.created');
      const empty = await feed(nextOf(rare));
      expect([numbersOf(empty), nextOf(empty)]).toEqual([[], await linkTo(4, '?type=tag.created')]);
      await recordAll([5], 'tag.created');
      expect(numbersOf(await feed(nextOf(empty)))).toEqual([5]);
      const none = await feed('?type=changelog.created&after=earliest');
      expect([numbersOf(none), nextOf(none)]).toEqual([[], await linkTo(5, '?type=changelog.created')]);
    });

    it('leads from a full page to the events of the same types that follow it', async () => {
      await recordAll([1, 2], 'tag.created');
      await recordAll([3], 'feedback.created');
      const full = await feed('?type=tag.created&limit=1');
      expect([numbersOf(full), numbersOf(await feed(nextOf(full)))]).toEqual([[1], [2]]);
    });

    it('never leads past an event that has no position yet', async () => {
      await recordAll([1], 'feedback.created');
      await record(2, 'tag.created');
      await record(3, 'feedback.created');
      const empty = await feed('?type=tag.created');
      expect([numbersOf(empty), nextOf(empty)]).toEqual([[], await linkTo(1, '?type=tag.created')]);
      await relay.relay();
      expect(numbersOf(await feed(nextOf(empty)))).toEqual([2]);
    });

    it('streams all current events as NDJSON', async () => {
      await recordAll(Array.from({ length: 205 }, (_, n) => n));
      const { headers, text } = await admin.get(`/projects/${project.slug}/events`, {
        accept: 'application/x-ndjson',
      });
      expect(headers.get('content-type')).toBe('application/x-ndjson');
      const lines = text.trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line).data.number)).toEqual(
        Array.from({ length: 205 }, (_, n) => n),
      );
    });

    it('returns 304 for a page that the reader already has', async () => {
      await recordAll([1]);
      const { headers } = await feed();
      const path = `/projects/${project.slug}/events`;
      expect((await admin.get(path, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
      await recordAll([2]);
      expect((await admin.get(path, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(200);
    });

    it('does not contain events of other projects', async () => {
      await recordAll([1]);
      const { body: other } = await admin.post('/projects', { name: 'Other', slug: unique('other') });
      await relay.relay();
      const found = await admin.get(`/projects/${other.slug}/events`);
      expect((found.body as EventRecord[]).filter(({ project_id }) => project_id !== other.id)).toEqual([]);
      const [event] = (await feed()).body as EventRecord[];
      const from = await admin.get(`/projects/${other.slug}/events?after=${event?.id}`);
      expect([from.status, from.body.errors[0].code]).toEqual([400, 'unknown_event']);
    });

    it('continues from an event without a position, which a webhook may have delivered first', async () => {
      await recordAll([1]);
      await record(2);
      await record(3);
      const [second] = await rows(`select id from events where project_id = $1 and data->>'number' = '2'`, [
        project.id,
      ]);
      expect(numbersOf(await feed())).toEqual([1]);
      expect(numbersOf(await feed(`?after=${second.id}`))).toEqual([3]);
    });

    it.each([
      ['limit=0', { parameter: 'limit', code: 'invalid_limit' }],
      ['limit=101', { parameter: 'limit', code: 'invalid_limit' }],
      ['cursor=abc', { parameter: 'cursor', code: 'unknown' }],
      ['count=true', { parameter: 'count', code: 'unknown' }],
      ['type=feedback.created&type=feedback', { parameter: 'type', code: 'invalid_choice' }],
      ['type=webhook.test', { parameter: 'type', code: 'invalid_choice' }],
      ['after=', { parameter: 'after', code: 'blank' }],
      ['after=abc', { parameter: 'after', code: 'unknown_event' }],
      ['after=0190a1b2-0000-4000-8000-000000000000', { parameter: 'after', code: 'unknown_event' }],
    ])('rejects %s', async (query, fault) => {
      const { status, body } = await feed(`?${query}`);
      expect([status, body.errors]).toEqual([400, [expect.objectContaining(fault)]]);
    });

    it('neither contains nor continues from an event that is not part of the feed', async () => {
      await record(1, 'webhook.test');
      await rows('update events set in_feed = false where project_id = $1', [project.id]);
      await recordAll([2]);
      expect(numbersOf(await feed())).toEqual([2]);
      const [hidden] = await rows('select id from events where project_id = $1 and not in_feed', [
        project.id,
      ]);
      expect((await feed(`?after=${hidden.id}`)).body.errors[0].code).toBe('unknown_event');
    });
  });

  describe('Old events', () => {
    it('are removed after EVENT_RETENTION_DAYS, and continuing from one of them returns 410', async () => {
      await recordAll([1, 2]);
      const [first] = (await feed()).body as EventRecord[];
      clock.advance(29 * day);
      await recordAll([3]);
      await retention.removeOld();
      expect(numbersOf(await feed(`?after=${first?.id}`))).toEqual([2, 3]);
      clock.advance(2 * day);
      await retention.removeOld();
      expect(numbersOf(await feed())).toEqual([3]);
      const { status, body } = await feed(`?after=${first?.id}`);
      expect([status, body.code]).toEqual([410, 'events_gone']);
      expect(body.detail).toContain('30 days');
    });

    it('do not make a reader synchronize anew that has followed the links since, whatever types it reads', async () => {
      await recordAll([1], 'tag.created');
      const rare = nextOf(await feed('?type=tag.created'));
      await recordAll([2], 'feedback.created');
      const next = nextOf(await feed(rare));
      clock.advance(40 * day);
      await recordAll([3], 'feedback.created');
      await retention.removeOld();
      const { status, body } = await feed(next);
      expect([status, body]).toEqual([200, []]);
      expect((await feed(rare)).body.code).toBe('events_gone');
    });

    it('let a reader continue after the last of them: it has missed nothing', async () => {
      await recordAll([1, 2, 3]);
      const [first, second, third] = (await feed()).body as EventRecord[];
      clock.advance(40 * day);
      await retention.removeOld();
      const empty = await feed(`?after=${third?.id}`);
      expect([empty.status, empty.body]).toEqual([200, []]);
      await recordAll([4]);
      expect(numbersOf(await feed(`?after=${third?.id}`))).toEqual([4]);
      for (const missed of [first, second]) {
        expect((await feed(`?after=${missed?.id}`)).body.code).toBe('events_gone');
      }
      clock.advance(40 * day);
      await retention.removeOld();
      expect((await feed(`?after=${third?.id}`)).body.code).toBe('events_gone');
    });

    it('are missed by a reader whose own position is still stored', async () => {
      await recordAll([1, 2]);
      const [first] = (await feed()).body as EventRecord[];
      await rows(
        `insert into deliveries (id, project_id, event_id, event_type, status, created_at)
       select gen_random_uuid(), project_id, id, type, 'failed', created_at from events where id = $1`,
        [first?.id],
      );
      clock.advance(40 * day);
      await retention.removeOld();
      expect(numbersOf(await feed())).toEqual([1]);
      expect((await feed(`?after=${first?.id}`)).body.code).toBe('events_gone');
    });

    it('are kept while a delivery refers to them', async () => {
      await recordAll([1]);
      await rows(
        `insert into deliveries (id, project_id, event_id, event_type, status, created_at)
       select gen_random_uuid(), project_id, id, type, 'failed', created_at from events where project_id = $1`,
        [project.id],
      );
      clock.advance(40 * day);
      await retention.removeOld();
      expect(numbersOf(await feed())).toEqual([1]);
    });

    it('are removed in several batches', async () => {
      await rows(
        `insert into events (id, project_id, type, created_at, actor_id, data, previous)
       select gen_random_uuid(), $1, 'tag.created', '2001-01-01', $1, '{}', '{}' from generate_series(1, 2500)`,
        [project.id],
      );
      await relay.relay();
      expect(
        await rows('select 1 from events where project_id = $1 and position is null', [project.id]),
      ).toEqual([]);
      await retention.removeOld();
      expect(await rows('select 1 from events where project_id = $1', [project.id])).toEqual([]);
    });
  });

  describe('While the background work runs', () => {
    it('an event is in the feed within a second of its commit', async () => {
      service.app.get(Background).start();
      const times: number[] = [];
      // The machine may be busy during one of them.
      do {
        await record(times.length);
        const committedAt = performance.now();
        while (numbersOf(await feed()).length === times.length);
        times.push(performance.now() - committedAt);
      } while (Math.min(...times) >= 1_000 && times.length < 20);
      expect(Math.min(...times)).toBeLessThan(1_000);
      expect(numbersOf(await feed())).toEqual([...times.keys()]);
    });
  });

  describe('A reader that polls the feed (needs TEST_DATABASE_URL)', () => {
    it('receives the events of six concurrent writers, each once and in the same order as other readers', async () => {
      const [one, other] = [
        await startApp({ database: service.database, background: true, documented: false }),
        service,
      ];
      let isWriting = true;
      const writers = Array.from({ length: 6 }, async (_, writer) => {
        for (let n = 0; n < 50; n++) {
          // Long and short transactions, some of which fail, so that commits are not in the order of ids.
          await unitOfWork
            .run(async () => {
              await events.record({
                type: 'feedback.created',
                projectId: project.id,
                actorId: project.id,
                data: { number: writer * 1000 + n },
              });
              if (n % 7 === writer) await pause(40);
              if (n % 10 === 9) throw new Error('No.');
            })
            .catch(() => undefined);
        }
      });
      const follow = async ({ admin: client }: TestApp, limit: number): Promise<number[]> => {
        const seen: number[] = [];
        let next = `?limit=${limit}`;
        for (;;) {
          const wasWriting = isWriting;
          const page = await client.get(`/projects/${project.slug}/events${next}`);
          expect(page.status).toBe(200);
          seen.push(...numbersOf(page));
          next = nextOf(page) ?? next;
          if (numbersOf(page).length > 0) continue;
          if (!wasWriting) return seen;
          await pause(5);
        }
      };
      const followers = [follow(one, 7), follow(other, 100)];
      await Promise.all(writers);
      await relay.relay(true);
      isWriting = false;
      const [seen = [], seenElsewhere] = await Promise.all(followers);
      const written = Array.from({ length: 6 }, (_, writer) =>
        Array.from({ length: 50 }, (__, n) => n).flatMap((n) => (n % 10 === 9 ? [] : writer * 1000 + n)),
      ).flat();
      expect([...seen].sort((a, b) => a - b)).toEqual(written);
      expect(seenElsewhere).toEqual(seen);
      await one.close();
    });
  });
});

describe('Event relay', () => {
  /** Pauses the relay in the middle of a batch on request. */
  class Barrier extends TransactionalEventHandler {
    /** Called in the transaction of a batch. */
    onBatch: ((events: readonly EventHeader[]) => Promise<void>) | undefined;

    override async handle(events: readonly EventHeader[]): Promise<void> {
      await this.onBatch?.(events);
    }
  }

  let barrier: Barrier;
  let service: TestApp;
  let project: { id: string; slug: string };
  let webhook: { id: string };

  const relayOf = ({ app }: TestApp): EventRelay => app.get(EventRelay, { strict: false });

  function rows(statement: string, values: unknown[] = []): Promise<any[]> {
    return service.database.database.dataSource.query(statement, values);
  }

  /** Records an event with a number, and calls a function before the commit. */
  async function record(number: number, beforeCommit = () => Promise.resolve()): Promise<void> {
    const { app } = service;
    await app.get(UnitOfWork, { strict: false }).run(async () => {
      const event = {
        type: 'feedback.created',
        projectId: project.id,
        actorId: project.id,
        data: { number },
      };
      await app.get(Events, { strict: false }).record(event);
      await beforeCommit();
    });
  }

  /** Returns the numbers of the events in the feed. */
  async function feed(): Promise<number[]> {
    const { body } = await service.admin.get(
      `/projects/${project.slug}/events?type=feedback.created&limit=100`,
    );
    return body.map(({ data }: any) => data.number as number);
  }

  /** Returns the number of deliveries for each event, by its number. */
  async function deliveries(): Promise<Record<string, number>> {
    const found = await rows(
      `select e.data ->> 'number' as number, count(*)::int as count
     from deliveries d join events e on e.id = d.event_id where d.webhook_id = $1 group by 1`,
      [webhook.id],
    );
    return Object.fromEntries(found.map(({ number, count }) => [number, count]));
  }

  function deferred(): { resolve: () => void; promise: Promise<void> } {
    let resolve = (): void => undefined;
    const promise = new Promise<void>((done) => (resolve = done));
    return { resolve, promise };
  }

  /** Runs a function outside of the caller's unit of work. */
  const outside = AsyncLocalStorage.snapshot();

  const range = (length: number): number[] => Array.from({ length }, (_, n) => n);

  describe('The relay (needs TEST_DATABASE_URL)', () => {
    beforeAll(async () => {
      barrier = new Barrier();
      service = await startApp({
        documented: false,
        providers: [{ provide: Barrier, useValue: barrier }],
      });
    });

    afterAll(() => service.close());

    beforeEach(async () => {
      barrier.onBatch = undefined;
      project = (await service.admin.post('/projects', { name: 'Acme', slug: unique('acme') })).body;
      const url = 'https://example.com/hook';
      const type = 'feedback.created';
      const path = `/projects/${project.slug}/webhooks`;
      webhook = (await service.admin.post(path, { url, event_types: [type] })).body;
      await relayOf(service).relay(true);
    });

    it('relays each event once when two processes relay at the same time', async () => {
      const other = await startApp({ database: service.database, documented: false });
      let isWriting = true;
      const relayAlways = async (app: TestApp): Promise<void> => {
        while (isWriting) await relayOf(app).relay();
        await relayOf(app).relay(true);
      };
      const relays = [relayAlways(service), relayAlways(other)];
      await Promise.all(range(60).map((n) => record(n)));
      isWriting = false;
      await Promise.all(relays);
      expect((await feed()).sort((a, b) => a - b)).toEqual(range(60));
      expect(await deliveries()).toEqual(Object.fromEntries(range(60).map((n) => [n, 1])));
      await other.close();
    });

    it('appends an event that is committed late after the events that readers have seen', async () => {
      const [begun, mayCommit] = [deferred(), deferred()];
      const late = record(1, () => {
        begun.resolve();
        return mayCommit.promise;
      });
      await begun.promise;
      await record(2);
      await relayOf(service).relay();
      expect(await feed()).toEqual([2]);
      mayCommit.resolve();
      await late;
      await relayOf(service).relay();
      expect(await feed()).toEqual([2, 1]);
    });

    it('neither loses nor repeats events when its connection breaks in the middle of a batch', async () => {
      const [reached, broken] = [deferred(), deferred()];
      barrier.onBatch = async (events) => {
        if (!events.some(({ project_id: id }) => id === project.id)) return;
        reached.resolve();
        await broken.promise;
      };
      for (const n of range(3)) await record(n);
      const relaying = relayOf(service).relay();
      relaying.catch(() => undefined);
      await reached.promise;
      await rows(
        `select pg_terminate_backend(l.pid) from pg_locks l
       where l.locktype = 'advisory' and l.granted and l.database = (
         select oid from pg_database where datname = current_database()) and l.pid <> pg_backend_pid()`,
      );
      broken.resolve();
      await expect(relaying).rejects.toThrow();
      expect([await feed(), await deliveries()]).toEqual([[], {}]);
      barrier.onBatch = undefined;
      await relayOf(service).relay();
      expect([await feed(), await deliveries()]).toEqual([range(3), { 0: 1, 1: 1, 2: 1 }]);
    });

    it('leaves the events to the process that holds the lock', async () => {
      await record(1);
      const { app } = service;
      await app.get(UnitOfWork, { strict: false }).run(async () => {
        await app.get(EventRepository, { strict: false }).lockRelay(true);
        const other = await startApp({ database: service.database, documented: false });
        await relayOf(other).relay();
        await other.close();
      });
      expect(await feed()).toEqual([]);
      await relayOf(service).relay();
      expect(await feed()).toEqual([1]);
    });

    it('lets a project be deleted while its events are relayed', async () => {
      for (const n of range(20)) await record(n);
      const [answer] = await Promise.all([
        service.admin.delete(`/projects/${project.slug}`),
        relayOf(service).relay(true),
      ]);
      expect(answer.status).toBe(204);
      expect(await rows('select 1 from events where project_id = $1', [project.id])).toEqual([]);
      expect(await rows('select 1 from deliveries where project_id = $1', [project.id])).toEqual([]);
    });

    it('locks projects before events, as a deletion does', async () => {
      const { app } = service;
      await record(1);
      let relaying: Promise<void> | undefined;
      await app.get(UnitOfWork, { strict: false }).run(async () => {
        await rows('select from projects where id = $1 for update', [project.id]);
        relaying = outside(() => relayOf(service).relay(true));
        await untilBlocked(service.database, relaying);
        const lockEvents = 'select id from events where project_id = $1 for update nowait';
        expect(await rows(lockEvents, [project.id])).not.toEqual([]);
      });
      await relaying;
      expect(await feed()).toEqual([1]);
    });

    it('does not wait for a webhook that is being changed', async () => {
      const { app } = service;
      await record(1);
      await app.get(UnitOfWork, { strict: false }).run(async () => {
        await app.get(WebhookRepository, { strict: false }).load(project.id, webhook.id);
        const relaying = outside(() => relayOf(service).relay(true));
        await untilBlocked(service.database, relaying);
        expect([await feed(), await deliveries()]).toEqual([[1], { 1: 1 }]);
      });
    });

    it('skips a webhook that is being deleted, without an error', async () => {
      const { app } = service;
      const webhooks = app.get(WebhookRepository, { strict: false });
      await record(1);
      let relaying: Promise<void> | undefined;
      await app.get(UnitOfWork, { strict: false }).run(async () => {
        const deleted = await webhooks.load(project.id, webhook.id);
        if (deleted) await webhooks.remove(deleted.aggregate);
        relaying = outside(() => relayOf(service).relay(true));
        await untilBlocked(service.database, relaying);
      });
      await relaying;
      expect([await feed(), await deliveries()]).toEqual([[1], {}]);
    });
  });
});
