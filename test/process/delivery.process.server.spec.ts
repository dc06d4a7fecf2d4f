import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { serverUrl } from '../support/server-url.js';
import { Receiver } from './receiver.js';
import {
  bootstrapToken,
  cleanUp,
  expireLeases,
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
    WEBHOOK_RETRY_SCHEDULE: '1,1,1,1,1,1,1,1,1,1',
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

describe('An event', () => {
  it('is delivered although the process is killed between the change and the delivery', async () => {
    const { receiver } = await createWebhook('between');
    receiver.answer = (response) => response.writeHead(500).end();
    const titles = await Promise.all(
      Array.from({ length: 20 }, (_, n) => submit('between', `Feedback ${n}`)),
    );
    await service.kill();
    receiver.answer = (response) => response.writeHead(204).end();
    const already = new Set(receiver.received.keys());
    receiver.received.clear();
    await restart();
    await until(() => titles.every((title) => title !== null && receiver.received.has(title)));
    expect(already.size).toBeLessThanOrEqual(20);
    expect(receiver.faults).toEqual([]);
  });

  it('is sent again if the process is killed while its target responds', async () => {
    const { receiver, path } = await createWebhook('during');
    receiver.answer = () => undefined;
    await submit('during', 'Feedback');
    await until(() => receiver.received.has('Feedback'));
    await service.kill();
    receiver.answer = (response) => response.writeHead(204).end();
    await restart();
    await until(() => receiver.received.get('Feedback') === 2);
    // The log of the webhook shows it as delivered, and it is not sent a third time.
    const log = async () => (await service.call('GET', `${path}/deliveries`, bootstrapToken)).json();
    await until(async () => JSON.stringify(await log()).includes('"delivered"'));
    await pause(1_000);
    expect(await log()).toEqual([expect.objectContaining({ status: 'delivered' })]);
    expect(receiver.received.get('Feedback')).toBe(2);
  });
});

describe('Events of several processes', () => {
  it('are sent once each, and by other processes if one is killed', async () => {
    const { receiver } = await createWebhook('several');
    const others = await Promise.all([1, 2].map(() => ServiceProcess.start(folder, settings)));
    const all = [service, ...others];
    const first = await Promise.all(
      Array.from({ length: 150 }, (_, n) => submit('several', `Before ${n}`, all[n % 3])),
    );
    await until(() => first.every((title) => title !== null && receiver.received.has(title)));
    await pause(1_000);
    expect([...receiver.received.values()].every((times) => times === 1)).toBe(true);

    // The two processes that may have started the work are killed during it.
    receiver.answer = () => undefined;
    const second = await Promise.all(
      Array.from({ length: 30 }, (_, n) => submit('several', `After ${n}`, others[n % 2])),
    );
    await until(() => [...receiver.received.keys()].some((title) => title.startsWith('After')));
    await Promise.all(others.map((other) => other.kill()));
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
