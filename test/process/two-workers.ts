import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { until } from '../support/until.js';
import { begin, bootstrapToken, isRunning, preparedFolder, ServiceProcess } from './service-process.js';

/** Starts a service of two workers with a project, and returns their process ids. */
export async function startTwo(extra: Record<string, string> = {}) {
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
export async function fetchAnew(service: ServiceProcess, path: string): Promise<Response> {
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

/** Ends one of the workers while clients submit feedback: it is replaced, and no acknowledged feedback is lost. */
export async function expectReplacement(
  service: ServiceProcess,
  signal: 'SIGKILL' | 'SIGTERM',
  exit: string,
): Promise<void> {
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
  const listened = () => service.output.match(/Listening on/g)?.length ?? 0;
  const [before, [worker = 0]] = [listened(), service.workers];
  await until(() => acknowledged.length > 20);
  process.kill(worker, signal);
  await until(() => listened() === before + 1);
  expect(service.output).toContain(`Worker ${worker} exited with ${exit}; starting another`);
  expect(service.workers).toHaveLength(2);
  expect(service.workers).not.toContain(worker);
  goOn = false;
  await Promise.all(clients);
  // At most the active requests, and the next ones, if the primary process has not noticed the end of the worker.
  expect(broken).toBeLessThanOrEqual(6 + 6);
  const stream = { accept: 'application/x-ndjson' };
  const all = await service.call('GET', '/projects/acme/feedback', bootstrapToken, undefined, stream);
  const lines = (await all.text()).split('\n').filter((line) => line !== '');
  const stored = new Set(lines.map((line) => (JSON.parse(line) as { id: string }).id));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
}

/**
 * Stops the service, whose SHUTDOWN_DELAY_MS has to be long enough for requests on a busy machine: readiness returns 503,
 * active requests finish, and the process exits with 0.
 *
 * @param others processes that receive the signal too
 */
export async function expectGracefulEnd(
  service: ServiceProcess,
  signal: NodeJS.Signals,
  others: readonly number[] = [],
): Promise<void> {
  const { workers } = service;
  const begun = await Promise.all(
    Array.from({ length: 12 }, (_, n) => begin(service, '/projects/acme/feedback', { title: `${n}` })),
  );
  await sleep(100);
  service.signal(signal);
  for (const other of others) process.kill(other, signal);
  await until(async () => (await fetchAnew(service, '/health/ready')).status === 503);
  await until(() => isUnreachable(service));
  const answers = await Promise.all(begun.map(({ finish }) => finish()));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(await service.end()).toBe(0);
  expect(workers.filter(isRunning)).toEqual([]);
  expect(service.output.match(/"Stopped"/g)).toHaveLength(2);
}
