import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { serverUrl } from '../../support/server-url.js';
import { hasPgBouncer, hasServers, PgBouncer, PostgresServer } from '../../support/postgres-servers.js';
import { bootstrapToken, cleanUp, emptyFolder, onCleanUp, ServiceProcess } from '../service-process.js';
import { lost, until, work } from './load.js';
import { servers } from './servers.js';

const withServers = serverUrl && hasServers ? describe : describe.skip;
const withPgBouncer = serverUrl && hasServers && hasPgBouncer ? describe : describe.skip;

const settings = {
  BOOTSTRAP_ACCESS_TOKEN: bootstrapToken,
  RATE_LIMIT_PER_MINUTE: '0',
};

const fresh = { 'cache-control': 'no-cache' };

type Place = 'primary' | 'replica';

/** Starts a service on a primary and its replica, with a project and feedback that have been replicated. */
async function start() {
  const { primary, replica } = await servers();
  const service = await ServiceProcess.start(await emptyFolder(), {
    ...settings,
    DATABASE_URL: primary.url('feedback'),
    DATABASE_REPLICA_URLS: replica.url('feedback'),
  });
  // Marks the server: from now on, every record with a user shows where it was read.
  await primary.query(
    `create or replace view feedback.user_records as select id, email,
       case when pg_is_in_recovery() then 'replica' else 'primary' end as full_name, avatar_url from feedback.users`,
    'feedback',
  );
  await service.call('POST', '/projects', bootstrapToken, { name: 'Acme', slug: 'acme' });
  const user = await service.call('POST', '/users', bootstrapToken, {
    email: 'reader@acme.example',
    full_name: 'Reader',
    instance_admin: true,
  });
  const made = await service.call('POST', '/tokens', bootstrapToken, {
    name: 'Reader',
    scope: 'admin',
    user_id: ((await user.json()) as { id: string }).id,
  });
  const { token } = (await made.json()) as { token: string };
  const feedback = await service.call('POST', '/projects/acme/feedback', bootstrapToken, { title: 'Zebra' });
  const { id } = (await feedback.json()) as { id: string };

  /** Reads a path below the project with a token, on a new connection. */
  const get = async (path: string, headers: Record<string, string> = {}, by = token): Promise<string> => {
    const newConnection = { connection: 'close', ...headers };
    const answer = await service.call('GET', `/projects/acme${path}`, by, undefined, newConnection);
    const text = await answer.text();
    expect([path, answer.status, text]).toEqual([path, 200, text]);
    return text;
  };
  /** Returns the server where a record was read. */
  const place = async (path = `/feedback/${id}`, headers: Record<string, string> = {}, by = token) => {
    const found = (await get(path, headers, by)).match(/"full_name":"(primary|replica)"/g) ?? [];
    const places = [...new Set(found.map((each) => each.slice(13, -1) as Place))];
    expect(places).toHaveLength(1);
    return places[0];
  };
  /** Waits until all workers use the replica. */
  const isUsed = async (by = token) => {
    for (let times = 0; times < 9;) {
      times = (await place(`/feedback/${id}`, {}, by)) === 'replica' ? times + 1 : 0;
      if (times === 0) await sleep(50);
    }
  };
  await isUsed();
  return { service, replica, get, place, isUsed, token, id };
}

withServers('replicas (need TEST_DATABASE_URL, PostgreSQL)', () => {
  let started: Awaited<ReturnType<typeof start>>;

  beforeAll(async () => {
    started = await start();
  });

  beforeEach(() => {
    // Each test waits for lines of its own.
    started.service.output = '';
  });

  afterAll(cleanUp);

  it('serve reads; with one process, no-cache and read-your-writes requests go to the primary', async () => {
    const { get, place, isUsed, replica, token, service, id } = started;
    const stream = { accept: 'application/x-ndjson' };
    const lists = ['', '?q=zebra', '?q=zebbra&sort=relevance', '?sort=most_upvoted&count=true'];
    for (const path of [`/${id}`, '/similar?title=zebra', ...lists].map((each) => `/feedback${each}`)) {
      expect([path, await place(path)]).toEqual([path, 'replica']);
      expect([path, await place(path, fresh)]).toEqual([path, 'primary']);
    }
    expect(await place('/feedback', stream)).toBe('replica');
    expect(await place('/feedback', { ...stream, ...fresh })).toBe('primary');
    expect(await place('/members', { 'cache-control': 'max-age=0, No-Cache' })).toBe('primary');

    // Requests of the writer go to the primary on every worker until the replica has caught up.
    await isUsed(bootstrapToken);
    await replica.query('select pg_wal_replay_pause()');
    const made = await service.call('POST', '/projects/acme/feedback', bootstrapToken, { title: 'New' });
    const { id: added } = (await made.json()) as { id: string };
    for (let n = 0; n < 9; n++) {
      expect(await place('/feedback', {}, bootstrapToken)).toBe('primary');
    }
    // For other callers, records that the replica does not have are read from the primary.
    expect(await place(`/feedback/${added}`)).toBe('primary');
    await replica.query('select pg_wal_replay_resume()');
    await isUsed(bootstrapToken);
    expect(await get('/feedback', {}, bootstrapToken)).toContain(added);

    // Authorization and the event feed use the primary.
    await replica.query('select pg_wal_replay_pause()');
    const short = await service.call('POST', '/tokens', bootstrapToken, { name: 'New', scope: 'read' });
    const { token: text, id: tokenId } = (await short.json()) as { token: string; id: string };
    expect((await service.call('GET', '/projects/acme', text)).status).toBe(200);
    await service.call('DELETE', `/tokens/${tokenId}`, bootstrapToken);
    await until(async () => (await service.call('GET', '/projects/acme', text)).status === 401);
    await service.call('PATCH', `/projects/acme/feedback/${id}`, bootstrapToken, { title: 'After' });
    await until(async () => (await get('/events?limit=100', {}, token)).includes('"After"'));
    await replica.query('select pg_wal_replay_resume()');
    await isUsed();
  });

  it('are excluded when they lag, and used again when they have caught up', async () => {
    const { place, isUsed, replica, service, id } = started;
    await replica.query('select pg_wal_replay_pause()');
    await service.call('PATCH', `/projects/acme/feedback/${id}`, bootstrapToken, { title: 'Later' });
    await service.says(/The replica 127\.0\.0\.1:\d+ is excluded: it lags by more than 5 seconds/);
    expect(await place()).toBe('primary');
    await replica.query('select pg_wal_replay_resume()');
    await service.says(/The replica 127\.0\.0\.1:\d+ is used again/);
    await isUsed();
  });

  it('cause no failed requests when they stop and start again', async () => {
    const { replica, service, isUsed, token, id } = started;
    const answers = new Map<number, number>();
    let isRunning = true;
    const paths = ['', '?q=zebra', '?limit=1', '/similar?title=zebra', `/${id}`, '?count=true'];
    const clients = paths.map(async (path) => {
      while (isRunning) {
        const answer = await service.call('GET', `/projects/acme/feedback${path}`, token);
        await answer.arrayBuffer();
        answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
      }
    });
    /** Waits for twenty more responses. */
    const more = async () => {
      const before = answers.get(200) ?? 0;
      await until(() => answers.size > 1 || (answers.get(200) ?? 0) >= before + 20);
    };
    await more();
    await replica.stop();
    await service.says(/The replica 127\.0\.0\.1:\d+ is excluded: /);
    await more();
    await replica.start();
    await service.says(/The replica 127\.0\.0\.1:\d+ is used again/);
    await more();
    isRunning = false;
    await Promise.all(clients);
    expect([...answers.keys()]).toEqual([200]);
    expect(answers.get(200)).toBeGreaterThan(50);
    await isUsed();
  });

  it('are excluded within seconds when they hang', async () => {
    const { replica, place, isUsed, service } = started;
    await replica.freeze();
    onCleanUp(() => replica.thaw());
    const since = Date.now();
    expect(await place()).toBe('primary');
    // Far less than the statement timeout of 35 seconds.
    expect(Date.now() - since).toBeLessThan(15_000);
    await service.says(/The replica 127\.0\.0\.1:\d+ is excluded: /);
    await replica.thaw();
    await service.says(/The replica 127\.0\.0\.1:\d+ is used again/);
    await isUsed();
  });

  // The last one: it ends the replication.
  it('are excluded when they are promoted', async () => {
    const { replica, place, service } = started;
    await replica.query('select pg_promote()');
    await service.says(/The replica 127\.0\.0\.1:\d+ is excluded: it is not a streaming replica/);
    expect(await place()).toBe('primary');
  });
});

withServers('a server that is not a replica (needs TEST_DATABASE_URL, PostgreSQL)', () => {
  afterEach(cleanUp);

  it('is not used', async () => {
    const primary = await PostgresServer.primary();
    onCleanUp(() => primary.remove());
    await primary.query('create database feedback');
    const service = await ServiceProcess.start(await emptyFolder(), {
      ...settings,
      DATABASE_URL: primary.url('feedback'),
      DATABASE_REPLICA_URLS: primary.url('feedback'),
    });
    await service.says(/The replica 127\.0\.0\.1:\d+ is excluded: it is not a streaming replica/);
    expect((await service.call('GET', '/projects', bootstrapToken)).status).toBe(200);
  });
});

withPgBouncer(
  'three processes on a primary and a replica, both behind PgBouncer (needs TEST_DATABASE_URL, PostgreSQL, PgBouncer)',
  () => {
    afterEach(cleanUp);

    it('lose nothing and never return 5xx while the replica stops and starts', async () => {
      const { primary, replica } = await servers();
      const config =
        "pool_mode = transaction\nmax_client_conn = 500\ndefault_pool_size = 6\n[databases]\n* = host=… connect_query='set search_path = feedback'\n";
      const before = await PgBouncer.start(primary, config);
      onCleanUp(() => before.remove());
      const beforeReplica = await PgBouncer.start(replica, config);
      onCleanUp(() => beforeReplica.remove());
      const all = {
        ...settings,
        DATABASE_URL: before.url('feedback'),
        DATABASE_DIRECT_URL: primary.url('feedback'),
        DATABASE_REPLICA_URLS: beforeReplica.url('feedback'),
      };
      const folders = await Promise.all([1, 2, 3].map(emptyFolder));
      const services = await Promise.all(folders.map((folder) => ServiceProcess.start(folder, all)));
      const [service] = services as [ServiceProcess];
      await service.call('POST', '/projects', bootstrapToken, { name: 'Acme', slug: 'acme' });
      for (const tag of ['one', 'two']) {
        await service.call('PUT', `/projects/acme/tags/${tag}`, bootstrapToken, { color: '#000' });
      }
      const running = work(services, 9);
      /** Waits until each process has logged such a line, and twenty more feedback are submitted. */
      const more = async (line?: RegExp) => {
        if (line) await Promise.all(services.map((each) => each.says(line)));
        const before = running.acknowledged.titles.size;
        await until(() => running.acknowledged.titles.size >= before + 20);
      };
      await more();
      await replica.stop();
      await more(/is excluded: /);
      await replica.start();
      await more(/is used again/);
      const acknowledged = await running.stop();
      expect(Object.fromEntries(acknowledged.answers)).toEqual({
        200: expect.any(Number),
        201: expect.any(Number),
      });
      expect(acknowledged.titles.size).toBeGreaterThan(50);
      expect(acknowledged.stale).toEqual([]);
      expect(await lost(service, acknowledged)).toEqual([]);
    });
  },
);
