import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../support/app.js';
import { CuttingProxy } from '../../support/cutting-proxy.js';
import {
  call,
  inDestructiveOrder,
  nameOf,
  operation,
  type Operation,
  prepareWorld,
  tokenFor,
  type World,
} from '../../support/operations.js';
import { hasServers, PostgresServer } from '../../support/postgres-servers.js';
import { stored } from '../../support/stored.js';
import { unique } from '../../support/unique.js';

let service: TestApp;
let proxy: CuttingProxy;
/** The same database through the proxy. */
let proxied: TestApp;
let adminId: string;

beforeAll(async () => {
  service = await startApp();
  proxy = await CuttingProxy.start(service.database.url!);
  proxied = await startApp({ database: { ...service.database, url: proxy.url } });
  adminId = (await service.admin.get('/me')).body.user.id as string;
});

afterAll(async () => {
  await proxied.close();
  await proxy.close();
  await service.close();
});

/** Prepares a world, in which the operation changes something. */
async function newWorld(write = operation('GET /me')): Promise<World> {
  return withEffect(await prepareWorld(service, adminId, 'owner'), write);
}

/** Changes what would keep an operation from changing something in the world. */
async function withEffect(world: World, { method, path }: Operation): Promise<World> {
  // A vote that changes nothing would store nothing.
  const [cast, withdraw] = ['PUT', 'DELETE'].map((name) =>
    operation(`${name} /projects/:projectSlug/feedback/:feedbackId/upvotes/:userId`),
  );
  if (path === cast!.path) {
    await call(service, service.admin.token, method === 'PUT' ? withdraw! : cast!, world);
  }
  // So would a subscription that exists already, preferences as they are, or notifications that are read.
  if (path.endsWith('/subscribers/:userId') || path.endsWith('/subscribers/me')) {
    if (method === 'PUT') await call(service, service.admin.token, operation(`DELETE ${path}`), world);
  }
  if (path === '/me/preferences') await service.admin.patch(path, { mail: 'each' });
  if (path === '/me/notifications/read') {
    await service.database.database.dataSource.query(
      `insert into notifications (id, user_id, event_id, project_id, type, actor_id, created_at)
      values (gen_random_uuid(), $1, gen_random_uuid(), $2, 'changelog.published', $1, now())`,
      [adminId, world.projectId],
    );
  }
  const link = operation('PUT /projects/:projectSlug/changelogs/:changelogId/feedback/:feedbackId');
  // Unlinking what is not linked would store nothing.
  if (path === link.path && method === 'DELETE') await call(service, service.admin.token, link, world);
  for (const [name, texts] of service.txtRecords.records) proxied.txtRecords.records.set(name, texts);
  return world;
}

interface Cut {
  answer: Awaited<ReturnType<typeof call>>;
  isCut: boolean;
  isChanged: boolean;
}

/**
 * Returns what is stored, without what background work writes when it follows the events: of the subscriptions only those
 * to the feedback to which the operations subscribe, and of the suggested duplicates only the one that they dismiss.
 */
async function storedByRequests({ feedbackId, duplicateId }: World): Promise<object> {
  const {
    feedback_subscriptions: _,
    feedback_revenue: __,
    stale_revenue: ___,
    pending_comparisons: ____,
    feedback_duplicates: _____,
    ...tables
  } = await stored(service);
  const subscriptions: object[] = await service.database.database.dataSource.query(
    'select user_id, subscribed from feedback_subscriptions where feedback_id = $1 order by user_id',
    [feedbackId],
  );
  const duplicates: object[] = await service.database.database.dataSource.query(
    'select dismissed from feedback_duplicates where id = $1',
    [duplicateId],
  );
  return { ...tables, subscriptions, duplicates };
}

/** What was stored when it was last read, as JSON. */
let latest: string | undefined;

async function read(world: World): Promise<string> {
  return (latest = JSON.stringify(await storedByRequests(world)));
}

/** Returns what is stored once background work has paused: it is the same as before. */
async function settled(world: World): Promise<string> {
  for (;;) {
    const before = latest;
    if ((await read(world)) === before) return before;
  }
}

/** Calls an operation while the proxy cuts the connection at a piece. */
async function cutDuring(write: Operation, world: World, piece: number, text?: string): Promise<Cut> {
  const before = await settled(world);
  proxy.cutAt(piece, text);
  const answer = await call(proxied, tokenFor(write, world, service.admin.token), write, world);
  const isCut = !proxy.isArmed;
  proxy.disarm();
  const isChanged = (await read(world)) !== before;
  return { answer, isCut, isChanged };
}

/** In this order, each finds what it needs in the same world after the others have succeeded. */
const writes = inDestructiveOrder.filter(({ method }) => method !== 'GET');

/** Operations whose connection breaks at each statement in turn; that of others breaks at the first one and at the commit. */
const cutEverywhere = [
  'POST /projects',
  'DELETE /projects/:projectSlug',
  'POST /projects/:projectSlug/feedback',
  'PATCH /projects/:projectSlug/feedback/:feedbackId',
  'POST /projects/:projectSlug/feedback/bulk',
  'POST /projects/:projectSlug/feedback/:feedbackId/upvotes',
  'POST /projects/:projectSlug/feedback/:feedbackId/merge',
  'PUT /projects/:projectSlug/changelogs/:changelogId',
  'POST /projects/:projectSlug/imports',
].map(operation);

/** How many pieces are tried: all of them for each operation with the variable `CUT_EVERY_STATEMENT`. */
const piecesOf = (write: Operation) =>
  process.env['CUT_EVERY_STATEMENT'] || cutEverywhere.includes(write) ? Infinity : 1;

describe('a connection to the database that breaks before the answer to a statement', () => {
  /** The world that the operation before has left. */
  let world: World;

  beforeAll(async () => {
    world = await newWorld();
  });

  it.each(writes.map((write) => [nameOf(write), write] as const))(
    '%s returns database_unavailable only if nothing was stored',
    async (_name, write) => {
      world = await withEffect(world, write);
      const codes = new Set<string>();
      for (let piece = 1; piece <= piecesOf(write) || !codes.has('database_unavailable'); piece += 1) {
        const { answer, isCut, isChanged } = await cutDuring(write, world, piece);
        if (!isCut) {
          expect(answer.status).toBeLessThan(300);
          world = await newWorld(write);
          break;
        }
        // The connection was one of background work.
        if (answer.status < 300) {
          world = await newWorld(write);
          continue;
        }
        expect(answer.status).toBe(503);
        expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
        if (isChanged) expect(answer.body.code).toBe('outcome_unknown');
        if (isChanged) world = await newWorld(write);
        codes.add(answer.body.code as string);
      }
      expect(codes).toContain('database_unavailable');
      // The number of pieces depends on what is cached, so the loop can miss the commit. Background work commits too.
      let last = await cutDuring(write, world, 1, 'commit');
      while (last.answer.status < 300) {
        world = await newWorld(write);
        last = await cutDuring(write, world, 1, 'commit');
      }
      expect(last.answer.body.code).toBe('outcome_unknown');
      expect(last.isChanged).toBe(true);
    },
  );

  it('returns database_unavailable for reads', async () => {
    const world = await newWorld();
    proxy.cutAt(1);
    const answer = await call(
      proxied,
      service.admin.token,
      operation('GET /projects/:projectSlug/feedback'),
      world,
    );
    expect([answer.status, answer.body.code]).toEqual([503, 'database_unavailable']);
  });
});

(hasServers ? it : it.skip)(
  'a server that shuts a connection down while the commit waits for a standby: outcome_unknown',
  async () => {
    const server = await PostgresServer.primary();
    const waiting = await startApp({ database: { ...service.database, url: server.url() } });
    try {
      await server.query("alter system set synchronous_standby_names = 'none_such'");
      await server.query('select pg_reload_conf()');
      const answered = waiting.admin.post('/projects', { name: 'Acme', slug: 'acme' });
      const terminate = `select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
      while ((await server.query(terminate)).length === 0);
      const answer = await answered;
      expect([answer.status, answer.body.code]).toEqual([503, 'outcome_unknown']);
      expect((await waiting.admin.get('/projects/acme')).status).toBe(200);
      await server.query('alter system reset synchronous_standby_names');
      await server.query('select pg_reload_conf()');
    } finally {
      await waiting.close();
      await server.remove();
    }
  },
);

describe('a retry with the same Idempotency-Key after outcome_unknown', () => {
  const submit = async (slug: string, key: string) =>
    proxied.admin.post(`/projects/${slug}/feedback`, { title: 'Once' }, { 'idempotency-key': key });
  const titles = async (slug: string) =>
    ((await service.admin.get(`/projects/${slug}/feedback`)).body as { title: string }[]).filter(
      ({ title }) => title === 'Once',
    ).length;

  it('returns the stored answer if the first request was committed', async () => {
    const { slug } = await newWorld();
    const key = unique('key');
    proxy.cutAt(1, 'commit');
    const first = await submit(slug, key);
    expect([first.status, first.body.code]).toEqual([503, 'outcome_unknown']);
    expect(first.body.detail).toContain('Idempotency-Key');
    expect(await titles(slug)).toBe(1);
    const retry = await submit(slug, key);
    expect([retry.status, retry.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(await titles(slug)).toBe(1);
  });

  it('executes the request if the first one was not committed', async () => {
    const { slug } = await newWorld();
    const key = unique('key');
    proxy.cutAt(1, 'insert into');
    expect((await submit(slug, key)).body.code).toBe('database_unavailable');
    // The server rolls back, and the key is free, once it has noticed that the connection is gone.
    let retry = await submit(slug, key);
    while (retry.body.code === 'idempotency_key_in_use') retry = await submit(slug, key);
    expect([retry.status, retry.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect(await titles(slug)).toBe(1);
  });
});
