import { hash } from 'node:crypto';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { type Page, pageOfJson, type PageRequest, Versioned } from '../../shared/records.js';
import { asksForStream, partsOf } from '../input/index.js';
import { limits } from '../problems/index.js';
import { addressKey, ExpensiveRead, LargeReads, RateLimiter } from '../rate-limit/index.js';
import type { IdentifiedRequest } from './access.guard.js';
import { evaluatePreconditions, versionOfView } from './conditional.js';
import { hideAddresses } from './hide-addresses.js';
import { Idempotency } from './idempotency.js';
import { Links } from './links.js';
import { arrayText, linesOf, PagedList, streamed, versionOfContent } from './paged-list.js';
import { serviceTarget } from './service-root.js';

/** The result of an operation that has created a record: it is sent with the status 201, unless the operation has another. */
export class Created<T> {
  /**
   * @param record the record; with its version, if it is what a GET of the resource returns
   * @param id the last segment of its path below the collection that the request was sent to, for `Location`; absent if
   * the record is at the path of the request
   */
  constructor(
    readonly record: Versioned<T> | T,
    readonly id?: string,
  ) {}
}

/**
 * Turns what the method of a controller returns into the response: a {@link Versioned} record is sent with its `ETag`, or
 * as 304 if the reader has it; {@link Created} with the status 201 and `Location`; a {@link PagedList} as a page with
 * `Link`, or as a stream; an array that is read, with an `ETag` as well. Everything else is sent as it is. A POST with an `Idempotency-Key` runs once.
 *
 * Readers who may not see the e-mail addresses of other people receive empty ones.
 */
@Injectable()
export class ResponseInterceptor implements NestInterceptor {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly links: Links,
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
    private readonly largeReads: LargeReads,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    const handle = () => lastValueFrom<unknown>(next.handle());
    const isExpensive = this.reflector.get(ExpensiveRead, context.getHandler()) === true;
    const operate = async () =>
      this.prepare(response, await (isExpensive ? this.read(response, handle) : handle()));
    return from(this.idempotency.run(context, operate));
  }

  private read<T>(response: Response, read: () => Promise<T>): Promise<T> {
    return this.largeReads.run(readerOf(response), response, read);
  }

  /** Counts the size of what was read for a response. A 304 counts as well: only sending is saved. */
  private countBytes(response: Response, bytes: number): void {
    this.limiter.countBytes(response, bytes);
    this.largeReads.note(readerOf(response), bytes);
  }

  /** Sets status and headers of the response, and returns its body. */
  private async prepare(response: Response, result: unknown): Promise<unknown> {
    if (result instanceof PagedList) return this.list(response, result);
    if (!(result instanceof Created)) return this.record(response, result);
    // Another one, such as 202, comes from the operation.
    if (response.statusCode === 200) response.status(201);
    if (result.id !== undefined) {
      const [path = ''] = serviceTarget(response.req).split('?');
      const location = `${path.replace(/\/$/, '')}/${encodeURIComponent(result.id)}`;
      response.set('Location', this.links.absolute(response.req, location));
    }
    return this.record(response, result.record);
  }

  private record(response: Response, result: unknown): unknown {
    const request = response.req as IdentifiedRequest;
    if (Array.isArray(result) && (request.method === 'GET' || request.method === 'HEAD')) {
      return this.array(response, result);
    }
    const isWhole = !request.ownAddressOnly && request.query['include'] === undefined;
    if (!isWhole && typeof result === 'object' && !(result instanceof StreamableFile)) {
      return this.view(response, result);
    }
    if (!(result instanceof Versioned)) return result;
    if (typeof result.json === 'string') this.countBytes(response, Buffer.byteLength(result.json));
    if (!evaluatePreconditions(response, result.version)) return undefined;
    if (result.json === undefined) return result.record;
    response.type('application/json');
    // Nest sends strings unchanged.
    return result.json;
  }

  /** The `ETag` of a list without pages is a hash of its content, like the `ETag` of a page. */
  private array(response: Response, records: unknown[]): string | undefined {
    const body = seenBy(response.req as IdentifiedRequest, JSON.stringify(records));
    this.countBytes(response, Buffer.byteLength(body));
    response.type('application/json');
    return evaluatePreconditions(response, versionOfContent(body)) ? body : undefined;
  }

  /** Returns what the reader sees of a record. Its content is part of the version, so that no cache confuses two views. */
  private view(response: Response, result: object | null): string | undefined {
    const isVersioned = result instanceof Versioned;
    const json = isVersioned ? (result.json ?? JSON.stringify(result.record)) : JSON.stringify(result);
    const body = seenBy(response.req as IdentifiedRequest, json);
    this.countBytes(response, Buffer.byteLength(body));
    if (isVersioned) {
      const content = hash('sha256', body, 'base64url').slice(0, 16);
      if (!evaluatePreconditions(response, versionOfView(result.version, content))) return undefined;
    }
    response.type('application/json');
    return body;
  }

  /** The `ETag` of a page is a hash of its content, which is never stale, regardless of the order of commits. */
  private async list<T>(
    response: Response,
    { query, fetch, headers }: PagedList<T>,
  ): Promise<string | StreamableFile | undefined> {
    const { cursorScope = '' } = response.req as IdentifiedRequest;
    const request = query.page(cursorScope);
    const isStream = asksForStream(response.req);
    const seen = async (wanted: PageRequest) => {
      const page = await this.read(response, () => fetch(wanted));
      return pageSeenBy(response.req as IdentifiedRequest, page);
    };
    const page = await seen(isStream ? { ...request, limit: limits.pageSize } : request);
    response.vary('Accept').set(headers);
    if (page.total !== undefined) response.set('X-Total-Count', String(page.total));
    if (isStream) return streamed(response, page, seen, (bytes) => this.countBytes(response, bytes));
    if (page.next) {
      const [path, search] = partsOf(serviceTarget(response.req));
      const parameters = new URLSearchParams(search);
      parameters.set(...query.nextCursor(page.next, cursorScope));
      const url = this.links.absolute(response.req, `${path}?${parameters.toString()}`);
      response.set('Link', `<${url}>; rel="next"`);
    }
    response.type('application/json');
    const body = arrayText(page);
    this.countBytes(response, Buffer.byteLength(body));
    const about = [response.get('Link') ?? '', page.total ?? '', ...Object.values(headers)].join('\n');
    // Nest sends strings unchanged. Sending a `StreamableFile` costs more than reading the page.
    return evaluatePreconditions(response, versionOfContent(body, about)) ? body : undefined;
  }
}

/** Returns the key of the client of a request, whose responses count together. */
function readerOf({ req }: Response): string {
  const { userId } = req as IdentifiedRequest;
  return userId === undefined ? addressKey(req) : `user ${userId}`;
}

/** Returns JSON as the reader may see it. */
function seenBy({ ownAddressOnly, userId = '' }: IdentifiedRequest, json: string): string {
  return ownAddressOnly ? hideAddresses(json, userId) : json;
}

/** Returns a page as the reader may see it. */
function pageSeenBy<T>(request: IdentifiedRequest, page: Page<T>): Page<T> {
  if (!request.ownAddressOnly) return page;
  const { next, total } = page;
  const lines = linesOf(page);
  const seen = lines && lines.split('\n').map((record) => seenBy(request, record));
  return pageOfJson(seen && seen.join('\n'), {
    ...(next && { next }),
    ...(total !== undefined && { total }),
  });
}
