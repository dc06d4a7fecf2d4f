import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';

/**
 * Serves the metrics at `/metrics` on a port of their own. Requests that come at the same time share one collection.
 *
 * @param render returns the metrics in the text format of Prometheus
 * @returns the port, and a function that stops listening
 */
export async function serveMetrics(
  render: () => Promise<string>,
  port: number,
  host: string,
): Promise<{ port: number; close: () => void }> {
  let rendering: Promise<string> | undefined;
  const server = createServer(({ method, url }, response) => {
    if (url?.split('?', 1)[0] !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) {
      response.writeHead(404).end();
      return;
    }
    rendering ??= render().finally(() => (rendering = undefined));
    rendering.then(
      (text) => response.setHeader('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE).end(text),
      // A worker of the cluster did not answer in time.
      () => response.writeHead(503).end(),
    );
  });
  await once(server.listen(port, host), 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}
