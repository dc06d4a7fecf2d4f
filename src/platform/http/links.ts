import { AsyncResource } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Page, PageRequest } from '../../shared/records.js';
import { type JsonSchema, matching, oneOf, text } from '../../shared/rules.js';
import { Environment } from '../config/index.js';
import { evaluatePreconditions } from './conditional.js';
import { invalidInput, QueryParam } from './input.js';

/** Records in a page, and those that a stream reads at once. */
const maxPageSize = 100;

/** An array of records as JSON in UTF-8, a stream of them, or nothing to a reader who has the list already. */
export type ListAnswer = Buffer | StreamableFile | undefined;

/** The rules of `limit`. */
export const limitRules = matching(/^([1-9]\d?|100)$/, {
  code: 'invalid_limit',
  detail: `must be a whole number from 1 to ${maxPageSize}.`,
  max: 200,
});

/** What the API's document says of `limit`. */
export const limitSchema: JsonSchema = {
  type: 'integer',
  minimum: 1,
  maximum: maxPageSize,
  default: maxPageSize,
  pattern: undefined,
  maxLength: undefined,
  description: 'Records in a page, at most.',
};

/** What the API's document says of a parameter that is `true` or `false`. */
export const queryFlag: JsonSchema = { type: 'boolean', enum: undefined };

/** Records in a page for this `limit`. */
export function pageSize(limit: string | undefined): number {
  return Number(limit ?? maxPageSize);
}

/** How the query of a list tells where to go on. */
export interface ListQuery {
  /** What is asked for. */
  page(): PageRequest;
  /** The query parameter that asks for what comes behind a position: its name and value. */
  nextCursor(position: readonly string[]): [string, string];
}

/**
 * The query parameters of lists. Each list has a class of its own, which adds its filters and whose name keeps its
 * cursors from other lists.
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

  /** @throws Problem 400 where the cursor was not made for this list with these filters */
  page(): PageRequest {
    return {
      limit: pageSize(this.limit),
      count: this.count === 'true',
      ...(this.cursor === undefined ? {} : { after: this.position(this.cursor) }),
    };
  }

  /** By an opaque cursor. */
  nextCursor(position: readonly string[]): [string, string] {
    return ['cursor', Buffer.from(JSON.stringify([this.fingerprint(), ...position])).toString('base64url')];
  }

  private position(cursor: string): string[] {
    let parts: unknown;
    try {
      parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    } catch {
      // Told as any other broken cursor, below.
    }
    if (
      !Array.isArray(parts) ||
      !parts.every((part) => typeof part === 'string' && !part.includes('\0')) ||
      parts[0] !== this.fingerprint()
    ) {
      throw invalidInput([
        {
          parameter: 'cursor',
          code: 'invalid_cursor',
          detail: 'The cursor is broken, or was made for another list, sort or filter.',
        },
      ]);
    }
    return parts.slice(1) as string[];
  }

  /** Stands for the list and its filters. */
  private fingerprint(): string {
    const { limit: _, cursor: __, count: ___, ...filters } = this;
    const parameters = Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return createHash('sha256')
      .update(JSON.stringify([this.constructor.name, parameters]))
      .digest('base64url')
      .slice(0, 8);
  }
}

/** Makes the absolute URLs in answers. */
@Injectable()
export class Links {
  constructor(private readonly environment: Environment) {}

  /** The URL under which this service is reached from outside, followed by `pathAndQuery`. */
  absolute(request: Request, pathAndQuery: string): string {
    const base = this.environment.publicBaseUrl ?? `${request.protocol}://${request.host || 'localhost'}`;
    return `${base}${pathAndQuery}`;
  }

  /** `Location` of a record that a POST to its collection made. */
  created(response: Response, id: string): void {
    const collection = pathOf(response.req).replace(/\/$/, '');
    response.set('Location', this.absolute(response.req, `${collection}/${encodeURIComponent(id)}`));
  }

  /**
   * A list, as the client wants it: one page, with what there is to know about the list in headers, or with
   * `Accept: application/x-ndjson` all records from the cursor on, one a line. A stream goes on batch by batch, as fast
   * as it is read; when a batch fails, the connection breaks off, so that nobody takes a part for the whole. The `ETag` of
   * a page is a hash of what is sent, which no order of commits can make stale.
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
      // The stream is read by others, where it is not known any more which database the request reads at.
      const records = Readable.from(streamed(page, AsyncResource.bind(fetch)));
      const stream = new StreamableFile(records, { type: 'application/x-ndjson' });
      return stream.setErrorHandler((error) => {
        // For the request's line in the log.
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
    return evaluatePreconditions(response, version.digest('base64url').slice(0, 22)) ? body : undefined;
  }
}

/** A chunk for each batch. */
async function* streamed<T>(
  first: Page<T>,
  fetch: (page: PageRequest) => Promise<Page<T>>,
): AsyncGenerator<Buffer> {
  let page = first;
  for (;;) {
    const lines = linesOf(page);
    if (lines.length > 0) yield Buffer.concat([lines, lineBreak]);
    if (!page.next) return;
    page = await fetch({ limit: maxPageSize, after: page.next, count: false });
  }
}

const lineBreak = Buffer.from('\n');

/** The records as JSON, a line each: there is no line break within JSON text that was made without white space. */
function linesOf<T>(page: Page<T>): Buffer {
  return page.json ?? Buffer.from(page.records.map((record) => JSON.stringify(record)).join('\n'));
}

/** The same records as an array. */
function arrayOf(lines: Buffer): Buffer {
  const array = Buffer.concat([Buffer.from('['), lines, Buffer.from(']')]);
  const [lineFeed, comma] = [0x0a, 0x2c];
  for (let at = array.indexOf(lineFeed); at !== -1; at = array.indexOf(lineFeed, at + 1)) array[at] = comma;
  return array;
}

function pathOf(request: Request): string {
  return request.originalUrl.split('?', 1)[0] ?? '';
}
