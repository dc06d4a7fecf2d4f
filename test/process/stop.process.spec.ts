import { request as httpRequest, Agent, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { onServer } from '../support/server-database.js';
import { itOnServer, serverUrl } from '../support/server-url.js';
import {
  begin,
  bootstrapToken,
  cleanUp,
  onCleanUp,
  preparedFolder,
  ServiceProcess,
} from './service-process.js';

afterEach(cleanUp);

it('SIGTERM: readiness returns 503 for SHUTDOWN_DELAY_MS, active requests finish, and the process exits with 0', async () => {
  const { folder, settings } = await preparedFolder();
  // Long enough for requests on a busy machine.
  const delay = 5_000;
  const service = await ServiceProcess.start(folder, { ...settings, SHUTDOWN_DELAY_MS: String(delay) });
  await service.call('POST', '/projects', bootstrapToken, { name: 'Acme', slug: 'acme' });
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);

  // An idle keep-alive connection, and requests that have started.
  const keepAlive = new Agent({ keepAlive: true });
  const idle = httpRequest(`${service.url}/health/live`, { agent: keepAlive }).end();
  await text(((await once(idle, 'response')) as [IncomingMessage])[0]);
  const begun = await Promise.all(
    Array.from({ length: 10 }, (_, n) => begin(service, '/projects/acme/feedback', { title: `No. ${n}` })),
  );
  await sleep(50);

  const signalled = performance.now();
  service.signal('SIGTERM');
  await service.says(/"Stopping after SIGTERM"/);
  // Load balancers may not have noticed yet, and still send requests.
  const [ready, project, live] = await Promise.all([
    fetch(`${service.url}/health/ready`),
    service.call('GET', '/projects/acme', bootstrapToken),
    fetch(`${service.url}/health/live`),
  ]);
  expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
  expect(ready.headers.get('content-type')).toContain('application/problem+json');
  expect(ready.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await ready.json()).toMatchObject({ status: 503, code: 'shutting_down' });
  expect([project.status, live.status]).toEqual([200, 200]);

  // Until no connection is accepted any more, and a bit longer.
  while (
    await fetch(`${service.url}/health/live`).then(
      () => true,
      () => false,
    )
  )
    await sleep(20);
  // At least: a busy machine takes longer.
  expect(performance.now() - signalled).toBeGreaterThan(delay - 10);
  expect(service.hasEnded).toBe(false);
  const answers = await Promise.all(begun.map(({ finish }) => finish()));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(await service.end()).toBe(0);
  expect(service.output).toMatch(/"msg":"Stopped"\}\n$/);
  keepAlive.destroy();

  const ids = answers.map(({ body }) => body.id);
  if (serverUrl === undefined) {
    const next = await ServiceProcess.start(folder, settings);
    for (const id of ids) {
      expect((await next.call('GET', `/projects/acme/feedback/${id}`, bootstrapToken)).status).toBe(200);
    }
  } else {
    await onServer(settings['DATABASE_URL'] ?? '', async (client) => {
      const stored = await client.query('select from feedback.feedback where id = any($1)', [ids]);
      expect(stored.rowCount).toBe(ids.length);
    });
  }
});

itOnServer('a second signal, of the same kind or the other one, ends the process immediately', async () => {
  const { folder, settings } = await preparedFolder();
  for (const [first, second] of [
    ['SIGTERM', 'SIGINT'],
    ['SIGINT', 'SIGINT'],
  ] as const) {
    // Without the second signal, the process would wait longer than the test, and for this request.
    const service = await ServiceProcess.start(folder, { ...settings, SHUTDOWN_DELAY_MS: '600000' });
    await begin(service, '/projects', { name: 'Never', slug: 'never' });
    service.signal(first);
    await service.says(/"Stopping after /);
    service.signal(second);
    expect([first, await service.end()]).toEqual([first, second]);
    expect(service.output.match(/"Stopping after /g)).toHaveLength(1);
  }
  await onServer(settings['DATABASE_URL'] ?? '', async (client) => {
    expect((await client.query('select from feedback.projects')).rowCount).toBe(0);
  });
});

itOnServer(
  'SIGINT breaks no connection of clients that keep theirs open and send requests all the time, and the process exits with 0',
  async () => {
    const { folder, settings } = await preparedFolder();
    const service = await ServiceProcess.start(folder, {
      ...settings,
      RATE_LIMIT_PER_MINUTE: '0',
      // Within this time, each client sends a request also on a busy machine.
      SHUTDOWN_DELAY_MS: '5000',
    });
    const authorization = `Bearer ${bootstrapToken}`;
    let answers = 0;
    /** Sends requests on one connection until an answer closes it, as a client of a load balancer does. */
    async function client(): Promise<number[]> {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      onCleanUp(() => agent.destroy());
      const statuses = new Set<number>();
      for (let isOpen = true; isOpen; answers++) {
        const request = httpRequest(`${service.url}/v1/me`, { agent, headers: { authorization } }).end();
        const [answer] = (await once(request, 'response')) as [IncomingMessage];
        await text(answer);
        statuses.add(answer.statusCode ?? 0);
        isOpen = answer.headers.connection !== 'close';
      }
      return [...statuses];
    }
    const clients = Promise.all(Array.from({ length: 8 }, client));
    while (answers < 80) await sleep(5);
    service.signal('SIGINT');
    expect(await clients).toEqual(Array.from({ length: 8 }, () => [200]));
    expect(await service.end()).toBe(0);
  },
);
