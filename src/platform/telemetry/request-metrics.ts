import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Metrics } from './metrics.js';

/** Upper limits of the histogram's buckets, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Measures the requests of a server: their durations, and how many are in flight. */
export function observeRequests(server: Server, metrics: Metrics): void {
  const inFlight = metrics.gauge({ name: 'http_requests_in_flight', help: 'Requests in progress.' });
  const durations = metrics.histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its response. Status 499: the client closed the connection before it.',
    labelNames: ['method', 'route', 'status'],
    buckets,
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const end = durations.startTimer();
    inFlight.inc();
    response.once('close', () => {
      inFlight.dec();
      const { method = '' } = request;
      const status = response.headersSent ? response.statusCode : 499;
      end({ method, route: routeOf(request) ?? '', status });
    });
  });
}

/** Paths whose rest gives access to a mailbox or a file, or identifies a person. */
const secretRest =
  /(\/(?:mail\/(?:confirm|unsubscribe)|public\/v1\/attachments|mail-suppressions|projects\/[^/]+\/people)\/).+/i;

/** Returns the path of a request for logs and traces: what is secret or identifies a person is `***`. */
export function loggedPath({ originalUrl }: { readonly originalUrl: string }): string {
  const [path = ''] = originalUrl.split('?', 1);
  return path.replace(secretRest, '$1***');
}

/**
 * Returns the template of the route that Express matched, such as `/v1/projects/{projectSlug}`; undefined if the path is
 * unknown or names a static file.
 */
export function routeOf(request: IncomingMessage & { route?: { path?: unknown } }): string | undefined {
  const path = request.route?.path;
  if (typeof path !== 'string' || path.includes('*')) return undefined;
  return path.replaceAll(/:(\w+)/g, '{$1}');
}
