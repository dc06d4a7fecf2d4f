import cluster from 'node:cluster';
import type { Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { HealthController } from '../platform/http/index.js';

/** Time limit for requests in flight at shutdown. */
const shutdownTimeoutMs = 20_000;

const signals = ['SIGTERM', 'SIGINT'] as const;

/**
 * Stops the service gracefully on SIGTERM or SIGINT, and exits with 0.
 *
 * 1. Readiness is 503 for SHUTDOWN_DELAY_MS. Requests are still answered, with `Connection: close`: a client that keeps its
 *    connection would otherwise lose a request that it sends while the connection is closed.
 * 2. The service stops listening and closes idle connections. Requests and jobs in progress end.
 */
export function stopOnSignals(app: NestExpressApplication, shutdownDelayMs: number, log: Logger): void {
  const server: Server = app.getHttpServer();
  const unanswered = new Set<ServerResponse>();
  let isStopping = false;
  server.prependListener('request', (_request, response: ServerResponse) => {
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
    if (isStopping) closeAfter(response);
  });

  const onSignal = (signal: NodeJS.Signals) => {
    // A second signal has its default effect and terminates the process. In a worker it is ignored: the primary
    // forwards a signal that a terminal or a service manager may have sent to every process already.
    if (!cluster.isWorker) for (const each of signals) process.removeListener(each, onSignal);
    if (isStopping) return;
    isStopping = true;
    log.info(`Stopping after ${signal}`);
    unanswered.forEach(closeAfter);
    void stop(app, shutdownDelayMs, log);
  };
  for (const signal of signals) process.on(signal, onSignal);
}

/** Lets the connection end with this response, unless its headers have been sent. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

async function stop(app: NestExpressApplication, shutdownDelayMs: number, log: Logger): Promise<void> {
  app.get(HealthController).stop();
  await pause(shutdownDelayMs);
  const server: Server = app.getHttpServer();
  // At once: Nest would first wait for the jobs.
  server.close();
  // Connections whose last response did not close them.
  setInterval(() => server.closeIdleConnections(), 50).unref();
  setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs).unref();
  await app.close();
  log.info('Stopped');
  process.exit(0);
}
