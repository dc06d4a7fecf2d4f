import { hash } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { lastValueFrom, type Observable, of } from 'rxjs';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { IdempotencyKeys, type KeptAnswer } from '../persistence/index.js';
import { Problem } from './problem.js';

/** Marks a POST whose answer shows a secret. Such an answer is kept nowhere, so an `Idempotency-Key` is refused. */
export const ReturnsSecret = Reflector.createDecorator<true>();

/**
 * Marks a POST that asks somebody outside, such as name servers, and can be done twice without harm. It is done before
 * the transaction that keeps its answer, which would hold a connection meanwhile, and on the embedded database up
 * everybody else. So of two at once with the same `Idempotency-Key` both may be done.
 */
export const CallsExternalService = Reflector.createDecorator<true>();

/** The guard that authenticates leaves here whose idempotency keys the request may use: the id of a user. */
export type KeyedRequest = Request & { keyOwner?: string };

/** In characters. */
export const maxKeyLength = 255;

/**
 * Lets a POST with an `Idempotency-Key` be sent again safely: whoever repeats key, path and body within 24 hours gets
 * the first 2xx answer again, and nothing is done twice. The whole operation and the kept answer are one transaction,
 * unless it {@link CallsExternalService}. All other methods are idempotent by themselves, or can be made so with `If-Match`.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly unitOfWork: UnitOfWork,
    private readonly reflector: Reflector,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<KeyedRequest>();
    if (request.keyOwner === undefined) return next.handle();
    const sent = request.headersDistinct['idempotency-key'];
    if (!sent) return next.handle();
    if (this.reflector.get(ReturnsSecret, context.getHandler())) {
      throw keyNotAllowed();
    }
    const path = request.originalUrl.split('?', 1)[0];
    const id = digest(JSON.stringify([request.keyOwner, request.method, path, keyOf(sent)]));
    const response = context.switchToHttp().getResponse<Response>();
    if (this.reflector.get(CallsExternalService, context.getHandler()) && !(await this.keys.find(id))) {
      const record: unknown = await lastValueFrom(next.handle());
      next = { handle: () => of(record) };
    }
    return of(await this.answer(id, digest(canonical(request.body)), response, next));
  }

  /** The record to answer with, and what belongs to it on the response. */
  private async answer(id: Buffer, request: Buffer, response: Response, next: CallHandler): Promise<unknown> {
    const untouched = { status: response.statusCode, headers: { ...response.getHeaders() } };
    let record: unknown;
    const kept = await this.unitOfWork.run(async () => {
      // After a deadlock the work is run again: what the try before wrote on the response is not true any more.
      reset(response, untouched);
      if (!(await this.keys.reserve(id))) throw keyInUse();
      const found = await this.keys.find(id);
      if (found) return found;
      record = await lastValueFrom(next.handle());
      const { statusCode: status } = response;
      if (status < 200 || status > 299) return null;
      const headers = changes(response, untouched.headers);
      const body = record === undefined ? null : JSON.stringify(record);
      await this.keys.keep(id, { request, status, headers, body });
      return null;
    });
    if (kept === null) return record;
    if (!kept.request.equals(request)) throw keyReused();
    return replay(response, kept);
  }
}

/** @throws Problem 400 */
function keyOf(sent: readonly string[]): string {
  const [key = '', ...others] = sent;
  if (others.length > 0 || key.length < 1 || key.length > maxKeyLength) {
    throw invalidKey();
  }
  return key;
}

export function invalidKey(): Problem {
  return new Problem(
    400,
    'invalid_idempotency_key',
    `The Idempotency-Key must be given once and have 1 to ${maxKeyLength} characters.`,
  );
}

export function keyNotAllowed(): Problem {
  return new Problem(
    400,
    'idempotency_key_not_allowed',
    'The answer shows a secret and is not kept, so this operation takes no Idempotency-Key.',
  );
}

export function keyInUse(): Problem {
  return new Problem(
    409,
    'idempotency_key_in_use',
    'The first request with this Idempotency-Key is still under way.',
    { headers: { 'Retry-After': '1' } },
  );
}

export function keyReused(): Problem {
  return new Problem(
    409,
    'idempotency_key_reused',
    'This Idempotency-Key was used with another body. A new request needs a new key.',
  );
}

type Headers = ReturnType<Response['getHeaders']>;

function reset(response: Response, { status, headers }: { status: number; headers: Headers }): void {
  response.status(status);
  for (const name of Object.keys(changes(response, headers))) {
    const before = headers[name];
    if (before === undefined) response.removeHeader(name);
    else response.setHeader(name, before);
  }
}

/** The headers that were not there before, or had other values. */
function changes(response: Response, before: Headers): KeptAnswer['headers'] {
  const changed = Object.entries(response.getHeaders()).filter(([name, value]) => value !== before[name]);
  return Object.fromEntries(changed) as KeptAnswer['headers'];
}

/** The record is parsed, so that it is sent the way it was first: the same bytes, by the same code. */
function replay(response: Response, { status, headers, body }: KeptAnswer): unknown {
  response.status(status).set(headers).set('Idempotency-Replayed', 'true');
  return body === null ? undefined : JSON.parse(body);
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/**
 * The same text for all JSON texts of the same value: a retry may have white space, escapes and the members of objects
 * otherwise than the first try.
 */
function canonical(body: unknown): string {
  return (
    JSON.stringify(body, (_name, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ) ?? ''
  );
}
