import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock } from '../../shared/clock.js';
import { Environment } from '../environment.js';
import { Problem } from './problem.js';

/** Length of a window in milliseconds. */
const minute = 60_000;

/** Budgets in a generation. */
const mostBudgets = 50_000;

/**
 * Limits the requests in a minute, counted in the memory of this process. Each valid access token has a budget of its
 * own. All other requests go off one of two budgets of the address that they come from: one for tokens that turn out
 * not to be valid, so that guessing is slow, and one for requests without any.
 */
@Injectable()
export class RateLimiter {
  private readonly limit: number;
  /** By digest of the token. One that is in here was valid when it was last seen. */
  private readonly tokens: Budgets;
  private readonly addresses: Budgets;

  constructor({ rateLimitPerMinute }: Environment, clock: Clock) {
    this.limit = rateLimitPerMinute;
    this.tokens = new Budgets(rateLimitPerMinute, clock);
    this.addresses = new Budgets(rateLimitPerMinute, clock);
  }

  /**
   * Lets `authenticate` look at the request if its budget has something left, and tells the client what is left
   * (draft-ietf-httpapi-ratelimit-headers-10).
   *
   * A token that was valid before goes off its own budget at once, so nothing that others do from the same address keeps
   * it out. One that was not seen yet goes off the address until it turns out to be valid.
   *
   * @param authenticate throws a 401 where the token is missing or not valid
   * @throws Problem 429, and what `authenticate` throws
   */
  async admit(request: Request, response: Response, authenticate: () => Promise<unknown>): Promise<void> {
    if (this.limit === 0) {
      await authenticate();
      return;
    }
    const token = tokenOf(request);
    const address = `${token === undefined ? 'without' : 'unknown'} ${networkOf(request.ip)}`;
    const wasValid = token !== undefined && this.tokens.has(token);
    if (wasValid) this.charge(this.tokens, token, response);
    else this.charge(this.addresses, address, response);
    try {
      await authenticate();
    } catch (error) {
      if (wasValid && error instanceof Problem && error.status === 401) {
        this.tokens.forget(token);
        this.charge(this.addresses, address, response);
      }
      throw error;
    }
    if (wasValid || token === undefined) return;
    this.addresses.refund(address);
    this.charge(this.tokens, token, response);
  }

  private charge(budgets: Budgets, key: string, response: Response): void {
    const { granted, left, seconds } = budgets.charge(key);
    response.setHeader('RateLimit-Policy', `"default";q=${this.limit};w=${minute / 1000}`);
    response.setHeader('RateLimit', `"default";r=${left};t=${seconds}`);
    if (granted) return;
    throw new Problem(
      429,
      'rate_limited',
      `Each access token may send ${this.limit} requests a minute, as may each address without a valid one.`,
      { headers: { 'Retry-After': String(seconds) } },
    );
  }
}

interface Budget {
  /** When its window began, in milliseconds since 1970. */
  start: number;
  spent: number;
}

/**
 * What each key has left in its window, which begins with its first request and ends a minute later.
 *
 * There are two generations at most: when one is full, the older one is forgotten as a whole. So memory is bounded and
 * no key costs a timer or a search.
 */
class Budgets {
  private recent = new Map<string, Budget>();
  private older = new Map<string, Budget>();

  constructor(
    private readonly limit: number,
    private readonly clock: Clock,
  ) {}

  /** Takes one request off the budget of the key; `seconds` until it is whole again. */
  charge(key: string): { granted: boolean; left: number; seconds: number } {
    const now = this.clock.now().getTime();
    const found = this.find(key);
    // A clock that was set back must not stretch the window.
    const isOpen = found && found.start <= now && now < found.start + minute;
    const budget = isOpen ? found : this.open(key, now);
    const granted = budget.spent < this.limit;
    if (granted) budget.spent++;
    return {
      granted,
      left: this.limit - budget.spent,
      seconds: Math.ceil((budget.start + minute - now) / 1000),
    };
  }

  /** Gives one request back. */
  refund(key: string): void {
    const budget = this.find(key);
    if (budget && budget.spent > 0) budget.spent--;
  }

  /** Whether the key was charged before, however long ago, and is not forgotten. */
  has(key: string): boolean {
    return this.find(key) !== undefined;
  }

  forget(key: string): void {
    this.recent.delete(key);
    this.older.delete(key);
  }

  private find(key: string): Budget | undefined {
    return this.recent.get(key) ?? this.older.get(key);
  }

  private open(key: string, start: number): Budget {
    if (this.recent.size >= mostBudgets) {
      this.older = this.recent;
      this.recent = new Map();
    }
    const budget = { start, spent: 0 };
    this.recent.set(key, budget);
    return budget;
  }
}

/** Digest of the bearer token; undefined where there is none. */
function tokenOf({ headers }: Request): string | undefined {
  const [, token] = /^bearer +(.+)$/i.exec(headers.authorization ?? '') ?? [];
  return token && createHash('sha256').update(token).digest('base64');
}

/** The address, of IPv6 its /64 network: whoever has one address of that has them all. */
function networkOf(address = ''): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
  // What a trusted proxy passes on need not be an address, and must not fill the memory.
  if (!isIPv6(mapped)) return isIPv4(mapped) ? mapped : '';
  const [left = [], right = []] = mapped.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  const network = [...left, ...zeros, ...right].slice(0, 4);
  return network.map((group) => parseInt(group, 16).toString(16)).join(':');
}
