import type { IncomingMessage } from 'node:http';

/** The maximum number of bytes that a process buffers for slow clients. */
export const maxSlowBytes = 256 * 1024 ** 2;

/**
 * Limits what a process buffers for clients that read their responses, or send their bodies, slowly or not at all: beyond the
 * limit, the connections that have been slow for longest are closed. Otherwise the rate limit of one token would allow
 * gigabytes.
 */
export class SlowClients {
  /** The bytes of each request and its response, the oldest first. */
  private readonly buffered = new Map<IncomingMessage, number>();
  private total = 0;

  constructor(private readonly limit: number) {}

  /** Counts bytes that are buffered for a request until it is removed. */
  add(request: IncomingMessage, bytes: number): void {
    this.buffered.set(request, (this.buffered.get(request) ?? 0) + bytes);
    this.total += bytes;
    for (const slowest of this.buffered.keys()) {
      if (this.total <= this.limit) return;
      this.remove(slowest);
      // Ends a body that is piped elsewhere, too, as when the client closes the connection.
      slowest.socket.destroy();
    }
  }

  remove(request: IncomingMessage): void {
    this.total -= this.buffered.get(request) ?? 0;
    this.buffered.delete(request);
  }
}

/** The slow clients of this process. */
export const slowClients = new SlowClients(maxSlowBytes);
