import { hash } from 'node:crypto';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { lruCache } from '../caches/index.js';
import { Settings } from '../config/index.js';
import { networkOf } from '../network/index.js';
import { ReaderGone } from '../persistence/index.js';
import { httpProblems, Problem } from '../problems/index.js';
import { Metrics } from '../telemetry/index.js';
import { type RateLimitWindow, RateLimitWindows, windowMs } from './rate-limit-windows.js';

const windowSeconds = windowMs / 1000;

/** How long a client waits for each refusal once it has sent twice as many requests as it may, in milliseconds. */
const delayOfRefusals = 1_000;

/** How many times the limit of a token all tokens of its user have together: tokens cannot multiply the limit further. */
export const requestsPerUser = 4;

/** A request counts once more for each of these parts of its response, in bytes. */
export const bytesPerRequest = 256 * 1024;

/** What was counted for a response. */
interface Counted {
  readonly clients: string[];
  /** The bytes of the last part, which is not complete yet. */
  bytes: number;
}

/**
 * Limits requests per minute, in fixed windows that begin with a client's first request. Each valid access token has a
 * budget of its own, and so has each user for all tokens. Each address has two more: one for unknown or invalid tokens, which slows down guessing, and one for
 * requests without a token.
 */
@Injectable()
export class RateLimiter {
  private readonly limit: number;
  private readonly rejections;
  private readonly counted = new WeakMap<Response, Counted>();
  /** The tokens that were valid when they were last used in this process. */
  private readonly known = lruCache<true>(100_000);

  constructor(
    { rateLimitPerMinute }: Settings,
    private readonly windows: RateLimitWindows,
    metrics: Metrics,
  ) {
    this.rejections = metrics.counter({
      name: 'http_rate_limited_requests_total',
      help: 'Requests rejected because their client had used up its budget.',
    });
    this.limit = rateLimitPerMinute;
  }

  /**
   * Calls `authenticate` if the client has budget left, and sets the `RateLimit` headers.
   *
   * A token that this process knows to be valid uses its own budget only, so that nobody else at its address can block it.
   * The first request with any other token uses the budget of the address as well. Only requests that the budget of the
   * token admits use the budget of its user, so that a token that is sent too often does not block the others.
   *
   * @throws Problem 429, or what `authenticate` throws
   */
  async admit<T extends { readonly userId: string }>(
    request: Request,
    response: Response,
    authenticate: () => Promise<T>,
  ): Promise<T> {
    if (this.limit === 0) return authenticate();
    const token = tokenKey(request);
    const isKnown = token !== undefined && this.known.get(token) === true;
    let left = await this.count(isKnown ? token : addressKey(request, token), response);
    const caller = await authenticate().catch(async (error: unknown) => {
      if (isKnown && error instanceof Problem && error.status === 401) {
        this.known.delete(token);
        await this.count(addressKey(request, token), response);
      }
      throw error;
    });
    if (token !== undefined && !isKnown) {
      this.known.set(token, true);
      left = await this.count(token, response);
    }
    await this.countUser(caller.userId, left, response);
    return caller;
  }

  /**
   * Counts a request of a public operation in the budget of its address, whatever token it contains.
   *
   * @throws Problem 429; ReaderGone when the client has closed the connection
   */
  async admitAddress(request: Request, response: Response): Promise<void> {
    if (this.limit > 0) await this.count(addressKey(request), response);
    await expectConnected(request);
  }

  /**
   * Counts a request of an operation that an IP address may call less often. Without a limit of requests, it has none either.
   *
   * @param limit requests per minute
   * @throws Problem 429
   */
  async admitRarely(operation: string, limit: number, request: Request, response: Response): Promise<void> {
    if (this.limit === 0) return;
    const window = await this.windows.count(`${operation} ${addressKey(request)}`);
    if (window.requests > limit)
      await this.refuse(window, response, limit, 'of this operation for each IP address');
  }

  /** Counts bytes of a response for the clients for which its request was counted. */
  countBytes(response: Response, bytes: number): void {
    const counted = this.counted.get(response);
    if (!counted) return;
    counted.bytes += bytes;
    const requests = Math.floor(counted.bytes / bytesPerRequest);
    if (requests === 0) return;
    counted.bytes -= requests * bytesPerRequest;
    // Failing to count is not an error of the response.
    for (const client of counted.clients) this.windows.count(client, requests).catch(() => undefined);
  }

  private async countFor(response: Response, client: string): Promise<RateLimitWindow> {
    const window = await this.windows.count(client);
    const counted = this.counted.get(response);
    if (counted) counted.clients.push(client);
    else this.counted.set(response, { clients: [client], bytes: 0 });
    return window;
  }

  /**
   * Counts a request and sets the headers of draft-ietf-httpapi-ratelimit-headers-10. Returns how many requests are left.
   *
   * @throws Problem 429
   */
  private async count(client: string, response: Response): Promise<number> {
    const window = await this.countFor(response, client);
    response.setHeader('RateLimit-Policy', `"default";q=${this.limit};w=${windowSeconds}`);
    const left = Math.max(0, this.limit - window.requests);
    response.setHeader('RateLimit', remaining(left, window));
    if (window.requests > this.limit) await this.refuse(window, response, this.limit);
    return left;
  }

  /**
   * Counts a request for the user. Where the user has fewer requests left than the token, `RateLimit` says so.
   *
   * @param left how many requests the token has left
   * @throws Problem 429
   */
  private async countUser(userId: string, left: number, response: Response): Promise<void> {
    const limit = this.limit * requestsPerUser;
    const window = await this.countFor(response, `user ${userId}`);
    const leftToUser = Math.max(0, limit - window.requests);
    if (leftToUser < left || window.requests > limit) {
      response.setHeader('RateLimit', remaining(leftToUser, window));
    }
    if (window.requests > limit)
      await this.refuse(window, response, limit, 'for all access tokens of a user');
  }

  /** Refuses a request beyond a limit. */
  private async refuse(
    window: RateLimitWindow,
    response: Response,
    limit: number,
    what?: string,
  ): Promise<never> {
    const { requests } = window;
    this.rejections.inc();
    // One line for each client and window: a client that does not stop would fill the log.
    if (requests > limit + 1) response.skipLog = true;
    // A client that repeats requests without a pause would take processor time from others by its refusals.
    if (requests > 2 * limit) await pause(delayOfRefusals);
    throw httpProblems.rateLimited(limit, secondsOf(window), what);
  }
}

/** Returns the value of the header `RateLimit`. */
function remaining(left: number, window: RateLimitWindow): string {
  return `"default";r=${left};t=${secondsOf(window)}`;
}

/** Returns the seconds until a window ends, at least 1. */
function secondsOf({ remaining }: RateLimitWindow): number {
  return Math.max(1, Math.ceil(remaining / 1000));
}

/**
 * Returns the key of the request's bearer token, which contains a digest; undefined without a token. It parses the header,
 * because requests are counted before their tokens are verified.
 */
export function tokenKey({ headers }: Request): string | undefined {
  const [, token] = /^bearer +(.+)$/i.exec(headers.authorization ?? '') ?? [];
  return token && `token ${hash('sha256', token, 'base64')}`;
}

/** Returns the key of the request's IPv4 address or IPv6 network (/64), which differs for requests with a token. */
export function addressKey({ ip = '' }: Request, token?: string): string {
  const kind = token === undefined ? 'without' : 'unknown';
  // A trusted proxy may pass on anything; all values that are not addresses share one budget.
  const network = networkOf(ip);
  return network === undefined ? kind : `${kind} ${network}`;
}

/**
 * Waits until the event loop has read from all connections once more: in a busy process, the end of a connection often waits
 * behind its request.
 *
 * @throws ReaderGone when the client has closed the connection
 */
async function expectConnected({ socket }: Request): Promise<void> {
  // The first callback runs before the next read, the second one after it.
  await setImmediate();
  await setImmediate();
  if (!socket.writable) throw new ReaderGone();
}
