import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Environment, EnvironmentError } from './platform/config/index.js';

/**
 * Checks that the service can listen, by doing so for a moment. Called before anything is created or printed.
 *
 * @throws EnvironmentError if the port is taken or the host does not exist
 */
export async function checkPort({ host, port }: Environment): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    throw cannotListen('PORT', host, port, error);
  }
  server.close();
  await once(server, 'close');
}

/** @param setting the name of the port */
export function cannotListen(setting: string, host: string, port: number, error: unknown): EnvironmentError {
  return new EnvironmentError(
    `HOST (${host}) and ${setting} (${port}) must be free to listen on: ${reasonOf(error)}.`,
  );
}

/** Returns the message of an error, or its code: errors of several attempted addresses have no message. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || String(code);
}
