import compression from 'compression';
import type { NextFunction, Request, Response } from 'express';
import onHeaders from 'on-headers';
import { tagOfEncoding } from './conditional.js';

/** In bytes: smaller responses fit into one network packet anyway. */
const threshold = 1_024;

/**
 * Middleware that compresses JSON, XML, YAML and text of more than 1 kB with Brotli or gzip, if the client accepts one of them. A compressed
 * response is another representation, so its `ETag` has another value (RFC 9110 §8.8.3.3).
 */
export const compressed = [
  (_request: Request, response: Response, next: NextFunction): void => {
    // Runs after the listener of `compression`, which is added later.
    onHeaders(response, () => {
      const [tag, encoding] = [response.get('ETag'), response.get('Content-Encoding')];
      if (tag !== undefined && encoding !== undefined) response.set('ETag', tagOfEncoding(tag, encoding));
    });
    next();
  },
  compression({
    threshold,
    filter: (_request, response) => /(?:json|xml|yaml|plain)\b/.test(response.get('Content-Type') ?? ''),
  }),
];
