import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { type SlowClients, slowClients } from '../network/index.js';

/**
 * Counts the bytes of a response that is sent as a whole, until the client has read it. To be called after `compression`, which
 * keeps the body itself until the client reads. Streams, such as lists in NDJSON and attachments, wait for their clients and
 * buffer a few parts at most.
 */
export function limitUnread(response: ServerResponse, clients: SlowClients = slowClients): void {
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  response.end = ((...args: unknown[]) => {
    const [body] = args;
    const { req: request } = response;
    const { socket } = request;
    const bytes = typeof body === 'string' || body instanceof Uint8Array ? Buffer.byteLength(body) : 0;
    // The client may have left before.
    if (bytes > 0 && !socket.destroyed) {
      const release = () => {
        socket.off('close', release);
        clients.remove(request);
      };
      finished(response, release);
      // A response that waits for another one on the connection is not closed with it.
      socket.once('close', release);
      clients.add(request, bytes);
    }
    return end(...args);
  }) as ServerResponse['end'];
}
