import { AsyncResource } from 'node:async_hooks';
import { createHash, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Page, PageRequest } from '../../shared/records.js';
import { type JsonSchema, matching, oneOf, text } from '../../shared/rules.js';
import { Environment } from '../config/index.js';
import { evaluatePreconditions } from './conditional.js';
import { invalidInput } from './http.problems.js';
import { QueryParam } from './input.js';

/** Records in a page, and in a batch of a stream. */
const maxPageSize = 100;

/** A page or a stream, or nothing for a 304. */
export type ListAnswer = StreamableFile | undefined;

export const limitRules = matching(/^([1-9]\d?|100)$/, {
  code: 'invalid_limit',
  detail: `must be a whole number from 1 to ${maxPageSize}.`,
  max: 200,
});

/** OpenAPI schema of `limit`. */
export const limitSchema: JsonSchema = {
  type: 'integer',
  minimum: 1,
  maximum: maxPageSize,
  default: maxPageSize,
  pattern: undefined,
  maxLength: undefined,
  description: 'Records in a page, at most.',
};

/** OpenAPI schema of a parameter that is `true` or `false`. */
export const queryFlag: JsonSchema = { type: 'boolean', enum: undefined };

export function pageSize(limit: string | undefined): number {
  return Number(limit ?? maxPageSize);
}

/** The query of a list, which knows how to continue the list. */
export interface ListQuery {
  page(): PageRequest;
  /** Returns name and value of the query parameter that requests the records after a position. */
  nextCursor(position: readonly string[]): [string, string];
}

/**
 * The query parameters of lists. Each list has a class of its own, which adds its filters; cursors are bound to its name.
 */
export class PageQuery implements ListQuery {
  @QueryParam(limitRules, limitSchema) limit?: string;
  @QueryParam(text({ max: 2_000, required: true }), {
    description:
      'Where to go on from: it stands in the link to the next page. It belongs to this list with these filters, and is opaque.',
  })
  cursor?: string;
  @QueryParam(oneOf(['true', 'false']), {
    ...queryFlag,
    description:
      'Whether to count the whole list, for `X-Total-Count`. That can take longer than the page itself.',
  })
  count?: string;

  /** @throws Problem 400 if the cursor belongs to another list or other filters */
  page(): PageRequest {
    return {
      limit: pageSize(this.limit),
      count: this.count === 'true',
      ...(this.cursor === undefined ? {} : { after: this.position(this.cursor) }),
    };
  }

  nextCursor(position: readonly string[]): [string, string] {
    return ['cursor', Buffer.from(JSON.stringify([this.fingerprint(), ...position])).toString('base64url')];
  }

  private position(cursor: string): string[] {
    const [fingerprint, ...position] = partsOf(cursor);
    if (fingerprint === this.fingerprint()) return position;
    throw invalidInput([
      {
        parameter: 'cursor',
        code: 'invalid_cursor',
        detail: 'The cursor is broken, or was made for another list, sort or filter.',
      },
    ]);
  }

  /** Returns a hash of the list's name and its filters. */
  private fingerprint(): string {
    const { limit: _, cursor: __, count: ___, ...filters } = this;
    const parameters = Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return hash('sha256', JSON.stringify([this.constructor.name, parameters]), 'base64url').slice(0, 8);
  }
}

/** Returns the parts of a cursor, none if it is broken. */
function partsOf(cursor: string): string[] {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown;
    const isValid = (part: unknown) => typeof part === 'string' && !part.includes('\0');
    return Array.isArray(parts) && parts.every(isValid) ? (parts as string[]) : [];
  } catch {
    return [];
  }
}

/** Creates the absolute URLs of responses, and the responses of lists. */
@Injectable()
export class Links {
  constructor(private readonly environment: Environment) {}

  /** Returns the public URL of this service, followed by `pathAndQuery`. */
  absolute(request: Request, pathAndQuery: string): string {
    const base = this.environment.publicBaseUrl ?? `${request.protocol}://${request.host || 'localhost'}`;
    return `${base}${pathAndQuery}`;
  }

  /** Sets the `Location` of a record that a POST to its collection created. */
  created(response: Response, id: string): void {
    const collection = pathOf(response.req).replace(/\/$/, '');
    response.set('Location', this.absolute(response.req, `${collection}/${encodeURIComponent(id)}`));
  }

  /**
   * Sends one page of a list, with information about the list in headers, or, with `Accept: application/x-ndjson`, streams
   * all records from the cursor on, one per line. The stream reads batch by batch, as fast as the client. If a batch fails,
   * the connection is aborted, so that the client notices that the list is incomplete. The `ETag` of a page is a hash of
   * its content, which is never stale, regardless of the order in which transactions commit.
   */
  async list<T>(
    response: Response,
    query: ListQuery,
    fetch: (page: PageRequest) => Promise<Page<T>>,
  ): Promise<ListAnswer> {
    const request = query.page();
    const streams =
      response.req.accepts(['application/json', 'application/x-ndjson']) === 'application/x-ndjson';
    const page = await fetch(streams ? { ...request, limit: maxPageSize } : request);
    response.vary('Accept');
    if (page.total !== undefined) response.set('X-Total-Count', String(page.total));
    if (streams) {
      // The response reads the stream outside the request's async context, which selects the database to read from.
      const records = Readable.from(streamed(page, AsyncResource.bind(fetch)));
      const stream = new StreamableFile(records, { type: 'application/x-ndjson' });
      return stream.setErrorHandler((error) => {
        response.err = error;
        response.destroy();
      });
    }
    if (page.next) {
      const [, search = ''] = response.req.originalUrl.split('?');
      const parameters = new URLSearchParams(search);
      parameters.set(...query.nextCursor(page.next));
      const url = this.absolute(response.req, `${pathOf(response.req)}?${parameters.toString()}`);
      response.set('Link', `<${url}>; rel="next"`);
    }
    response.type('application/json');
    const body = arrayOf(linesOf(page));
    const version = createHash('sha256')
      .update(body)
      .update(`${response.get('Link') ?? ''}\n${page.total ?? ''}`);
    if (!evaluatePreconditions(response, version.digest('base64url').slice(0, 22))) return undefined;
    return new StreamableFile(body, { length: body.length });
  }
}

/** Yields a chunk per batch. */
async function* streamed<T>(
  first: Page<T>,
  fetch: (page: PageRequest) => Promise<Page<T>>,
): AsyncGenerator<Buffer> {
  let page = first;
  for (;;) {
    const lines = linesOf(page);
    if (lines.length > 0) yield Buffer.concat([lines, lineFeed]);
    if (!page.next) return;
    page = await fetch({ limit: maxPageSize, after: page.next, count: false });
  }
}

const [lineFeed, comma] = [Buffer.from('\n'), Buffer.from(',')];

/** Returns the records as JSON, one per line: JSON text without white space contains no line breaks. */
function linesOf<T>(page: Page<T>): Buffer {
  return page.json ?? Buffer.from(page.records.map((record) => JSON.stringify(record)).join('\n'));
}

/** Returns lines of JSON as a JSON array. */
function arrayOf(lines: Buffer): Buffer {
  const array = Buffer.concat([Buffer.from('['), lines, Buffer.from(']')]);
  for (let at = array.indexOf(lineFeed); at !== -1; at = array.indexOf(lineFeed, at + 1))
    comma.copy(array, at);
  return array;
}

function pathOf(request: Request): string {
  return request.originalUrl.split('?', 1)[0] ?? '';
}
