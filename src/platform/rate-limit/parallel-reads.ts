import { hash } from 'node:crypto';
import type { ParsedUrlQuery } from 'node:querystring';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { Settings } from '../config/index.js';
import { asksForStream, queryOf } from '../input/index.js';
import { ReaderGone } from '../persistence/index.js';
import { httpProblems } from '../problems/index.js';
import { addressKey, tokenKey } from './rate-limiter.js';
import { whenClosed } from './when-closed.js';

/** Returns whether a read with this query is expensive. */
export type IsExpensive = (query: ParsedUrlQuery) => boolean;

/** Marks reads that are expensive, always or with some queries. Lists are if they search or count, or are streamed as a whole. */
export const ExpensiveRead = Reflector.createDecorator<true | IsExpensive>();

/** How many times the limit of a token all tokens of its user may have in progress together, for whomever. */
export const readsPerUser = 4;

/** The reads of a client. */
interface ReadsOfClient {
  active: number;
  /** Functions that let the next read begin, in the order of the requests. */
  readonly waiting: (() => void)[];
}

/** The expensive reads in progress. They are limited, so that one client does not occupy all connections to the database. */
@Injectable()
export class ParallelReads {
  private readonly byClient = new Map<string, ReadsOfClient>();
  readonly limit: number;
  /** How long a read waits for another one of its client to end, in milliseconds. */
  protected readonly maxWaitMs: number = 1_000;

  constructor({ maxParallelSearches }: Settings) {
    this.limit = maxParallelSearches;
  }

  /**
   * Counts a read until its response is closed. If the client has too many, it waits up to a second for one to end.
   *
   * @throws Problem 429; ReaderGone when the client closes the connection before the read can begin
   */
  async add(client: string, response: Response, limit = this.limit): Promise<void> {
    const reads = this.byClient.get(client) ?? { active: 0, waiting: [] };
    this.byClient.set(client, reads);
    if (reads.active < limit) reads.active++;
    else await this.waitForAnother(reads, response);
    // Also if it was closed before.
    whenClosed(response, () => this.remove(client, reads));
  }

  private waitForAnother({ waiting }: ReadsOfClient, response: Response): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        stopListening();
      };
      const begin = () => {
        stop();
        resolve();
      };
      const refuse = (error: Error) => {
        stop();
        waiting.splice(waiting.indexOf(begin), 1);
        reject(error);
      };
      const timer = setTimeout(() => refuse(httpProblems.tooManyParallelReads(this.limit)), this.maxWaitMs);
      const stopListening = whenClosed(response, () => refuse(new ReaderGone()));
      waiting.push(begin);
    });
  }

  /** Passes the place of a read that has ended to the next one. */
  private remove(client: string, reads: ReadsOfClient): void {
    const begin = reads.waiting.shift();
    if (begin) begin();
    else if (--reads.active === 0) this.byClient.delete(client);
  }
}

/** A request with the id of the caller, if the guard before this one has verified a token. */
type AuthenticatedRequest = Request & { readonly userId?: string };

/**
 * Applies the limit of {@link ParallelReads} to the access token, or to the address where operations need no token. A token
 * that serves several users, such as the token of a web site, can name the user in the header `On-Behalf-Of`: then the limit
 * applies to each of them. The name is not verified, and gives no rights. All tokens of a user together have four times as much.
 * Streams, which can last for minutes, have limits of their own, so that they do not keep others from searching.
 */
@Injectable()
export class ParallelReadsGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly reads: ParallelReads,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const marked = this.reflector.get(ExpensiveRead, context.getHandler()) as true | IsExpensive | undefined;
    const isExpensive = marked === true || hasExpensiveQuery(request, marked);
    if (isExpensive || asksForStream(request)) {
      const response = context.switchToHttp().getResponse<Response>();
      const { userId } = request;
      const kind = isExpensive ? '' : 'streams of ';
      const client = (userId === undefined ? undefined : tokenKey(request)) ?? addressKey(request);
      const user = userId === undefined ? undefined : request.headers['on-behalf-of'];
      const onBehalf = user === undefined ? '' : ` for ${hash('sha256', String(user), 'base64')}`;
      await this.reads.add(`${kind}${client}${onBehalf}`, response);
      if (userId !== undefined) {
        await this.reads.add(`${kind}user ${userId}`, response, this.reads.limit * readsPerUser);
      }
    }
    return true;
  }
}

function hasExpensiveQuery(request: Request, isExpensive: IsExpensive = () => false): boolean {
  if (!request.url.includes('?')) return false;
  const query = queryOf(request);
  return query['q'] !== undefined || query['count'] === 'true' || isExpensive(query);
}
