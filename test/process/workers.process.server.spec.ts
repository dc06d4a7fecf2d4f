import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { serverUrl } from '../support/server-url.js';
import {
  begin,
  bootstrapToken,
  cleanUp,
  onCleanUp,
  isRunning,
  preparedFolder,
  ServiceProcess,
} from './service-process.js';
import { until } from '../support/until.js';

// The embedded database allows one process.
const onServer = serverUrl ? describe : describe.skip;

/** Starts a service of two workers with a project, and returns their process ids. */
async function startTwo(extra: Record<string, string> = {}) {
  const { folder, settings } = await preparedFolder();
  Object.assign(settings, { WEB_CONCURRENCY: '2', RATE_LIMIT_PER_MINUTE: '0', ...extra });
  const service = await ServiceProcess.start(folder, settings);
  const project = await service.call('POST', '/projects', bootstrapToken, { name: 'Acme', slug: 'acme' });
  expect(project.status).toBe(201);
  await until(() => service.output.match(/Listening on/g)?.length === 2);
  const { workers } = service;
  expect(workers).toHaveLength(2);
  return { service, workers };
}

/** Sends a request on a new connection, which goes to the next worker. */
async function fetchAnew(service: ServiceProcess, path: string): Promise<Response> {
  const headers = { authorization: `Bearer ${bootstrapToken}`, connection: 'close' };
  return fetch(`${service.url}${path}`, { headers });
}

/** Returns whether the service has stopped listening. */
async function isUnreachable(service: ServiceProcess): Promise<boolean> {
  return fetchAnew(service, '/health/live').then(
    () => false,
    () => true,
  );
}

onServer('WEB_CONCURRENCY=2 (needs TEST_DATABASE_URL)', () => {
  let service: ServiceProcess;

  beforeAll(async () => {
    ({ service } = await startTwo());
  });

  afterAll(cleanUp);

  it('replaces workers that are killed or receive a signal alone, and loses no acknowledged change', async () => {
    const { workers } = service;
    const acknowledged: string[] = [];
    let broken = 0;
    let goOn = true;
    const clients = Array.from({ length: 6 }, async (_, client) => {
      for (let n = 0; goOn; n++) {
        const title = `${client}/${n}`;
        try {
          const answer = await service.call('POST', '/projects/acme/feedback', bootstrapToken, { title });
          expect(answer.status).toBe(201);
          acknowledged.push(((await answer.json()) as { id: string }).id);
        } catch (error) {
          // fetch throws this when the connection breaks.
          if ((error as Error).name !== 'TypeError') throw error;
          broken++;
        }
      }
    });
    for (const [n, [signal, exit]] of (
      [
        ['SIGKILL', 'SIGKILL'],
        ['SIGTERM', '0'],
      ] as const
    ).entries()) {
      const worker = workers[n]!;
      const before = acknowledged.length;
      await until(() => acknowledged.length > before + 20);
      process.kill(worker, signal);
      await until(() => (service.output.match(/Listening on/g)?.length ?? 0) === 2 + n + 1);
      expect(service.output).toContain(`Worker ${worker} exited with ${exit}; starting another`);
    }
    expect(service.workers).toHaveLength(2);
    goOn = false;
    await Promise.all(clients);
    // For each worker at most its active requests, and the next ones, if the primary process has not noticed its end.
    expect(broken).toBeLessThanOrEqual(2 * (6 + 6));
    const stream = { accept: 'application/x-ndjson' };
    const all = await service.call('GET', '/projects/acme/feedback', bootstrapToken, undefined, stream);
    const lines = (await all.text()).split('\n').filter((line) => line !== '');
    const stored = new Set(lines.map((line) => (JSON.parse(line) as { id: string }).id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  });

  // The last one: the service ends.
  it('exits with 0 on SIGTERM while it replaces a worker', async () => {
    const { workers } = service;
    process.kill(workers[0] ?? 0, 'SIGKILL');
    await until(() => service.workers.some((worker) => !workers.includes(worker)));
    const all = service.workers;
    service.signal('SIGTERM');
    expect(await service.end()).toBe(0);
    expect(all.filter(isRunning)).toEqual([]);
  });
});

onServer('WEB_CONCURRENCY=2 at the end of the service (needs TEST_DATABASE_URL)', () => {
  afterEach(cleanUp);

  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s: readiness returns 503, active requests finish, and the process exits with 0',
    async (signal) => {
      // Long enough for a request on a busy machine.
      const { service, workers } = await startTwo({ SHUTDOWN_DELAY_MS: '5000' });
      const begun = await Promise.all(
        Array.from({ length: 12 }, (_, n) => begin(service, '/projects/acme/feedback', { title: `${n}` })),
      );
      await sleep(100);
      service.signal(signal);
      // A terminal and some service managers send it to all processes, others to the first one only.
      if (signal === 'SIGINT') for (const worker of workers) process.kill(worker, signal);
      await until(async () => (await fetchAnew(service, '/health/ready')).status === 503);
      await until(() => isUnreachable(service));
      const answers = await Promise.all(begun.map(({ finish }) => finish()));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
      expect(await service.end()).toBe(0);
      expect(workers.filter(isRunning)).toEqual([]);
      expect(service.output.match(/"Stopped"/g)).toHaveLength(2);
    },
  );

  it('ends immediately after a second signal, with all workers', async () => {
    // Without the second signal, the service would wait longer than the test, and for this request.
    const { service, workers } = await startTwo({ SHUTDOWN_DELAY_MS: '600000' });
    await begin(service, '/projects', { name: 'Never', slug: 'never' });
    service.signal('SIGTERM');
    await service.says(/"Stopping after /);
    service.signal('SIGTERM');
    expect(await service.end()).toBe(1);
    expect(workers.filter(isRunning)).toEqual([]);
  });

  it('leaves no worker running when the primary process is killed', async () => {
    const { service, workers } = await startTwo();
    service.signal('SIGKILL');
    await service.end();
    await until(() => !workers.some(isRunning));
  });
});

onServer('WEB_CONCURRENCY=2 if the start cannot succeed (needs TEST_DATABASE_URL)', () => {
  afterEach(cleanUp);

  async function refusal(extra: Record<string, string>): Promise<string> {
    const { folder, settings } = await preparedFolder();
    const service = await ServiceProcess.spawn(folder, { ...settings, WEB_CONCURRENCY: '2', ...extra });
    expect(await service.end()).toBe(1);
    return service.output;
  }

  it('reports an unavailable database once', async () => {
    const output = await refusal({ DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' });
    expect(output).toBe('The database (DATABASE_URL) cannot be reached: connect ECONNREFUSED 127.0.0.1:1.\n');
  });

  it('reports a port in use once', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onCleanUp(() => other.close());
    const { port } = other.address() as AddressInfo;
    expect(await refusal({ PORT: String(port) })).toMatch(
      new RegExp(
        `^HOST \\(127\\.0\\.0\\.1\\) and PORT \\(${port}\\) must be free to listen on: .*EADDRINUSE.*\\n$`,
      ),
    );
  });

  it('exits with 0 on SIGTERM while the first worker starts', async () => {
    const { folder, settings } = await preparedFolder();
    const service = await ServiceProcess.spawn(folder, { ...settings, WEB_CONCURRENCY: '2' });
    await until(() => service.workers.length > 0);
    service.signal('SIGTERM');
    expect(await service.end()).toBe(0);
  });
});
