import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { serverUrl } from '../../support/server-url.js';
import { hasPgBouncer, hasServers, PgBouncer, PostgresServer } from '../../support/postgres-servers.js';
import { Receiver } from '../receiver.js';
import { bootstrapToken, cleanUp, emptyFolder, onCleanUp, ServiceProcess } from '../service-process.js';
import { lost, send, until, work } from './load.js';

const withPgBouncer = serverUrl && hasServers && hasPgBouncer ? describe : describe.skip;

afterEach(cleanUp);

/** Returns the configuration of PgBouncer in the documentation. */
function documentedConfig(): string {
  const [, config] = /```ini\n(\[pgbouncer\]\n[^`]*)```/.exec(readFileSync('docs/scaling.md', 'utf8')) ?? [];
  if (config === undefined) throw new Error('The documentation has no configuration of PgBouncer.');
  return config;
}

/** Starts services that reach a separate server through PgBouncer with `size` connections. */
async function start(services: number, size: number, extra: Record<string, string> = {}) {
  const server = await PostgresServer.primary();
  onCleanUp(() => server.remove());
  await server.query('create database feedback');
  const config = documentedConfig().replace(/default_pool_size = \d+/, `default_pool_size = ${size}`);
  const pooler = await PgBouncer.start(server, config);
  onCleanUp(() => pooler.remove());
  const settings = {
    DATABASE_URL: pooler.url('feedback'),
    DATABASE_DIRECT_URL: server.url('feedback'),
    BOOTSTRAP_ACCESS_TOKEN: bootstrapToken,
    RATE_LIMIT_PER_MINUTE: '0',
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
    ...extra,
  };
  const folders = await Promise.all(Array.from({ length: services }, emptyFolder));
  const all = await Promise.all(folders.map((folder) => ServiceProcess.start(folder, settings)));
  return { server, pooler, services: all };
}

withPgBouncer(
  'through PgBouncer in transaction mode (needs TEST_DATABASE_URL, PostgreSQL, PgBouncer)',
  () => {
    it('all kinds of operations work, with fewer sessions than connections', async () => {
      const { services, pooler } = await start(2, 2);
      const [one, two] = services as [ServiceProcess, ServiceProcess];
      expect((await send(one, 'POST', '/projects', { name: 'Acme', slug: 'acme' })).status).toBe(201);
      const config = { changelog_social_handle: '@acme' };
      expect((await send(two, 'PATCH', '/projects/acme/config', config)).body).toMatchObject(config);
      const receiver = await Receiver.start();
      const webhook = await send(one, 'POST', '/projects/acme/webhooks', {
        url: receiver.url,
        event_types: ['feedback.created'],
      });
      receiver.secret = webhook.body.secret;
      expect((await send(one, 'PUT', '/projects/acme/tags/Mobile', { color: '#0ea5e9' })).status).toBe(201);

      // Many concurrent transactions that lock the same rows, on two sessions.
      const made = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          send(n % 2 ? one : two, 'POST', '/projects/acme/feedback', {
            title: `Feedback number ${n}`,
            tags: ['mobile'],
          }),
        ),
      );
      expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
      const ids = made.map(({ body }) => body.id as string);
      const [source = '', target = ''] = ids;
      const users = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          send(one, 'POST', '/users', { email: `${n}@x.y`, full_name: '' }),
        ),
      );
      const votes = await Promise.all(
        users.map(({ body }, n) =>
          send(
            n % 2 ? one : two,
            'PUT',
            `/projects/acme/feedback/${n < 5 ? source : target}/upvotes/${body.id}`,
          ),
        ),
      );
      expect(votes.every(({ status }) => status < 300)).toBe(true);
      const comment = await send(two, 'POST', `/projects/acme/feedback/${source}/comments`, {
        content: 'Yes',
      });
      expect(comment.status).toBe(201);
      const merged = await send(one, 'POST', `/projects/acme/feedback/${source}/merge`, { into: target });
      expect(merged.body).toMatchObject({ id: target, upvotes: 10, comment_count: 1 });
      const unmerged = await send(two, 'DELETE', `/projects/acme/feedback/${source}/merge`);
      expect(unmerged.body).toMatchObject({ id: source, upvotes: 5, comment_count: 1 });

      // The same key concurrently in both processes, and once more.
      const key = { 'idempotency-key': 'one and the same' };
      const twice = await Promise.all(
        [one, two].map((service) =>
          send(service, 'POST', '/projects/acme/feedback', { title: 'Only once' }, key),
        ),
      );
      expect(twice.some(({ status }) => status === 201)).toBe(true);
      const again = await send(two, 'POST', '/projects/acme/feedback', { title: 'Only once' }, key);
      expect([again.status, again.answer.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
      const found = await send(one, 'GET', '/projects/acme/feedback?q=once&count=true');
      expect([found.body.length, found.answer.headers.get('x-total-count')]).toEqual([1, '1']);

      const changelog = { title: 'Größe der Schrift', published: true };
      expect((await send(one, 'POST', '/projects/acme/changelogs', changelog)).body).toMatchObject(changelog);
      const read = await send(one, 'GET', `/projects/acme/feedback/${target}`);
      const etag = { 'if-match': read.answer.headers.get('etag') ?? '' };
      const changes = await Promise.all(
        [one, two].map((service, n) =>
          send(service, 'PATCH', `/projects/acme/feedback/${target}`, { title: `Changed ${n}` }, etag),
        ),
      );
      expect(changes.map(({ status }) => status).sort()).toEqual([200, 412]);
      const pages: string[] = [];
      for (let path: string | undefined = '/projects/acme/feedback?limit=15'; path;) {
        const page = await send(two, 'GET', path);
        pages.push(...page.body.map(({ id }: { id: string }) => id));
        path = /<[^>]+\/v1([^>]+)>/.exec(page.answer.headers.get('link') ?? '')?.[1];
      }
      expect(new Set(pages).size).toBe(41);
      const stream = await send(one, 'GET', '/projects/acme/feedback', undefined, {
        accept: 'application/x-ndjson',
      });
      expect((stream.body as string).trim().split('\n')).toHaveLength(41);

      // A token that is revoked in one process is rejected in the other.
      const token = await send(one, 'POST', '/tokens', { name: 'Short', scope: 'read' });
      const me = () => two.call('GET', '/me', token.body.token);
      expect((await me()).status).toBe(200);
      expect((await send(one, 'DELETE', `/tokens/${token.body.id}`)).status).toBe(204);
      await until(async () => (await me()).status === 401);

      const events = () => send(two, 'GET', '/projects/acme/events?type=feedback.created&limit=100');
      await until(async () => (await events()).body.length >= 41);
      expect((await events()).body).toHaveLength(41);
      await until(() => receiver.received.size === 41);
      expect(receiver.faults).toEqual([]);

      const [pool] = (await pooler.show('show pools')).filter(({ database }) => database === 'feedback');
      expect(Number(pool.sv_active) + Number(pool.sv_idle) + Number(pool.sv_used)).toBeLessThanOrEqual(2);
      expect(Number(pool.cl_active) + Number(pool.cl_waiting)).toBeGreaterThan(4);
    });

    it('rejects a start without DATABASE_DIRECT_URL, which does not block later starts', async () => {
      const { server, pooler } = await start(0, 2);
      const settings = { DATABASE_URL: pooler.url('feedback') };
      const refused = await ServiceProcess.spawn(await emptyFolder(), settings);
      expect(await refused.end()).toBe(1);
      expect(refused.output).toMatch(
        /^The database \(DATABASE_URL\) cannot be reached: unsupported startup parameter: \w+\.\n$/,
      );
      const right = { ...settings, DATABASE_DIRECT_URL: server.url('feedback') };
      await ServiceProcess.start(await emptyFolder(), right);
    });

    it('ends an idle transaction and a statement that takes too long', async () => {
      const { services, server } = await start(1, 5);
      const [service] = services as [ServiceProcess];
      await service.call('POST', '/projects', bootstrapToken, { name: 'Acme', slug: 'acme' });
      // The settings of the service's connections: set within a transaction, or by PgBouncer.
      await server.query(
        `create function feedback.record_settings() returns trigger language plpgsql as $$ begin
         new.title := current_setting('statement_timeout') || ' ' ||
           current_setting('idle_in_transaction_session_timeout');
         return new;
       end $$`,
        'feedback',
      );
      await server.query(
        'create trigger record_settings before insert on feedback.feedback for each row execute function feedback.record_settings()',
        'feedback',
      );
      const made = await service.call('POST', '/projects/acme/feedback', bootstrapToken, { title: 'x' });
      const { id } = (await made.json()) as { id: string };
      const stored = await service.call('GET', `/projects/acme/feedback/${id}`, bootstrapToken);
      expect(await stored.json()).toMatchObject({ title: '30s 1min' });
    });

    it('three processes lose nothing, and never return 5xx, while PgBouncer has few sessions', async () => {
      const { services } = await start(3, 5, { DATABASE_POOL_SIZE: '10' });
      const [service] = services as [ServiceProcess];
      await service.call('POST', '/projects', bootstrapToken, { name: 'Acme', slug: 'acme' });
      for (const tag of ['one', 'two']) {
        await service.call('PUT', `/projects/acme/tags/${tag}`, bootstrapToken, { color: '#000' });
      }
      const running = work(services, 12);
      await until(() => running.acknowledged.titles.size > 60 || running.acknowledged.answers.size > 2);
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
