import { limits } from '../problems/index.js';
import type { Json } from './json-schemas.js';

const etag = { type: 'string', pattern: '^"[^"]+"$' };
const number = { type: 'string', pattern: '^[0-9]+$' };
const someEtag = '"7Zp1QjV3xN0aTqk5uRz8Lw"';

/** A header with its schema and, unless the schema has a single value, an example. */
function header(description: string, schema: Json, example?: string, required?: true): Json {
  return { description, required, schema, example };
}

/** The headers of responses by the names of their components. The headers of every response are part of the guide. */
export const responseHeaders: Readonly<Record<string, Json>> = {
  ETag: header(
    'The version of the record: a strong validator, which changes with every byte of the record (RFC 9110 §8.8.3).',
    etag,
    someEtag,
    true,
  ),
  ListETag: header(
    'The version of the page, which changes with every byte of the page. Absent if the list is streamed.',
    etag,
    someEtag,
  ),
  Link: header(
    'The absolute URL of the next page, with `rel="next"` (RFC 8288). Absent on the last page.',
    { type: 'string', pattern: '^<https?://[^>]+>; rel="next"$' },
    '<https://feedback.example.com/v1/projects?limit=1&cursor=WyJhIl0>; rel="next"',
  ),
  'X-Total-Count': header(
    'The number of records in the whole list, if `count=true` was sent; in the response to a bulk update, the number of updated records.',
    number,
    '128',
  ),
  'X-Unread-Count': header(
    'The number of unread notifications, at most 100: `100` stands for 100 or more.',
    number,
    '3',
  ),
  Location: header(
    'The absolute URL of the record.',
    { type: 'string', pattern: '^https?://' },
    'https://feedback.example.com/v1/projects/acme',
    true,
  ),
  'Content-Disposition': header(
    'The name of the file.',
    { type: 'string' },
    'attachment; filename="acme-2026-11-22.ndjson"',
    true,
  ),
  'Idempotency-Replayed': header(
    'Present if the response is a repetition of the response to an earlier request with the same `Idempotency-Key`.',
    { type: 'string', const: 'true' },
  ),
  'Retry-After': header('The number of seconds to wait before a retry.', number, '2'),
  'WWW-Authenticate': header(
    'The required authentication, and what is wrong with the token that was sent (RFC 6750 §3).',
    { type: 'string' },
    'Bearer realm="feedback-changelog-service"',
  ),
  Accept: header('The media type that a body must have.', { type: 'string' }, 'application/json'),
  'Accept-Encoding': header(
    'The content encodings that a body may have.',
    { type: 'string' },
    'gzip, deflate, br',
  ),
};

/** The headers of requests by name. */
const requestHeaders: Readonly<Record<string, Json>> = {
  'If-None-Match': header(
    'An `ETag`. If it is still current, the response is 304 without a body.',
    { type: 'string' },
    someEtag,
  ),
  'If-Match': header(
    'An `ETag`. If it is no longer current, the response is 412 and nothing is changed.',
    { type: 'string' },
    someEtag,
  ),
  'Idempotency-Key': header(
    'A unique key for each request. For 24 hours, a retry with the same key returns the first successful response.',
    { type: 'string', minLength: 1, maxLength: limits.keyLength },
    '3f29a1c0-6a4e-4d0b-9a53-0a8f6f3c1b7e',
  ),
  'On-Behalf-Of': header(
    'Any text that names the user for whom the request is made: the limit of searches and counts in progress applies to each of them. It gives no rights.',
    { type: 'string' },
    '01a1f99e-4f81-7b8f-9f3c-52d7c2a5f0b1',
  ),
};

/** Returns the parameter for a header of requests. */
export function headerParameter(name: string): Json {
  return { name, in: 'header', ...requestHeaders[name] };
}

/** Returns references to those headers that are documented, if any. Lists have their own `ETag`, `ListETag`. */
export function headerRefs(names: readonly string[]): Json | undefined {
  const documented = names.filter((name) => name in responseHeaders);
  if (documented.length === 0) return undefined;
  return Object.fromEntries(
    documented.map((name) => [name.replace(/^List/, ''), { $ref: `#/components/headers/${name}` }]),
  );
}
