import type { JsonSchema } from '../../shared/rules.js';
import { maxKeyLength } from '../http/index.js';
import { type Json, mapValues } from './json-schemas.js';

/** Headers of answers. */
export const responseHeaders: Readonly<Record<string, JsonSchema>> = {
  'X-Request-Id': {
    description:
      'The id that was sent with the request, else a new one. It stands in the log and in every problem.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,200}$' },
    example: 'b1946ac92492d2347c6235b4',
  },
  'Cache-Control': {
    description: 'Answers are kept for the caller alone, and asked for anew (`ETag`) before they are used.',
    required: true,
    schema: { type: 'string', const: 'private, no-cache' },
  },
  RateLimit: {
    description:
      'What is left: `r` requests, for the next `t` seconds (draft-ietf-httpapi-ratelimit-headers-10).',
    schema: { type: 'string' },
    example: '"default";r=1187;t=42',
  },
  'RateLimit-Policy': {
    description:
      'The budget: `q` requests in each window of `w` seconds. Absent where requests are not limited.',
    schema: { type: 'string' },
    example: '"default";q=1200;w=60',
  },
  ETag: {
    description:
      'The version of what is answered: strong, and another one whenever any byte of it is (RFC 9110 §8.8.3).',
    required: true,
    schema: { type: 'string', pattern: '^"[^"]+"$' },
    example: '"7Zp1QjV3xN0aTqk5uRz8Lw"',
  },
  // The `ETag` of lists, which a stream does not have.
  ListETag: {
    description: 'The version of the page: another one whenever any byte of it is. A stream has none.',
    schema: { type: 'string', pattern: '^"[^"]+"$' },
    example: '"7Zp1QjV3xN0aTqk5uRz8Lw"',
  },
  Link: {
    description: 'The next page, where there is one: an absolute URL with `rel="next"` (RFC 8288).',
    schema: { type: 'string', pattern: '^<https?://[^>]+>; rel="next"$' },
    example: '<https://feedback.example.com/v1/projects?limit=1&cursor=WyJhIl0>; rel="next"',
  },
  'X-Total-Count': {
    description: 'Records in the whole list, where `count=true` was asked for.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '128',
  },
  Location: {
    description: 'Where the record is: an absolute URL.',
    required: true,
    schema: { type: 'string', pattern: '^https?://' },
    example: 'https://feedback.example.com/v1/projects/acme',
  },
  'Idempotency-Replayed': {
    description:
      'Present where this is the first answer again, to a request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is sent again.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '2',
  },
  'WWW-Authenticate': {
    description: 'What kind of token is needed, and what is wrong with the one that was sent (RFC 6750 §3).',
    schema: { type: 'string' },
    example: 'Bearer realm="feedback-changelog-service"',
  },
  Accept: {
    description: 'The media type that a body must have.',
    schema: { type: 'string', const: 'application/json' },
  },
  'Accept-Encoding': {
    description: 'The content encodings that a body may have.',
    schema: { type: 'string' },
    example: 'gzip, deflate, br',
  },
};

/** Headers of requests. */
const requestHeaders: Readonly<Record<string, JsonSchema>> = {
  'X-Request-Id': {
    description:
      'An id of your own for this request. It comes back, and stands in the log and in every problem.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,200}$' },
    example: 'import-2026-11-21.17',
  },
  'If-None-Match': {
    description:
      'The `ETag` of what you have: where that is still it, a read answers 304 without a body, and a write is refused (412).',
    schema: { type: 'string' },
    example: '"7Zp1QjV3xN0aTqk5uRz8Lw"',
  },
  'If-Match': {
    description: 'The `ETag` of what you mean: the request is refused (412) where somebody has changed it.',
    schema: { type: 'string' },
    example: '"7Zp1QjV3xN0aTqk5uRz8Lw"',
  },
  'Idempotency-Key': {
    description:
      'A new one for each request, the same for each time it is sent again: it is done once, within 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: maxKeyLength },
    example: '3f29a1c0-6a4e-4d0b-9a53-0a8f6f3c1b7e',
  },
};

/** Returns the components of the headers of requests. */
export function headerParameters(): Json {
  return mapValues(requestHeaders, (header, name) => ({ name, in: 'header', ...header }));
}

/** Returns a reference to a header of requests. */
export function headerParameterRef(name: string): Json {
  return { $ref: `#/components/parameters/${name}` };
}

/** Returns references to headers of answers. */
export function headerRefs(names: readonly string[]): Json {
  return Object.fromEntries(
    names.map((name) => [name.replace(/^List/, ''), { $ref: `#/components/headers/${name}` }]),
  );
}
