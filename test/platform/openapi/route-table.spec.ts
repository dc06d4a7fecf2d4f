import { expect, it } from '@jest/globals';
import type { ApiDocument } from '../../../src/platform/openapi/index.js';
import { RouteTable } from '../../../src/platform/openapi/route-table.js';

const paths = {
  '/v1/books': { get: {}, post: {} },
  '/v1/books/{bookId}': { get: {} },
  '/v1/books/best-seller': { delete: {} },
};

it('returns the methods of each path of the document, and of the document itself', () => {
  const api = { describe: () => ({ paths }) } as unknown as ApiDocument;
  const routes = new RouteTable(api, { path: '', docs: true, modules: [] });
  expect(
    Object.fromEntries(
      [
        ...['/v1/books', '/v1/Books/', '/v1/books/1', '/v1/books/best-seller', '/books', '/v1/books/1/pages'],
        ...['/v1/books//', '/openapi.json', '/openapi-json', '/docs/', '/docs/pages', '/'],
      ].map((path) => [path, routes.methodsOf(path).join(', ')]),
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
