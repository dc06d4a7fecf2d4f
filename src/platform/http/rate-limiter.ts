import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { Generations } from '../system/index.js';
import { Problem } from './problem.js';

/**
 * Limits the requests in a minute. Each valid access token has a budget of its own. All other requests go off one of two
 * budgets of the address that they come from: one for tokens that are not known to be valid, so that guessing is slow,
 * and one for requests without any.
 *
 * Of the library's guard it has the options, the storage and how addresses are told apart. What the guard looks up for
 * each request, limits of single operations, there are none of.
 */
@Injectable()
export class RateLimiter extends ThrottlerGuard {
  /** Digests of tokens that were valid when they were last seen. */
  private readonly valid = new Generations<true>();

  /**
   * Lets `authenticate` look at the request if its budget has something left, and tells the client what is left.
   *
   * A token that was valid before goes off its own budget alone, so nothing that others do from the same address keeps
   * it out. One that this process has not seen yet goes off the address as well, this once.
   *
   * @param authenticate throws a 401 where the token is missing or not valid
   * @throws Problem 429, and what `authenticate` throws
   */
  async admit(context: ExecutionContext, authenticate: () => Promise<unknown>): Promise<void> {
    if (this.budget.limit === 0) {
      await authenticate();
      return;
    }
    const { req: request, res: response } = this.getRequestResponse(context) as {
      req: Request;
      res: Response;
    };
    const token = tokenOf(request);
    const wasValid = token !== undefined && this.valid.get(token);
    await this.take(request, response, token);
    try {
      await authenticate();
    } catch (error) {
      if (wasValid && error instanceof Problem && error.status === 401) {
        this.valid.delete(token);
        await this.take(request, response, token);
      }
      throw error;
    }
    if (token === undefined) return;
    this.valid.set(token, true);
    if (!wasValid) await this.take(request, response, token);
  }

  /** There is one, for all operations. A limit of 0 is none. */
  private get budget(): { name: string; limit: number; ttl: number } {
    const { name = 'default', limit, ttl } = this.throttlers[0]!;
    return { name, limit: Number(limit), ttl: Number(ttl) };
  }

  /** Takes one request off its budget, and tells what is left (draft-ietf-httpapi-ratelimit-headers-10). */
  private async take(request: Request, response: Response, token: string | undefined): Promise<void> {
    const { name, limit, ttl } = this.budget;
    const key =
      token !== undefined && this.valid.get(token) ? `token ${token}` : await this.keyOf(request, token);
    const hits = await this.storageService.increment(key, ttl, limit, ttl, name);
    const seconds = hits.isBlocked ? hits.timeToBlockExpire : hits.timeToExpire;
    response.setHeader('RateLimit-Policy', `"${name}";q=${limit};w=${ttl / 1000}`);
    const left = Math.max(0, limit - hits.totalHits);
    response.setHeader('RateLimit', `"${name}";r=${left};t=${seconds}`);
    if (hits.isBlocked) throw rateLimited(limit, seconds);
  }

  /** The budget of an address. */
  private async keyOf(request: Request, token: string | undefined): Promise<string> {
    // What a trusted proxy passes on need not be an address, and must not fill the memory.
    const address = isIP(request.ip ?? '') ? await this.getTracker(request) : '';
    return `${token === undefined ? 'without' : 'unknown'} ${address}`;
  }
}

/** @param seconds until there is a budget again */
export function rateLimited(limit: number, seconds: number): Problem {
  return new Problem(
    429,
    'rate_limited',
    `Each access token may send ${limit} requests a minute, as may each address without a valid one.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}

/** Digest of the bearer token; undefined where there is none. */
function tokenOf({ headers }: Request): string | undefined {
  const [, token] = /^bearer +(.+)$/i.exec(headers.authorization ?? '') ?? [];
  return token && hash('sha256', token, 'base64');
}
