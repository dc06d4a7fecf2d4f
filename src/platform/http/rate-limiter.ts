import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerRequest } from '@nestjs/throttler';
import type { Request } from 'express';
import { Generations } from './generations.js';
import { Problem } from './problem.js';

/**
 * Limits the requests in a minute. Each valid access token has a budget of its own. All other requests go off one of two
 * budgets of the address that they come from: one for tokens that are not known to be valid, so that guessing is slow,
 * and one for requests without any.
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
    const token = tokenOf(context.switchToHttp().getRequest());
    const wasValid = token !== undefined && this.valid.get(token);
    await this.canActivate(context);
    try {
      await authenticate();
    } catch (error) {
      if (wasValid && error instanceof Problem && error.status === 401) {
        this.valid.delete(token);
        await this.canActivate(context);
      }
      throw error;
    }
    if (token === undefined) return;
    this.valid.set(token, true);
    if (!wasValid) await this.canActivate(context);
  }

  /** Whose budget the request goes off now. */
  protected override async getTracker(request: Request): Promise<string> {
    const token = tokenOf(request);
    if (token !== undefined && this.valid.get(token)) return `token ${token}`;
    // What a trusted proxy passes on need not be an address, and must not fill the memory.
    const address = isIP(request.ip ?? '') ? await super.getTracker(request) : '';
    return `${token === undefined ? 'without' : 'unknown'} ${address}`;
  }

  /** One budget for all operations. */
  protected override generateKey(_context: ExecutionContext, tracker: string): string {
    return tracker;
  }

  /** Takes one request off the budget, and tells what is left (draft-ietf-httpapi-ratelimit-headers-10). */
  protected override async handleRequest(request: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, throttler, blockDuration, getTracker, generateKey } = request;
    const { req, res } = this.getRequestResponse(context);
    const name = throttler.name ?? 'default';
    const key = generateKey(context, await getTracker(req, context), name);
    const hits = await this.storageService.increment(key, ttl, limit, blockDuration, name);
    const seconds = hits.isBlocked ? hits.timeToBlockExpire : hits.timeToExpire;
    this.setResponseHeader(res, 'RateLimit-Policy', `"${name}";q=${limit};w=${ttl / 1000}`);
    const left = Math.max(0, limit - hits.totalHits);
    this.setResponseHeader(res, 'RateLimit', `"${name}";r=${left};t=${seconds}`);
    if (!hits.isBlocked) return true;
    throw rateLimited(limit, seconds);
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
  return token && createHash('sha256').update(token).digest('base64');
}
