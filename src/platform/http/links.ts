import { AsyncResource } from 'node:async_hooks';
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Page, PageRequest } from '../../shared/records.js';
import { Settings } from '../config/index.js';
import { limits } from '../problems/index.js';
import type { IdentifiedRequest } from './access.guard.js';
import { evaluatePreconditions } from './conditional.js';
import type { ListQuery } from './page-query.js';
import { serviceRoot, serviceTarget } from './service-root.js';

/** A page as JSON or a stream, or nothing for a 304. */
export type ListAnswer = string | StreamableFile | undefined;

type FetchPage<T> = (page: PageRequest) => Promise<Page<T>>;

/** Creates the absolute URLs of responses, and the responses of lists. */
@Injectable()
export class Links {
  constructor(private readonly settings: Settings) {}

  /** Returns the public URL of this service, followed by `pathAndQuery`, which begins below the path of the service. */
  absolute(request: Request, pathAndQuery: string): string {
    // HTTP/1.0 does not require a Host header.
    const base = this.settings.publicBaseUrl ?? `${request.protocol}://${request.host ?? 'localhost'}`;
    return `${base}${serviceRoot(request)}${pathAndQuery}`;
  }

  /** Sets the `Location` of a record that a POST to its collection created. */
  created(response: Response, id: string): void {
    const [path = ''] = serviceTarget(response.req).split('?');
    const collection = path.replace(/\/$/, '');
    response.set('Location', this.absolute(response.req, `${collection}/${encodeURIComponent(id)}`));
  }

  /**
   * Returns one page of a list, with information about the list in headers, or, for `Accept: application/x-ndjson`, a
   * stream of all records from the cursor on, one per line. The `ETag` of a page is a hash of its content, which is never
   * stale, regardless of the order in which transactions commit.
   */
  async list<T>(response: Response, query: ListQuery, fetch: FetchPage<T>): Promise<ListAnswer> {
    const { cursorScope = '' } = response.req as IdentifiedRequest;
    const request = query.page(cursorScope);
    const isStream =
      response.req.accepts(['application/json', 'application/x-ndjson']) === 'application/x-ndjson';
    const page = await fetch(isStream ? { ...request, limit: limits.pageSize } : request);
    response.vary('Accept');
    if (page.total !== undefined) response.set('X-Total-Count', String(page.total));
    if (isStream) return streamed(response, page, fetch);
    if (page.next) {
      const [path = '', search = ''] = serviceTarget(response.req).split('?');
      const parameters = new URLSearchParams(search);
      parameters.set(...query.nextCursor(page.next, cursorScope));
      const url = this.absolute(response.req, `${path}?${parameters.toString()}`);
      response.set('Link', `<${url}>; rel="next"`);
    }
    response.type('application/json');
    const body = `[${linesOf(page).replaceAll('\n', ',')}]`;
    const about = `${response.get('Link') ?? ''}\n${page.total ?? ''}`;
    const version = hash('sha256', body + about, 'base64url').slice(0, 22);
    if (!evaluatePreconditions(response, version)) return undefined;
    // Nest sends strings unchanged. Sending a `StreamableFile` costs more than reading the page.
    return body;
  }
}

/**
 * Returns a stream that reads batch by batch, as fast as the client. If a batch fails, the connection is aborted, so that
 * the client notices that the list is incomplete.
 */
function streamed<T>(response: Response, first: Page<T>, fetch: FetchPage<T>): StreamableFile {
  // The response reads the stream outside the request's async context, which selects the database to read from.
  const batches = Readable.from(batchesFrom(first, AsyncResource.bind(fetch)));
  return new StreamableFile(batches, { type: 'application/x-ndjson' }).setErrorHandler((error) => {
    response.err = error;
    response.destroy();
  });
}

async function* batchesFrom<T>(first: Page<T>, fetch: FetchPage<T>): AsyncGenerator<string> {
  let page = first;
  for (;;) {
    const lines = linesOf(page);
    if (lines !== '') yield `${lines}\n`;
    if (!page.next) return;
    page = await fetch({ limit: limits.pageSize, after: page.next, count: false });
  }
}

/** Returns the records as JSON, one per line: JSON text without white space contains no line breaks. */
function linesOf<T>(page: Page<T>): string {
  return page.json ?? page.records.map((record) => JSON.stringify(record)).join('\n');
}
