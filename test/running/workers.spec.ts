import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { serverUrl } from '../support/database.js';
import {
  begin,
  bootstrapToken,
  buildService,
  cleanUp,
  inTheEnd,
  isRunning,
  preparedFolder,
  ServiceProcess,
} from './service-process.js';

// The embedded database is of one process.
const onServer = serverUrl ? describe : describe.skip;

beforeAll(buildService);
afterEach(cleanUp);

/** A service of three workers with a project, and the numbers of their processes. */
async function startThree(extra: Record<string, string> = {}) {
  const { folder, settings } = await preparedFolder();
  Object.assign(settings, { WEB_CONCURRENCY: '3', RATE_LIMIT_PER_MINUTE: '0', ...extra });
  const service = await ServiceProcess.start(folder, settings);
  const project = await service.call('POST', '/projects', bootstrapToken, { name: 'Acme', slug: 'acme' });
  expect(project.status).toBe(201);
  const { workers } = service;
  expect(workers).toHaveLength(3);
  return { service, workers, folder, settings };
}

/** Waits until something is so. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

/** A request on a connection of its own, which goes to the next worker. */
async function fetchAnew(service: ServiceProcess, path: string): Promise<Response> {
  const headers = { authorization: `Bearer ${bootstrapToken}`, connection: 'close' };
  return fetch(`${service.url}${path}`, { headers });
}

onServer('WEB_CONCURRENCY=3 (needs TEST_DATABASE_URL)', () => {
  it('listens once, with a rate limit that the workers count together', async () => {
    const { service } = await startThree({ RATE_LIMIT_PER_MINUTE: '1000' });
    expect(service.output.match(/Listening on/g)).toHaveLength(1);
    const left = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const { headers } = await fetchAnew(service, '/v1/me');
        return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
      }),
    );
    // Each number once. Of those of the address, which a worker takes a token from that it does not know, none is told.
    expect(new Set(left).size).toBe(30);
    expect(Math.max(...left)).toBe(998);
    expect(Math.min(...left)).toBe(969);
  });

  it('replaces workers that are killed, and loses nothing that was acknowledged', async () => {
    const { service, workers } = await startThree();
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
          // So fetch calls it when the connection breaks.
          if ((error as Error).name !== 'TypeError') throw error;
          broken++;
        }
      }
    });
    for (const [n, worker] of workers.entries()) {
      const before = acknowledged.length;
      await until(() => acknowledged.length > before + 20);
      process.kill(worker, 'SIGKILL');
      await until(() => (service.output.match(/Worker \d+ listens/g)?.length ?? 0) === n + 1);
      expect(service.output).toContain(`Worker ${worker} ended with SIGKILL; the next one starts in `);
    }
    goOn = false;
    await Promise.all(clients);
    // No more than what was under way in the worker.
    expect(broken).toBeLessThanOrEqual(3 * 6);
    for (const id of acknowledged) {
      const answer = await service.call('GET', `/projects/acme/feedback/${id}`, bootstrapToken);
      expect(answer.status).toBe(200);
    }
  });

  it('keeps no client waiting whose connection was handed to a worker that is killed', async () => {
    const { service, workers } = await startThree();
    const [first = 0] = workers;
    // It takes nothing any more, but still gets its turn.
    process.kill(first, 'SIGSTOP');
    const answers = Promise.all(
      Array.from({ length: 9 }, () =>
        fetchAnew(service, '/health/live').then(
          ({ status }) => status,
          () => 'broken',
        ),
      ),
    );
    await sleep(500);
    process.kill(first, 'SIGKILL');
    const counts = (await answers).filter((answer) => answer === 200).length;
    expect(counts).toBeGreaterThanOrEqual(8);
  });

  it('waits longer each time for a worker that breaks down again and again, and keeps its port', async () => {
    const { service } = await startThree();
    for (let n = 0; n < 3; n++) {
      await until(() => (service.output.match(/Worker \d+ listens/g)?.length ?? 0) === 3 * n);
      for (const worker of service.workers) process.kill(worker, 'SIGKILL');
      await until(() => service.output.match(/ended with SIGKILL/g)?.length === 3 * (n + 1));
    }
    await until(async () => (await fetchAnew(service, '/health/ready').catch(() => null))?.status === 200);
    const pauses = [...service.output.matchAll(/starts in (\d+) ms/g)].map(([, pause]) => Number(pause));
    expect(pauses).toEqual([100, 100, 100, 200, 200, 200, 400, 400, 400]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s: readiness turns to 503, requests in flight end, and the process ends with 0',
    async (signal) => {
      const { service, workers } = await startThree();
      const begun = await Promise.all(
        Array.from({ length: 12 }, (_, n) => begin(service, '/projects/acme/feedback', { title: `${n}` })),
      );
      await sleep(100);
      service.signal(signal);
      // A terminal and some service managers send it to all processes, others to the first one only.
      if (signal === 'SIGINT') for (const worker of workers) process.kill(worker, signal);
      await until(async () => (await fetchAnew(service, '/health/ready')).status === 503);
      await sleep(700);
      const answers = await Promise.all(begun.map(({ finish }) => finish()));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
      expect(await service.end()).toBe(0);
      expect(workers.filter(isRunning)).toEqual([]);
      expect(service.output.match(/"Stopping after /g)).toHaveLength(1);
      expect(service.output).toMatch(/"msg":"Stopped"\}\n$/);
    },
  );

  it('ends at once after a second signal, all workers included', async () => {
    const { service, workers } = await startThree();
    // It would be waited for.
    await begin(service, '/projects', { name: 'Never', slug: 'never' });
    await sleep(50);
    service.signal('SIGTERM');
    await service.says(/"Stopping after /);
    service.signal('SIGTERM');
    expect(await service.end()).toBe('SIGTERM');
    expect(workers.filter(isRunning)).toEqual([]);
  });

  it('leaves no worker behind when it is killed, and they end what they have begun', async () => {
    const { service, workers } = await startThree();
    const begun = await begin(service, '/projects/acme/feedback', { title: 'In flight' });
    await sleep(50);
    service.signal('SIGKILL');
    await sleep(700);
    expect((await begun.finish()).status).toBe(201);
    await service.end();
    expect(workers.filter(isRunning)).toEqual([]);
  });

  it('stops one worker that gets a signal alone, and replaces it', async () => {
    const { service, workers } = await startThree();
    process.kill(workers[0] ?? 0, 'SIGTERM');
    await service.says(new RegExp(`Worker ${workers[0]} ended with 0; the next one starts in`));
    await service.says(/Worker \d+ listens/);
    expect(service.workers).toHaveLength(3);
  });
});

onServer('WEB_CONCURRENCY=3 where the start cannot succeed (needs TEST_DATABASE_URL)', () => {
  async function refusal(extra: Record<string, string>): Promise<string> {
    const { folder, settings } = await preparedFolder();
    const service = await ServiceProcess.spawn(folder, { ...settings, WEB_CONCURRENCY: '3', ...extra });
    expect(await service.end()).toBe(1);
    return service.output;
  }

  it('says so once, where the database is away', async () => {
    const output = await refusal({ DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' });
    expect(output).toBe('The database (DATABASE_URL) cannot be reached: connect ECONNREFUSED 127.0.0.1:1.\n');
  });

  it('says so once, where the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    inTheEnd(() => other.close());
    const { port } = other.address() as AddressInfo;
    expect(await refusal({ PORT: String(port) })).toMatch(
      new RegExp(
        `^HOST \\(127\\.0\\.0\\.1\\) and PORT \\(${port}\\) must be free to listen on: .*EADDRINUSE.*\\n$`,
      ),
    );
  });

  it('says so, where a process manager has made a cluster of its own', async () => {
    const { folder, settings } = await preparedFolder();
    const manager = `
      import cluster from 'node:cluster';
      cluster.setupPrimary({ exec: ${JSON.stringify(await buildService())}, execArgv: [] });
      cluster.fork().once('exit', (code) => process.exit(code));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', manager], {
      cwd: folder,
      env: { PATH: process.env['PATH'], PORT: '0', ...settings, WEB_CONCURRENCY: '2' },
    });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (output += piece));
    const [code] = (await once(child, 'close')) as [number];
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/^WEB_CONCURRENCY must be 1 where a process manager already starts/),
    });
  });
});
