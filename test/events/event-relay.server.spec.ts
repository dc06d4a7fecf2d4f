import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventRelay } from '../../src/events/application/event-relay.js';
import { Events } from '../../src/shared/events.js';
import { UnitOfWork } from '../../src/shared/unit-of-work.js';
import { TransactionalEventHandler } from '../../src/events/application/transactional-event-handler.js';
import { type EventHeader, EventRepository } from '../../src/events/domain/event.repository.js';
import { WebhookRepository } from '../../src/outreach/webhooks/domain/webhook.repository.js';
import { startApp, type TestApp } from '../support/app.js';
import { untilBlocked } from '../support/database.js';
import { unique } from '../support/unique.js';

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
    const found = await service.query(
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
      await service.query(
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
      expect(await service.query('select 1 from events where project_id = $1', [project.id])).toEqual([]);
      expect(await service.query('select 1 from deliveries where project_id = $1', [project.id])).toEqual([]);
    });

    it('locks projects before events, as a deletion does', async () => {
      const { app } = service;
      await record(1);
      let relaying: Promise<void> | undefined;
      await app.get(UnitOfWork, { strict: false }).run(async () => {
        await service.query('select from projects where id = $1 for update', [project.id]);
        relaying = outside(() => relayOf(service).relay(true));
        await untilBlocked(service.database, relaying);
        const lockEvents = 'select id from events where project_id = $1 for update nowait';
        expect(await service.query(lockEvents, [project.id])).not.toEqual([]);
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
