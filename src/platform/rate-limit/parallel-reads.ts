import { finished } from 'node:stream';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { queryOf } from '../input/index.js';
import { httpProblems, limits } from '../problems/index.js';
import { addressKey, tokenKey } from './rate-limiter.js';

/** Marks reads that are always expensive. Lists are if they search or count. */
export const ExpensiveRead = Reflector.createDecorator<true>();

/** The expensive reads in progress. They are limited, so that one client does not occupy all connections to the database. */
@Injectable()
export class ParallelReads {
  private readonly byClient = new Map<string, number>();

  /** Counts a read until its response is closed. @throws Problem 429 if the client has too many */
  add(client: string, response: Response): void {
    const others = this.byClient.get(client) ?? 0;
    if (others >= limits.parallelReads) throw httpProblems.tooManyParallelReads;
    this.byClient.set(client, others + 1);
    // Also if it was closed before.
    finished(response, () => this.remove(client));
  }

  private remove(client: string): void {
    const others = (this.byClient.get(client) ?? 1) - 1;
    if (others === 0) this.byClient.delete(client);
    else this.byClient.set(client, others);
  }
}

/** A request with the id of the caller, if the guard before this one has verified a token. */
type AuthenticatedRequest = Request & { readonly userId?: string };

/** Applies the limit of {@link ParallelReads} to the access token, or to the address where operations need no token. */
@Injectable()
export class ParallelReadsGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly reads: ParallelReads,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (this.reflector.get(ExpensiveRead, context.getHandler()) || searchesOrCounts(request)) {
      const token = request.userId === undefined ? undefined : tokenKey(request);
      this.reads.add(token ?? addressKey(request), context.switchToHttp().getResponse<Response>());
    }
    return true;
  }
}

function searchesOrCounts(request: Request): boolean {
  if (!request.url.includes('?')) return false;
  const { q, count } = queryOf(request);
  return q !== undefined || count === 'true';
}
