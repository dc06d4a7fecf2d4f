import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { type Precondition, PreconditionFailed, type Versioned } from '../../shared/records.js';
import { annotate } from './input.guard.js';

/** Marks writes that honor preconditions. */
export const HonoursPreconditions = Reflector.createDecorator<boolean>();

/** Injects the preconditions of a write: its `If-Match` and `If-None-Match` headers (RFC 9110 §13.1). */
export const Preconditions = createParamDecorator(
  (_data: undefined, context: ExecutionContext): Precondition => {
    const { headers } = context.switchToHttp().getRequest<Request>();
    const { 'if-match': match, 'if-none-match': noneMatch } = headers;
    if (match === undefined && noneMatch === undefined) return null;
    return (version) =>
      (match === undefined || matchesETag(match, version)) &&
      (noneMatch === undefined || !matchesETag(noneMatch, version, { allowWeak: true }));
  },
  [(target, key) => annotate(HonoursPreconditions(true), target, key)],
);

/** Sends a record with its version as a strong `ETag` (RFC 9110 §8.8.3), or 304 if the reader has that version. */
export function versioned<T>(response: Response, found: Versioned<T>): T | undefined {
  return evaluatePreconditions(response, found.version) ? unversioned(response, found) : undefined;
}

/** Sends a record without an `ETag`, because it is not the resource at the request's path. */
export function unversioned<T>(response: Response, found: Versioned<T>): T {
  if (found.json === undefined) return found.record;
  response.type('application/json');
  // Nest sends strings unchanged.
  return found.json as T;
}

/**
 * Sets the `ETag` and evaluates the preconditions of a read (RFC 9110 §13.2.2). Returns false if the response is 304.
 *
 * @throws PreconditionFailed if `If-Match` does not match
 */
export function evaluatePreconditions(response: Response, version: string): boolean {
  response.set('ETag', `"${version}"`);
  const { method, headers } = response.req;
  if (method !== 'GET' && method !== 'HEAD') return true;
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (match !== undefined && !matchesETag(match, version)) throw new PreconditionFailed();
  if (noneMatch === undefined || !matchesETag(noneMatch, version, { allowWeak: true })) return true;
  response.status(304);
  return false;
}

/** Returns whether a list of entity tags, or `*`, matches the version; weak tags only match if `allowWeak` is set. */
function matchesETag(list: string, version: string, { allowWeak = false } = {}): boolean {
  if (list.trim() === '*') return true;
  const tags: readonly string[] = list.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.includes(`"${version}"`) || (allowWeak && tags.includes(`W/"${version}"`));
}
