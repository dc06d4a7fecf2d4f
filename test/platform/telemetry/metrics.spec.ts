import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { runInThisContext } from 'node:vm';
import { expect, it, jest } from '@jest/globals';
import { Metrics } from '../../../src/platform/telemetry/metrics.js';
import { serveMetrics } from '../../../src/platform/telemetry/metrics-server.js';
import { until } from '../../support/until.js';

const help = { queue_length: 'Length.', queue_age_seconds: 'Age.' };

it('renders counters, gauges and histograms in the text format of Prometheus', async () => {
  const metrics = new Metrics();
  metrics.counter({ name: 'a_total', help: 'A.', labelNames: ['kind'] }).inc({ kind: 'x' });
  metrics.gauge({ name: 'b', help: 'B.' }).set(2);
  metrics.histogram({ name: 'c_seconds', help: 'C.', buckets: [1] }).observe(0.5);
  const text = await metrics.render();
  expect(text).toContain('a_total{kind="x"} 1');
  expect(text).toContain('\nb 2\n');
  expect(text).toContain('c_seconds_bucket{le="1"} 1');
});

it('reads shared gauges once per scrape', async () => {
  const metrics = new Metrics();
  let reads = 0;
  metrics.sharedGauges(help, () => Promise.resolve({ queue_length: (reads += 1), queue_age_seconds: 0.5 }));
  expect(await metrics.render()).toMatch(/^queue_length 1$[^]*^queue_age_seconds 0\.5$/m);
  expect(await metrics.render()).toMatch(/^queue_length 2$/m);
});

it('omits shared gauges while they cannot be read, and shows the others', async () => {
  const metrics = new Metrics();
  let isAway = false;
  metrics.gauge({ name: 'b', help: 'B.' }).set(2);
  metrics.sharedGauges(help, () =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve({ queue_length: 3, queue_age_seconds: 1 }),
  );
  expect(await metrics.render()).toMatch(/^queue_length 3$/m);
  isAway = true;
  const text = await metrics.render();
  expect(text).not.toMatch(/^queue_/m);
  expect(text).toMatch(/^b 2$/m);
});

it('omits shared gauges that take longer than 2 seconds to read', async () => {
  const metrics = new Metrics();
  metrics.sharedGauges(help, () => new Promise(() => undefined));
  const setTimeout = jest.spyOn(runInThisContext('globalThis') as typeof globalThis, 'setTimeout');
  try {
    const rendered = metrics.render();
    expect(setTimeout.mock.calls).toEqual([[expect.any(Function), 2_000]]);
    const [[expire]] = setTimeout.mock.calls as [[() => void]];
    expire();
    expect(await rendered).not.toMatch(/^queue_/m);
  } finally {
    setTimeout.mockRestore();
  }
});

it('serves nothing but /metrics, and collects once for requests at the same time', async () => {
  let renders = 0;
  let requests = 0;
  const count = () => void (requests += 1);
  subscribe('http.server.request.start', count);
  const render = async () => {
    renders += 1;
    await until(() => requests === 5);
    return 'b 2\n';
  };
  const { port, close } = await serveMetrics(render, 0, '127.0.0.1');
  const get = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method });
  const answers = await Promise.all(Array.from({ length: 5 }, () => get('/metrics')));
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(answers.map(() => 'b 2\n'));
  unsubscribe('http.server.request.start', count);
  expect(renders).toBe(1);
  expect(answers[0]?.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect((await get('/')).status).toBe(404);
  expect((await get('/metrics', 'POST')).status).toBe(404);
  close();
});

it('answers 503 when the metrics cannot be collected', async () => {
  const { port, close } = await serveMetrics(() => Promise.reject(new Error('late')), 0, '127.0.0.1');
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(503);
  close();
});
