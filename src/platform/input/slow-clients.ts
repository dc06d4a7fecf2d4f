import type { IncomingMessage, ServerResponse } from 'node:http';

/** The most bytes that a process keeps for slow clients. */
export const maxSlowBytes = 256 * 1024 ** 2;

/**
 * Bounds what a process keeps in memory for clients that read their responses, or send their bodies, slowly or not at all:
 * beyond the limit, the connections of those that have been slow for longest are closed. Otherwise the rate limit of one
 * token would allow gigabytes.
 */
export class SlowClients {
  /** The bytes of each message, the oldest first. */
  private readonly held = new Map<IncomingMessage | ServerResponse, number>();
  private total = 0;

  constructor(private readonly limit: number) {}

  /** Counts bytes that are kept for a message until it is released. */
  hold(message: IncomingMessage | ServerResponse, bytes: number): void {
    this.held.set(message, (this.held.get(message) ?? 0) + bytes);
    this.total += bytes;
    for (const slowest of this.held.keys()) {
      if (this.total <= this.limit) return;
      this.release(slowest);
      slowest.destroy();
    }
  }

  release(message: IncomingMessage | ServerResponse): void {
    this.total -= this.held.get(message) ?? 0;
    this.held.delete(message);
  }
}

/** The slow clients of this process. */
export const slowClients = new SlowClients(maxSlowBytes);

/**
 * Returns a middleware that counts what a client has not read of its response once all of it is there. Streams wait for their
 * clients by themselves.
 */
export function holdUnread(clients = slowClients) {
  return (_request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    response.once('prefinish', () => {
      const unread = response.writableLength;
      if (unread === 0) return;
      clients.hold(response, unread);
      response.once('close', () => clients.release(response));
    });
    next();
  };
}
