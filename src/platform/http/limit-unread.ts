import type { ServerResponse } from 'node:http';
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
    if (typeof body === 'string' || body instanceof Uint8Array) {
      clients.add(response, Buffer.byteLength(body));
      response.once('close', () => clients.remove(response));
    }
    return end(...args);
  }) as ServerResponse['end'];
}
