import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { serverUrl } from '../support/server-url.js';
import { Receiver } from './receiver.js';
import {
  bootstrapToken,
  cleanUp,
  expireLeases,
  holdInserts,
  onCleanUp,
  preparedFolder,
  ServiceProcess,
} from './service-process.js';
import { until } from '../support/until.js';

let folder: string;
let settings: Record<string, string>;
/** Started again by the tests that kill it. */
let service: ServiceProcess;

beforeAll(async () => {
  ({ folder, settings } = await preparedFolder());
  Object.assign(settings, {
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
    // Deliveries must still be pending when the process is killed, however long that takes.
    WEBHOOK_RETRY_SCHEDULE: `${'1,'.repeat(5)}${'5,'.repeat(14)}5`,
    RATE_LIMIT_PER_MINUTE: '0',
  });
  service = await ServiceProcess.start(folder, settings);
});

afterAll(cleanUp);

/** Starts the service again after it was killed. */
async function restart(): Promise<void> {
  await expireLeases(settings);
  service = await ServiceProcess.start(folder, settings);
}

/** Creates a project with a webhook, and the webhook's receiver. */
async function createWebhook(slug: string): Promise<{ receiver: Receiver; path: string }> {
  await service.call('POST', '/projects', bootstrapToken, { name: slug, slug });
  const receiver = await Receiver.start();
  const made = await service.call('POST', `/projects/${slug}/webhooks`, bootstrapToken, {
    url: receiver.url,
    event_types: ['feedback.created'],
  });
  const { id, secret } = (await made.json()) as { id: string; secret: string };
  receiver.secret = secret;
  return { receiver, path: `/projects/${slug}/webhooks/${id}` };
}

/** Submits feedback, and returns its title if that was acknowledged. */
async function submit(slug: string, title: string, to = service): Promise<string | null> {
  try {
    const response = await to.call('POST', `/projects/${slug}/feedback`, bootstrapToken, { title });
    await response.text();
    return response.status === 201 ? title : null;
  } catch {
    return null;
  }
}

const subscribers = 3_000;

/** Lets so many people subscribe to a new feedback. Returns the path of its comments. */
async function createSubscribers(database: pg.Client): Promise<string> {
  const call = async (path: string, body: object): Promise<{ id: string }> => {
    const response = await service.call('POST', path, bootstrapToken, body);
    return (await response.json()) as { id: string };
  };
  const project = await call('/projects', { name: 'Acme', slug: 'acme' });
  const feedback = await call('/projects/acme/feedback', { title: 'Dark mode' });
  await database.query(
    `with added as (
       insert into users (id, email, email_key, full_name, avatar_url, instance_admin, created_at)
       select gen_random_uuid(), n || '@example.com', n || '@example.com', '', '', false, now()
       from generate_series(1, $3::int) n returning id
     ), joined as (
       insert into members (project_id, user_id, role, created_at) select $1, id, 'viewer', now() from added
     )
     insert into feedback_subscriptions (project_id, feedback_id, user_id, subscribed, created_at)
     select $1, $2, id, true, now() from added`,
    [project.id, feedback.id, subscribers],
  );
  return `/projects/acme/feedback/${feedback.id}/comments`;
}

// One kill for all: the next process finishes what the killed one had begun.
describe('After a kill', () => {
  let between: Receiver;
  let during: Receiver;
  let log: string;
  let titles: (string | null)[];
  let alreadySent: number;
  let database: pg.Client;

  async function notified(): Promise<{ count: number; distinct: number }> {
    const { rows } = await database.query<{ count: number; distinct: number }>(
      'select count(*)::int as count, count(distinct user_id)::int as distinct from notifications',
    );
    return rows[0]!;
  }

  // Another test breaks all connections.
  afterAll(() => database.end());

  beforeAll(async () => {
    database = new pg.Client({ connectionString: settings['DATABASE_URL']! });
    await database.connect();
    await database.query('set search_path to feedback');
    const comments = await createSubscribers(database);
    const { untilWaiting, release } = await holdInserts(settings, 'notifications', 1);
    await service.call('POST', comments, bootstrapToken, { content: 'It is here', kind: 'response' });
    await untilWaiting();

    ({ receiver: between } = await createWebhook('between'));
    between.answer = (response) => response.writeHead(500).end();
    const { receiver, path } = await createWebhook('during');
    during = receiver;
    log = `${path}/deliveries`;
    during.answer = () => undefined;
    await submit('during', 'Feedback');
    await until(() => during.received.has('Feedback'));
    titles = await Promise.all(Array.from({ length: 20 }, (_, n) => submit('between', `Feedback ${n}`)));
    await service.kill();
    await release();
    expect((await notified()).count).toBeLessThan(subscribers);
    for (const each of [between, during]) each.answer = (response) => response.writeHead(204).end();
    alreadySent = between.received.size;
    between.received.clear();
    await restart();
  });

  it('an event is delivered although the process is killed between the change and the delivery', async () => {
    await until(() => titles.every((title) => title !== null && between.received.has(title)));
    expect(alreadySent).toBeLessThanOrEqual(20);
    expect(between.faults).toEqual([]);
  });

  it('an event is sent again if the process is killed while its target responds', async () => {
    await until(() => during.received.get('Feedback') === 2);
    // The log of the webhook shows it as delivered, and it is not sent a third time.
    const read = async () => (await service.call('GET', log, bootstrapToken)).json();
    await until(async () => JSON.stringify(await read()).includes('"delivered"'));
    await pause(1_000);
    expect(await read()).toEqual([expect.objectContaining({ status: 'delivered' })]);
    expect(during.received.get('Feedback')).toBe(2);
  });

  it(`${subscribers} subscribers are notified once each`, async () => {
    await until(async () => (await notified()).count >= subscribers);
    expect(await notified()).toEqual({ count: subscribers, distinct: subscribers });
  });
});

describe('Events of several processes', () => {
  it('are sent once each, and by other processes if one is killed', async () => {
    const { receiver } = await createWebhook('several');
    const other = await ServiceProcess.start(folder, settings);
    const first = await Promise.all(
      Array.from({ length: 150 }, (_, n) => submit('several', `Before ${n}`, [service, other][n % 2])),
    );
    await until(() => first.every((title) => title !== null && receiver.received.has(title)));
    await pause(1_000);
    expect([...receiver.received.values()].every((times) => times === 1)).toBe(true);

    // The process that may have started the work is killed during it.
    receiver.answer = () => undefined;
    const second = await Promise.all(
      Array.from({ length: 30 }, (_, n) => submit('several', `After ${n}`, other)),
    );
    await until(() => [...receiver.received.keys()].some((title) => title.startsWith('After')));
    await other.kill();
    receiver.answer = (response) => response.writeHead(204).end();
    await until(() => second.every((title) => title !== null && receiver.received.has(title)));
    expect(receiver.faults).toEqual([]);
  });

  it('are all delivered although the database connections break repeatedly', async () => {
    const { receiver } = await createWebhook('breaks');
    const server = new pg.Client(serverUrl);
    await server.connect();
    onCleanUp(() => server.end());
    const database = new URL(settings['DATABASE_URL'] ?? '').pathname.slice(1);
    const acknowledged: string[] = [];
    let isRunning = true;
    const clients = Array.from({ length: 4 }, async (_, client) => {
      for (let n = 0; isRunning; n++) {
        const title = await submit('breaks', `${client}/${n}`);
        if (title === null) await pause(50);
        else acknowledged.push(title);
      }
    });
    for (let breaks = 0; breaks < 6; breaks++) {
      const before = acknowledged.length;
      await until(() => acknowledged.length >= before + 10);
      await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        database,
      ]);
    }
    isRunning = false;
    await Promise.all(clients);
    expect(service.hasEnded ? service.output.slice(-4000) : '').toBe('');
    expect(acknowledged.length).toBeGreaterThan(50);
    await until(() => acknowledged.every((title) => receiver.received.has(title)));
    expect(receiver.faults).toEqual([]);
  });
});

// The last one: the service ends.
it('An event whose delivery has started is delivered before the process stops', async () => {
  const { receiver } = await createWebhook('last');
  receiver.answer = (response) => setTimeout(() => response.writeHead(204).end(), 1_500);
  await submit('last', 'Feedback');
  await until(() => receiver.received.has('Feedback'));
  service.signal('SIGTERM');
  expect(await service.end()).toBe(0);
  expect(receiver.received).toEqual(new Map([['Feedback', 1]]));
});
