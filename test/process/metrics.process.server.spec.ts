import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  bootstrapToken,
  cleanUp,
  occupiedPort,
  preparedFolder,
  refusal,
  ServiceProcess,
} from './service-process.js';

afterAll(cleanUp);

async function start(extra: Record<string, string> = {}): Promise<ServiceProcess> {
  const { folder, settings } = await preparedFolder();
  return ServiceProcess.start(folder, { ...settings, METRICS_PORT: '0', ...extra });
}

async function scrape(service: ServiceProcess): Promise<string> {
  const [, url = ''] = /"The metrics are at ([^"]+)"/.exec(service.output) ?? [];
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return answer.text();
}

/** Returns the value of a metric with labels in the order of the scrape. */
function valueOf(text: string, metric: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${metric} `));
  return line === undefined ? undefined : Number(line.slice(metric.length + 1));
}

const get = (service: ServiceProcess, path: string) => service.call('GET', path, bootstrapToken);

describe('METRICS_PORT', () => {
  let service: ServiceProcess;

  beforeAll(async () => {
    service = await start({
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
    expect(requests('GET', '', 404)).toBe(2);
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

it('adds up the metrics of all workers', async () => {
  const service = await start({ WEB_CONCURRENCY: '2', RATE_LIMIT_PER_MINUTE: '0' });
  while (service.output.match(/Listening on/g)?.length !== 2) await sleep(20);
  await Promise.all(
    Array.from({ length: 30 }, async () => {
      const headers = { authorization: `Bearer ${bootstrapToken}`, connection: 'close' };
      const answer = await fetch(`${service.url}/v1/me`, { headers });
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
