import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The last response of each connection that has not ended. */
const lastResponses = new WeakMap<Socket, ServerResponse>();

/**
 * A middleware that lets the requests of a connection pass one after another. A client can send hundreds of them in one packet
 * (pipelining, RFC 9112 §9.3.2). Node would handle all at once, and keep the responses in memory to send them in order.
 * Those that wait when the connection ends are dropped.
 */
export function serializeRequests(
  { socket }: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const before = lastResponses.get(socket);
  lastResponses.set(socket, response);
  response.once('close', () => {
    if (lastResponses.get(socket) === response) lastResponses.delete(socket);
  });
  if (!before) next();
  // The requests of other connections proceed in between.
  else before.once('close', () => setImmediate(() => socket.destroyed || next()));
}
