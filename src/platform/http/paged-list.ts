import { AsyncResource } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { type Page, type PageRequest, Versioned } from '../../shared/records.js';
import { maxPageBytes } from '../persistence/index.js';
import { limits } from '../problems/index.js';
import type { ListQuery } from './page-query.js';

type FetchPage<T> = (page: PageRequest) => Promise<Page<T>>;

/**
 * The result of an operation that lists records: it is sent as one page, or, for `Accept: application/x-ndjson`, as a
 * stream of all records from the cursor on, one per line.
 */
export class PagedList<T> {
  /**
   * @param query the parameters of the request
   * @param fetch returns a page of the list
   * @param headers further headers of the response
   */
  constructor(
    readonly query: ListQuery,
    readonly fetch: FetchPage<T>,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/**
 * Returns a stream that reads batch by batch, as fast as the client. If a batch fails, the connection is aborted, so that
 * the client notices that the list is incomplete.
 *
 * @param onBatch called with the size of each batch before it is sent
 */
export function streamed<T>(
  response: Response,
  first: Page<T>,
  fetch: FetchPage<T>,
  onBatch: (bytes: number) => void,
): StreamableFile {
  // The response reads the stream outside the request's async context, which selects the database to read from.
  const batches = Readable.from(batchesFrom(first, AsyncResource.bind(fetch), onBatch));
  return new StreamableFile(batches, { type: 'application/x-ndjson' }).setErrorHandler((error) => {
    response.err = error;
    response.destroy();
  });
}

const lineFeed = Buffer.from('\n');

async function* batchesFrom<T>(
  first: Page<T>,
  fetch: FetchPage<T>,
  onBatch: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let page = first;
  for (;;) {
    // Encoded once: 4 MiB take tens of milliseconds.
    const lines = Buffer.from(linesOf(page));
    onBatch(lines.length);
    if (lines.length > 0) {
      yield lines;
      yield lineFeed;
    }
    if (!page.next) return;
    page = await fetch({ limit: limits.pageSize, after: page.next, count: false });
  }
}

/** Returns the records as JSON, one per line: JSON text without white space contains no line breaks. */
export function linesOf<T>(page: Page<T>): string {
  return page.json ?? page.records.map((record) => JSON.stringify(record)).join('\n');
}

/** Returns the records of a page as a JSON array, for an operation that returns no further pages. */
export function arrayOf<T>(page: Page<T>): Versioned<T[]> {
  const json = arrayText(page);
  return Versioned.fromJson(json, versionOfContent(json));
}

/** Returns as many of the first records as a page has bytes for. */
export function firstOf<T>(records: readonly T[]): T[] {
  let bytes = 0;
  const cut = records.findIndex((record) => {
    const isFull = bytes >= maxPageBytes;
    if (!isFull) bytes += Buffer.byteLength(JSON.stringify(record));
    return isFull;
  });
  return cut === -1 ? [...records] : records.slice(0, cut);
}

/** Returns the records as the text of a JSON array. */
export function arrayText<T>(page: Page<T>): string {
  const records = linesOf(page).split('\n');
  // The brackets are added to the first and the last record: adding them to the joined text would copy it once more.
  records[0] = `[${records[0]}`;
  records[records.length - 1] += ']';
  return records.join(',');
}

/** Returns a version that changes with the content, and with what is known `about` it. */
export function versionOfContent(content: string, about = ''): string {
  // Two updates, because joining the texts would copy the page.
  return createHash('sha256').update(content).update(about).digest('base64url').slice(0, 22);
}
