import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The maximum number of requests that wait on a connection. Most clients never send one before the last one is answered. */
export const maxWaitingRequests = 10;

/** The responses of a connection that have not been sent: the last one, and the number of requests that wait for others. */
interface PendingResponses {
  last: ServerResponse;
  waiting: number;
}

const connections = new WeakMap<Socket, PendingResponses>();

/**
 * A middleware that handles the requests of a connection sequentially. A client can send hundreds of them in one packet
 * (pipelining, RFC 9112 §9.3.2). Node would handle all at once, and keep the responses in memory to send them in order. When
 * the connection closes, waiting requests are dropped. When too many wait, it is closed: they are neither authenticated nor
 * counted yet.
 */
export function serializeRequests(
  { socket }: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const pending = connections.get(socket);
  response.once('close', () => {
    if (connections.get(socket)?.last === response) connections.delete(socket);
  });
  if (!pending) {
    connections.set(socket, { last: response, waiting: 0 });
    next();
    return;
  }
  if (pending.waiting >= maxWaitingRequests) {
    socket.destroy();
    emitClose(response);
    return;
  }
  const before = pending.last;
  pending.last = response;
  pending.waiting += 1;
  before.once('close', () =>
    // The requests of other connections proceed in between.
    setImmediate(() => {
      pending.waiting -= 1;
      if (socket.writable) next();
      else emitClose(response);
    }),
  );
}

/** Emits `close` for a response that never had the connection. Node does not, so that whatever waits for it would leak. */
function emitClose(response: ServerResponse): void {
  if (!response.socket) response.emit('close');
}
