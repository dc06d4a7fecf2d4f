import compression from 'compression';
import type { NextFunction, Request, Response } from 'express';
import onHeaders from 'on-headers';
import { tagOfEncoding } from './conditional.js';

/** In bytes: smaller responses fit into one network packet anyway. */
const threshold = 1_024;

/** Media types of JSON, XML, YAML and text, and of the files of the docs page. */
const compressible = /(?:json|xml|yaml|plain|html|css|javascript)\b/;

/**
 * Middleware that compresses texts of more than 1 kB with Brotli or gzip, if the client accepts one of them. A compressed
 * response is another representation, so its strong `ETag` has another value (RFC 9110 §8.8.3.3). The weak ones of files
 * stay as they are.
 */
export const compressed = [
  (_request: Request, response: Response, next: NextFunction): void => {
    // Runs after the listener of `compression`, which is added later.
    onHeaders(response, () => {
      const [tag, encoding] = [response.get('ETag'), response.get('Content-Encoding')];
      if (tag?.startsWith('"') && encoding !== undefined) response.set('ETag', tagOfEncoding(tag, encoding));
    });
    next();
  },
  compression({
    threshold,
    filter: (_request, response) => compressible.test(response.get('Content-Type') ?? ''),
  }),
];
