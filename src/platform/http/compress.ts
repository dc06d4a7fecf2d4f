import compression from 'compression';
import type { RequestHandler, Response } from 'express';
import { tagOfEncoding } from './conditional.js';

/** Texts that the filter of `compression` does not know. */
const furtherTexts = /^application\/(?:x-ndjson|yaml)\b/;

/** Middleware that compresses texts of at least 1 kB with Brotli or gzip, if the client accepts one of them. */
export const compress: RequestHandler = compression({
  filter: (request, response) =>
    compression.filter(request, response) || furtherTexts.test(response.get('Content-Type') ?? ''),
});

/**
 * Corrects the `ETag` as the headers are sent. A compressed response is another representation, so its strong tag has
 * another value (RFC 9110 §8.8.3.3). Weak tags remain on files only: elsewhere they are hashes that Express has made of the
 * response, also of errors, while records have a tag made from their version.
 */
export function correctTag(response: Response): void {
  const tag = response.get('ETag');
  if (tag === undefined) return;
  const encoding = response.get('Content-Encoding');
  const isFile = response.statusCode < 400 && response.hasHeader('Last-Modified');
  if (tag.startsWith('W/')) {
    if (!isFile) response.removeHeader('ETag');
  } else if (encoding !== undefined) {
    response.set('ETag', tagOfEncoding(tag, encoding));
  }
}
