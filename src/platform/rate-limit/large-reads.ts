import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { lruCache } from '../caches/index.js';
import { ReaderGone, readsFor } from '../persistence/index.js';
import { httpProblems } from '../problems/index.js';
import { whenClosed } from './when-closed.js';

/** The reads that a process makes at once for clients with large responses. */
export const maxLargeReads = 1;

/** A response is large from this size on, in bytes. */
export const largeBytes = 512 * 1024;

/** For how long the reads of a client count as large after a large response, in milliseconds. */
const largeForMs = 60_000;

/** How long a read waits for its turn, in seconds. */
export const maxWaitSeconds = 30;

/**
 * Runs the lists and expensive reads of clients that had a large response within the last minute one after the other, the
 * clients in turn, so that others do not wait for them: a large read occupies a core of PostgreSQL, and then the event loop.
 * If more of them wait, the next one begins after as long as the last one took: half of the time is for other requests.
 * Reads whose clients have closed the connection are dropped. A read must not run another one: it would wait for itself.
 */
@Injectable()
export class LargeReads {
  private readonly large = lruCache<true>(10_000, { ttl: largeForMs });
  private active = 0;
  /** The reads that wait, by client. The first client is the next one. */
  private readonly waiting = new Map<string, Set<() => void>>();

  /**
   * @throws ReaderGone when the client has closed the connection before the read began
   * @throws Problem 429 when the read has waited for half a minute
   */
  async run<T>(client: string, response: Response, read: () => Promise<T>): Promise<T> {
    if (!this.large.get(client)) return readsFor.run(response, read);
    if (this.active < maxLargeReads) this.active++;
    else await this.waitForTurn(client, response);
    const startedAt = performance.now();
    try {
      if (response.destroyed) throw new ReaderGone();
      return await readsFor.run(response, read);
    } finally {
      if (this.waiting.size > 0) setTimeout(() => this.end(), performance.now() - startedAt).unref();
      else this.end();
    }
  }

  /** Notes the size of a response to the client. */
  note(client: string, bytes: number): void {
    if (bytes >= largeBytes) this.large.set(client, true);
  }

  private waitForTurn(client: string, response: Response): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = this.waiting.get(client) ?? new Set();
      this.waiting.set(client, waiting);
      const stop = () => {
        clearTimeout(timer);
        stopListening();
      };
      const begin = () => {
        stop();
        this.active++;
        resolve();
      };
      const refuse = (error: Error) => {
        stop();
        waiting.delete(begin);
        if (waiting.size === 0) this.waiting.delete(client);
        reject(error);
      };
      const refuseLate = () => refuse(httpProblems.largeReadWaited(maxWaitSeconds));
      const timer = setTimeout(refuseLate, maxWaitSeconds * 1_000).unref();
      const stopListening = whenClosed(response, () => refuse(new ReaderGone()));
      waiting.add(begin);
    });
  }

  private end(): void {
    this.active--;
    this.beginNext();
  }

  /** Lets waiting reads begin. A client that has had its turn is the last one afterwards. */
  private beginNext(): void {
    for (const [client, waiting] of this.waiting) {
      if (this.active >= maxLargeReads) return;
      this.waiting.delete(client);
      const [begin] = waiting;
      if (!begin) continue;
      waiting.delete(begin);
      if (waiting.size > 0) this.waiting.set(client, waiting);
      begin();
    }
  }
}
