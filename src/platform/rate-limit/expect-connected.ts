import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { ReaderGone } from '../persistence/index.js';

/**
 * Waits until the event loop has read from all connections once more: in a busy process, the end of a connection often waits
 * behind its request.
 *
 * @throws ReaderGone when the client has closed the connection
 */
export async function expectConnected({ req }: ServerResponse): Promise<void> {
  // The first callback runs before the next read, the second one after it.
  await setImmediate();
  await setImmediate();
  if (!req.socket.writable) throw new ReaderGone();
}
