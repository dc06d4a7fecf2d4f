import { once } from 'node:events';
import { createServer, isIPv6 } from 'node:net';
import type { Logger } from 'pino';
import type { Environment } from './environment.js';
import { SettingsError } from '../platform/config/index.js';
import { serveMetrics } from '../platform/telemetry/index.js';

/**
 * Checks that the service can listen, by doing so for a moment. Called before anything is created or printed.
 *
 * @throws SettingsError if a port is taken or the host does not exist
 */
export async function checkPorts({ host, port, metricsPort }: Environment): Promise<void> {
  await checkPort('PORT', host, port);
  if (metricsPort !== undefined) await checkPort('METRICS_PORT', host, metricsPort);
}

async function checkPort(setting: string, host: string, port: number): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    throw cannotListen(setting, host, port, error);
  }
  server.close();
  await once(server, 'close');
}

/**
 * Serves the metrics on METRICS_PORT, if it is set.
 *
 * @param render returns the metrics in the text format of Prometheus
 * @throws SettingsError if it cannot listen
 */
export async function listenForMetrics(
  render: () => Promise<string>,
  { host, metricsPort }: Environment,
  log: Logger,
): Promise<void> {
  if (metricsPort === undefined) return;
  const { port } = await serveMetrics(render, metricsPort, host).catch((error: unknown) => {
    throw cannotListen('METRICS_PORT', host, metricsPort, error);
  });
  log.info(`The metrics are at http://${isIPv6(host) ? `[${host}]` : host}:${port}/metrics`);
}

/** @param setting the name of the port */
export function cannotListen(setting: string, host: string, port: number, error: unknown): SettingsError {
  return new SettingsError(
    `HOST (${host}) and ${setting} (${port}) must be free to listen on: ${reasonOf(error)}.`,
  );
}

/** Returns the message of an error, or its code: errors of several attempted addresses have no message. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || String(code);
}
