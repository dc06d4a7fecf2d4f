import { finished } from 'node:stream';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { queryOf } from '../input/index.js';
import { httpProblems, maxParallelReads } from '../problems/index.js';
import { tokenKey } from './rate-limiter.js';

/** Marks reads that are always expensive. Lists are if they search or count. */
export const ExpensiveRead = Reflector.createDecorator<true>();

/** The expensive reads in progress. They are limited, so that one client does not occupy all connections to the database. */
@Injectable()
export class ParallelReads {
  private readonly byToken = new Map<string, number>();

  /** Counts a read until its response is closed. @throws Problem 429 if the token has too many */
  add(token: string, response: Response): void {
    const others = this.byToken.get(token) ?? 0;
    if (others >= maxParallelReads) throw httpProblems.tooManyParallelReads;
    this.byToken.set(token, others + 1);
    // Also if it was closed before.
    finished(response, () => this.remove(token));
  }

  private remove(token: string): void {
    const others = (this.byToken.get(token) ?? 1) - 1;
    if (others === 0) this.byToken.delete(token);
    else this.byToken.set(token, others);
  }
}

/** Applies the limit of {@link ParallelReads}. */
@Injectable()
export class ParallelReadsGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly reads: ParallelReads,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const isExpensive = this.reflector.get(ExpensiveRead, context.getHandler()) || searchesOrCounts(request);
    const token = isExpensive ? tokenKey(request) : undefined;
    if (token !== undefined) this.reads.add(token, context.switchToHttp().getResponse<Response>());
    return true;
  }
}

function searchesOrCounts(request: Request): boolean {
  if (!request.url.includes('?')) return false;
  const { q, count } = queryOf(request);
  return q !== undefined || count === 'true';
}
