import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scrape, valueOf } from './scrape.js';
import {
  bootstrapToken,
  cleanUp,
  occupiedPort,
  preparedFolder,
  refusal,
  ServiceProcess,
} from './service-process.js';

afterAll(cleanUp);

const get = (service: ServiceProcess, path: string) => service.call('GET', path, bootstrapToken);

/** Returns the log line of the request with this status and path. */
async function lineOf(service: ServiceProcess, path: string, status: number): Promise<any> {
  for (;;) {
    const lines = service.output.split('\n').filter((line) => line.includes('"request completed"'));
    const found = lines
      .map((line) => JSON.parse(line) as { path: string; status: number })
      .find((line) => line.path === path && line.status === status);
    if (found) return found;
    await sleep(20);
  }
}

// `workers.process.server.spec.ts` has the metrics of several workers.
describe('METRICS_PORT', () => {
  let service: ServiceProcess;

  beforeAll(async () => {
    const { folder, settings } = await preparedFolder();
    service = await ServiceProcess.start(folder, {
      ...settings,
      METRICS_PORT: '0',
      RATE_LIMIT_PER_MINUTE: '60',
      WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
    });
    await service.call('POST', '/projects', bootstrapToken, { name: 'Acme', slug: 'acme' });
  });

  it('has every metric that the dashboard and the alerts use', async () => {
    await get(service, '/me');
    const dashboard = readFileSync('docker/grafana/dashboard.json', 'utf8');
    const expressions = [
      ...[...dashboard.matchAll(/"expr": "(.*)"/g)].map(([, expression = '']) => expression),
      ...readFileSync('docker/prometheus/alerts.yml', 'utf8').split('- alert: ').slice(1),
    ];
    const used = expressions.map(
      (text) =>
        text.match(/\b(?:up|(?:http|db|jobs|events|webhook|mails?|nodejs|process)_\w+)(?=[{[) ])/g) ?? [],
    );
    expect(used.length).toBeGreaterThan(25);
    expect(expressions.filter((_, n) => used[n]?.length === 0)).toEqual([]);

    const text = await scrape(service);
    const exists = (name: string) => name === 'up' || new RegExp(`^(# TYPE )?${name}[{ ]`, 'm').test(text);
    expect([...new Set(used.flat())].filter((name) => !exists(name))).toEqual([]);
  });

  it('counts events until the relay has added them to the feed, and jobs until they have run', async () => {
    let text = '';
    do text = await scrape(service);
    while (valueOf(text, 'events_undelivered') !== 0 || valueOf(text, 'jobs_waiting') !== 0);
    expect(valueOf(text, 'events_oldest_undelivered_seconds')).toBe(0);
    expect(valueOf(text, 'db_pool_waiting{pool="transactions"}')).toBe(0);
    expect(valueOf(text, 'db_transaction_connection_wait_seconds_count')).toBeGreaterThan(0);
  });

  it('counts posts to webhooks by their result', async () => {
    // Nothing listens there.
    const webhook = { url: 'http://127.0.0.1:1/' };
    const created = await service.call('POST', '/projects/acme/webhooks', bootstrapToken, webhook);
    expect(created.status).toBe(201);
    await service.call('POST', '/projects/acme/feedback', bootstrapToken, { title: 'Dark mode' });
    while (valueOf(await scrape(service), 'webhook_posts_total{result="error"}') === undefined)
      await sleep(20);
  });

  // `tracing.process.server.spec.ts` has an SDK of OpenTelemetry.
  it('does not change the log line of a request, which has the route, the user, the token and the trace', async () => {
    const { user, token } = (await (await get(service, '/me')).json()) as {
      user: { id: string };
      token: { id: string };
    };
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    await service.call('GET', '/projects/other/tags', bootstrapToken, undefined, { traceparent });
    expect(await lineOf(service, '/v1/projects/other/tags', 404)).toMatchObject({
      route: '/v1/projects/{projectSlug}/tags',
      user_id: user.id,
      token_id: token.id,
      trace_id: traceId,
    });
    await fetch(`${service.url}/nowhere`, { headers: { traceparent: 'no trace' } });
    const line = await lineOf(service, '/nowhere', 404);
    for (const name of ['route', 'user_id', 'token_id', 'trace_id']) expect(line).not.toHaveProperty(name);
  });

  // The last one: it uses up the limit of requests.
  it('counts requests by method, route and status', async () => {
    await get(service, '/projects/acme');
    await get(service, '/projects/other');
    await get(service, '/nowhere/at/all');
    // The attempts to find out the routes do not create new time series.
    await fetch(`${service.url}/anything`);
    while ((await get(service, '/me')).status !== 429);

    // The service counts a response when its connection has taken it all.
    let text = '';
    do text = await scrape(service);
    while (valueOf(text, 'http_requests_in_flight') !== 0);
    const requests = (method: string, route: string, status: number) =>
      valueOf(
        text,
        `http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
      );
    expect(requests('POST', '/v1/projects', 201)).toBe(1);
    expect(requests('GET', '/v1/projects/{projectSlug}', 200)).toBe(1);
    expect(requests('GET', '/v1/projects/{projectSlug}', 404)).toBe(1);
    expect(requests('GET', '', 404)).toBe(3);
    expect(requests('GET', '/v1/me', 429)).toBe(1);
    expect(valueOf(text, 'http_rate_limited_requests_total')).toBe(1);
    expect(text).not.toContain('acme');
  });
});

it('stops the start when METRICS_PORT is taken', async () => {
  const { folder, settings } = await preparedFolder();
  expect(await refusal(folder, { ...settings, METRICS_PORT: await occupiedPort() })).toMatch(
    /^HOST .* and METRICS_PORT .* must be free to listen on: .*EADDRINUSE.*\.$/,
  );
});
