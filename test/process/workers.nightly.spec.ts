import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../support/until.js';
import {
  begin,
  cleanUp,
  isRunning,
  occupiedPort,
  preparedFolder,
  ServiceProcess,
} from './service-process.js';
import { expectGracefulEnd, expectReplacement, startTwo } from './two-workers.js';

// `workers.process.server.spec.ts` has what protects a merge.
describe('WEB_CONCURRENCY=2', () => {
  let service: ServiceProcess;

  beforeAll(async () => {
    ({ service } = await startTwo());
  });

  afterAll(cleanUp);

  it('replaces a worker that receives a signal alone, and loses no acknowledged change', () =>
    expectReplacement(service, 'SIGTERM', '0'));

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

describe('WEB_CONCURRENCY=2 at the end of the service', () => {
  afterEach(cleanUp);

  it('SIGINT: readiness returns 503, active requests finish, and the process exits with 0', async () => {
    const { service, workers } = await startTwo({ SHUTDOWN_DELAY_MS: '5000' });
    // A terminal and some service managers send it to all processes, others to the first one only.
    await expectGracefulEnd(service, 'SIGINT', workers);
  });

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

describe('WEB_CONCURRENCY=2 if the start cannot succeed', () => {
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
    const port = await occupiedPort();
    expect(await refusal({ PORT: port })).toMatch(
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
