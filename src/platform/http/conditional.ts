import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { type Precondition, PreconditionFailed, type Versioned } from '../../shared/records.js';
import { annotate } from './input.js';

/** Marks writes that honour preconditions. */
export const HonoursPreconditions = Reflector.createDecorator<boolean>();

/** What the request expects of the resource that it changes: its `If-Match` and `If-None-Match` (RFC 9110 §13.1). */
export const Preconditions = createParamDecorator(
  (_data: undefined, context: ExecutionContext): Precondition => {
    const { headers } = context.switchToHttp().getRequest<Request>();
    const { 'if-match': match, 'if-none-match': noneMatch } = headers;
    if (match === undefined && noneMatch === undefined) return null;
    return (version) =>
      (match === undefined || names(match, version)) &&
      (noneMatch === undefined || !names(noneMatch, version, true));
  },
  [(target, key) => annotate(HonoursPreconditions(true), target, key)],
);

/** Sends a record with its version as a strong `ETag` (RFC 9110 §8.8.3); nothing but 304 to a reader who has it. */
export function versioned<T>(response: Response, found: Versioned<T>): T | undefined {
  return evaluatePreconditions(response, found.version) ? unversioned(response, found) : undefined;
}

/** Sends a record that is not the resource at this path, whose `ETag` would be another one. */
export function unversioned<T>(response: Response, found: Versioned<T>): T {
  if (found.json === undefined) return found.record;
  response.type('application/json');
  // What is sent of a text is the text itself.
  return found.json as T;
}

/**
 * Sets the `ETag` and evaluates the preconditions of a read (RFC 9110 §13.2.2). False where the answer is 304.
 *
 * @throws PreconditionFailed where `If-Match` names other versions only
 */
export function evaluatePreconditions(response: Response, version: string): boolean {
  response.set('ETag', `"${version}"`);
  const { method, headers } = response.req;
  if (method !== 'GET' && method !== 'HEAD') return true;
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (match !== undefined && !names(match, version)) throw new PreconditionFailed();
  if (noneMatch === undefined || !names(noneMatch, version, true)) return true;
  response.status(304);
  return false;
}

/** Whether a list of entity tags has this one. A weak one is never what a writer expects, and will do for a reader. */
function names(list: string, version: string, weakWillDo = false): boolean {
  if (list.trim() === '*') return true;
  const tags: readonly string[] = list.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.includes(`"${version}"`) || (weakWillDo && tags.includes(`W/"${version}"`));
}
