import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scrape, valueOf } from './scrape.js';
import { cleanUp, type ServiceProcess } from './service-process.js';
import { expectGracefulEnd, expectReplacement, fetchAnew, startTwo } from './two-workers.js';

// `workers.nightly.spec.ts` has other signals, and starts that fail.
describe('WEB_CONCURRENCY=2', () => {
  let service: ServiceProcess;

  beforeAll(async () => {
    ({ service } = await startTwo({ METRICS_PORT: '0', SHUTDOWN_DELAY_MS: '5000' }));
  });

  afterAll(cleanUp);

  it('adds up the metrics of all workers', async () => {
    await Promise.all(
      Array.from({ length: 30 }, async () => {
        const answer = await fetchAnew(service, '/v1/me');
        await answer.text();
      }),
    );
    const counter = 'http_request_duration_seconds_count{method="GET",route="/v1/me",status="200"}';
    // A worker counts a response when its connection has taken it all. What all processes share is not added up.
    let text = '';
    do text = await scrape(service);
    while (valueOf(text, counter) !== 30 || valueOf(text, 'events_undelivered') !== 0);
    expect(valueOf(text, 'db_pool_size{pool="transactions"}')).toBe(2 * 4);
    expect(service.output.match(/The metrics are at/g)).toHaveLength(1);
  });

  it('replaces a worker that is killed, and loses no acknowledged change', () =>
    expectReplacement(service, 'SIGKILL', 'SIGKILL'));

  // The last one: the service ends.
  it('SIGTERM: readiness returns 503, active requests finish, and the process exits with 0', () =>
    expectGracefulEnd(service, 'SIGTERM'));
});
