import { expect, it } from '@jest/globals';
import type { Request } from 'express';
import type { ApiDocument } from '../../../src/platform/openapi/index.js';
import { UnknownRouteController } from '../../../src/platform/openapi/unknown-route.controller.js';
import { Problem } from '../../../src/platform/problems/index.js';

const paths = {
  '/v1/books': { get: {}, post: {} },
  '/v1/books/{bookId}': { get: {} },
  '/v1/books/best-seller': { delete: {} },
};

const api = { describe: () => ({ paths }) } as unknown as ApiDocument;
const controller = new UnknownRouteController(api, { path: '', docs: true, modules: [] });

/** Returns the `Allow` header of the rejection, empty for 404. */
function allowedAt(originalUrl: string): string | undefined {
  try {
    return controller.reject({ originalUrl } as Request);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.status === 404 ? '' : error.headers['Allow'];
  }
}

it('allows the methods of each path of the document, and of the document itself', () => {
  expect(
    Object.fromEntries(
      [
        ...['/v1/books', '/v1/Books/', '/v1/books/1', '/v1/books/best-seller', '/books', '/v1/books/1/pages'],
        ...['/v1/books//', '/openapi.json', '/openapi-json', '/docs/', '/docs/pages', '/'],
      ].map((path) => [path, allowedAt(path)]),
    ),
  ).toEqual({
    '/v1/books': 'GET, HEAD, POST',
    '/v1/Books/': 'GET, HEAD, POST',
    '/v1/books/1': 'GET, HEAD',
    // Both routes match.
    '/v1/books/best-seller': 'DELETE, GET, HEAD',
    '/books': '',
    '/v1/books/1/pages': '',
    '/v1/books//': '',
    '/openapi.json': 'GET, HEAD',
    '/openapi-json': '',
    '/docs/': 'GET, HEAD',
    '/docs/pages': '',
    '/': 'GET, HEAD',
  });
});
