import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The number of requests that may wait on a connection. Few clients send a request before the last one is answered at all. */
export const maxWaitingRequests = 100;

/** What a connection has not answered: the last response, and the number of requests that wait for those before them. */
interface Unanswered {
  last: ServerResponse;
  waiting: number;
}

const connections = new WeakMap<Socket, Unanswered>();

/**
 * A middleware that lets the requests of a connection pass one after another. A client can send hundreds of them in one packet
 * (pipelining, RFC 9112 §9.3.2). Node would handle all at once, and keep the responses in memory to send them in order.
 * Those that wait when the connection ends are dropped, and a connection on which too many wait is closed: the client repeats
 * what was not answered.
 */
export function serializeRequests(
  { socket }: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const unanswered = connections.get(socket);
  response.once('close', () => {
    if (connections.get(socket)?.last === response) connections.delete(socket);
  });
  if (!unanswered) {
    connections.set(socket, { last: response, waiting: 0 });
    next();
    return;
  }
  if (unanswered.waiting >= maxWaitingRequests) {
    socket.destroy();
    drop(response);
    return;
  }
  const before = unanswered.last;
  unanswered.last = response;
  unanswered.waiting += 1;
  before.once('close', () =>
    // The requests of other connections proceed in between.
    setImmediate(() => {
      unanswered.waiting -= 1;
      if (socket.destroyed) drop(response);
      else next();
    }),
  );
}

/** Closes a response. Node closes only the one that the connection sends; whoever waits for others would keep them for ever. */
function drop(response: ServerResponse): void {
  if (!response.socket) response.emit('close');
}
