import { hash } from 'node:crypto';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { canonicalJson } from '../../shared/canonical-json.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { IdempotencyKeys, type StoredResponse, type IdempotencyKey } from './idempotency-keys.js';
import { isDatabaseUnavailable, OutcomeUnknown } from '../persistence/index.js';
import { queryOf, TakesQuery, validInput } from '../input/index.js';
import type { IdentifiedRequest } from './access.guard.js';
import { httpProblems, limits } from '../problems/index.js';

/** Marks a POST whose response contains a secret. It is not stored, so the operation rejects an `Idempotency-Key`. */
export const ReturnsSecret = Reflector.createDecorator<true>();

/**
 * Marks a POST that calls an external service, such as a name server, and can be repeated without harm. It runs before the
 * transaction that stores its response, which would occupy a connection during the call, or the whole embedded database.
 * Two concurrent requests with the same `Idempotency-Key` may therefore both run.
 */
export const CallsExternalService = Reflector.createDecorator<true>();

/** Returns a provider of the application. */
export type FindProvider = <T extends object>(type: abstract new (...args: never[]) => T) => T;

/**
 * Returns whether a caller can see what a response contains.
 *
 * @param request the request, or a call of a tool
 * @param content what is in the response
 */
type CanSee = (find: FindProvider, request: never, content: never) => Promise<boolean>;

/**
 * Marks a POST, or an operation of a tool, whose response shows records that can be deleted later, or hidden from the caller,
 * such as by another board: its stored response is returned again only if the caller can see them.
 */
export const ReplayedIf = Reflector.createDecorator<CanSee>();

/** The rights of a caller, and a check of what a stored response contains. */
interface Reader {
  readonly rights: Buffer;
  readonly canSee: (content: unknown) => Promise<boolean>;
}

/**
 * Makes POSTs with an `Idempotency-Key` safe to retry: for 24 hours, a request with the same user, key, path, query and
 * body receives the first 2xx response again. Paths are compared as routes with decoded parameters. All other methods are
 * idempotent, or can be made so with `If-Match`.
 *
 * A response is returned again only while the caller has the same rights as before, and can see what it contains
 * ({@link ReplayedIf}).
 *
 * The operation and the stored response are one transaction, unless the operation {@link CallsExternalService}. After a
 * deadlock the transaction is repeated, so the method of the controller may run again.
 */
@Injectable()
export class Idempotency {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly unitOfWork: UnitOfWork,
    private readonly reflector: Reflector,
    private readonly modules: ModuleRef,
  ) {}

  /** Runs the operation of a request, unless it is repeated; returns the body of the response. */
  async run(context: ExecutionContext, operate: Operate): Promise<unknown> {
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    if (request.method !== 'POST' || request.userId === undefined) return operate();
    const sent = request.headersDistinct['idempotency-key'];
    if (!sent) return operate();
    if (this.reflector.get(ReturnsSecret, context.getHandler())) {
      throw httpProblems.keyNotAllowed;
    }
    const { userId, method, params } = request;
    const { path } = request.route as { path: string };
    const id = digest(JSON.stringify([userId, method, path, params, keyOf(sent)]));
    const response = context.switchToHttp().getResponse<Response>();
    const untouched = { status: response.statusCode, headers: { ...response.getHeaders() } };
    const runsFirst =
      this.reflector.get(CallsExternalService, context.getHandler()) && !(await this.keys.find(id));
    const operation = runsFirst ? await runFirst(operate, response, untouched.headers) : operate;
    const input = digest(canonicalJson(this.inputOf(context, request)) ?? '');
    const reader = this.readerOf(context.getHandler(), request);
    return this.runOnce({ id, userId }, input, reader, response, untouched, operation).catch(
      (error: unknown) => {
        // Although the response was not stored, the operation has run.
        throw runsFirst && isDatabaseUnavailable(error) ? new OutcomeUnknown(error) : error;
      },
    );
  }

  /**
   * Returns whom a stored response would be returned to.
   *
   * @param method the method of the controller
   * @param request the request, or a call of a tool
   */
  readerOf(
    method: Parameters<Reflector['get']>[1],
    request: Pick<IdentifiedRequest, 'params' | 'rights'>,
  ): Reader {
    const canSee = this.reflector.get(ReplayedIf, method) as CanSee | undefined;
    return {
      rights: digest(JSON.stringify(request.rights ?? [])),
      canSee: async (content) => {
        if (!canSee) return true;
        // Some responses are JSON already.
        const records: unknown = typeof content === 'string' ? JSON.parse(content) : content;
        const find: FindProvider = (type) => this.modules.get(type, { strict: false });
        return canSee(find, request as never, records as never);
      },
    };
  }

  /** Returns what tells requests for the same path apart: the body, and the parameters of operations that take some. */
  private inputOf(context: ExecutionContext, request: IdentifiedRequest): unknown {
    const queryClass = this.reflector.get(TakesQuery, context.getHandler()) as (new () => object) | undefined;
    if (!queryClass) return request.body;
    return { body: request.body as unknown, query: validInput(queryClass, queryOf(request), 'query') };
  }

  /**
   * Runs the operation and stores its response, or restores the stored one. Returns the record to send, and sets status and
   * headers of the response.
   *
   * @param untouched status and headers before the operation
   */
  private async runOnce(
    key: IdempotencyKey,
    request: Buffer,
    reader: Reader,
    response: Response,
    untouched: { status: number; headers: Headers },
    operate: Operate,
  ): Promise<unknown> {
    let record: unknown;
    const kept = await this.findOrKeep(key, request, reader, async () => {
      // Headers that an attempt before a deadlock has set are obsolete.
      reset(response, untouched);
      record = await operate();
      const { statusCode: status } = response;
      if (status < 200 || status > 299) return null;
      const headers = changes(response, untouched.headers);
      return { status, headers, body: record === undefined ? null : JSON.stringify(record) };
    });
    if (!kept) return record;
    reset(response, untouched);
    return replay(response, kept);
  }

  /**
   * Makes a call that is not a request of its own safe to retry: for 24 hours, a call with the same user, name, key and
   * input receives the result of the first one again.
   *
   * @throws Problem 400 or 409
   */
  async runCall<T>(
    { userId, name, key }: { userId: string; name: string; key: unknown },
    input: unknown,
    reader: Reader,
    call: () => Promise<T>,
  ): Promise<{ result: T; isReplayed: boolean }> {
    if (typeof key !== 'string') throw httpProblems.invalidKey;
    const id = digest(JSON.stringify([userId, name, keyOf([key])]));
    const request = digest(canonicalJson(input) ?? '');
    let result: T | undefined;
    const kept = await this.findOrKeep({ id, userId }, request, reader, async () => {
      result = await call();
      return { status: 200, headers: {}, body: JSON.stringify(result) };
    });
    return kept
      ? { result: JSON.parse(kept.body ?? 'null') as T, isReplayed: true }
      : { result: result as T, isReplayed: false };
  }

  /**
   * Returns the kept answer, or null after `answer` has run: what it returns is kept, in the same transaction.
   *
   * @throws Problem 409 if the first request is in progress, or was another one, or the reader must not see its response
   */
  private async findOrKeep(
    key: IdempotencyKey,
    request: Buffer,
    { rights: access, canSee }: Reader,
    answer: () => Promise<Omit<StoredResponse, 'request' | 'access'> | null>,
  ): Promise<StoredResponse | null> {
    const kept = await this.unitOfWork.run(async () => {
      if (!(await this.keys.reserve(key.id))) throw httpProblems.keyInUse;
      const found = await this.keys.find(key.id);
      if (found) return found;
      const given = await answer();
      if (given) await this.keys.keep(key, { request, access, ...given });
      return null;
    });
    if (kept && !kept.request.equals(request)) throw httpProblems.keyReused;
    const isShown = !kept || (kept.access?.equals(access) && (await canSee(JSON.parse(kept.body ?? 'null'))));
    if (!isShown) throw httpProblems.keyAccessChanged;
    return kept;
  }
}

/** Runs an operation now, and returns a function that sets its status and headers, and returns its record. */
async function runFirst(operate: Operate, response: Response, before: Headers): Promise<Operate> {
  const record = await operate();
  const { statusCode: status } = response;
  const headers = changes(response, before);
  return () => {
    response.status(status).set(headers);
    return Promise.resolve(record);
  };
}

/** @throws Problem 400 */
function keyOf(sent: readonly string[]): string {
  const [key = '', ...others] = sent;
  if (others.length > 0 || key.length < 1 || key.length > limits.keyLength) {
    throw httpProblems.invalidKey;
  }
  return key;
}

/** Runs the operation, and returns the record to send. */
type Operate = () => Promise<unknown>;

type Headers = ReturnType<Response['getHeaders']>;

function reset(response: Response, { status, headers }: { status: number; headers: Headers }): void {
  response.status(status);
  for (const name of Object.keys(changes(response, headers))) {
    const before = headers[name];
    if (before === undefined) response.removeHeader(name);
    else response.setHeader(name, before);
  }
}

/** Returns the headers that were added or changed. */
function changes(response: Response, before: Headers): StoredResponse['headers'] {
  const changed = Object.entries(response.getHeaders()).filter(([name, value]) => value !== before[name]);
  return Object.fromEntries(changed) as StoredResponse['headers'];
}

/** Parses the stored record, so that the same code sends it again as the same bytes. */
function replay(response: Response, { status, headers, body }: StoredResponse): unknown {
  response.status(status).set(headers).set('Idempotency-Replayed', 'true');
  return body === null ? undefined : JSON.parse(body);
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
