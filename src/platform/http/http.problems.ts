import type { FieldError } from '../../shared/domain-error.js';
import { PreconditionFailed } from '../../shared/records.js';
import { documented, Problem } from './problem.js';

/** Returns a 400 with all errors. */
export function invalidInput(errors: readonly FieldError[]): Problem {
  return new Problem(400, 'invalid_input', 'The request has values that are not allowed.', { errors });
}

/** Problems of all operations. */
export const generalProblems = {
  invalidInput: documented(
    invalidInput([{ parameter: 'staus', code: 'unknown', detail: 'The parameter is not known here.' }]),
    'Correct what `errors` names: each member has a `pointer` into the body (RFC 6901) or the name of a `parameter`, a `code` of its own, and a sentence. All faults are told at once. Sending the same request again does not help.',
  ),
  internalError: documented(
    new Problem(500, 'internal_error', 'Something went wrong here. It has been logged with the request id.'),
    'The fault is on this side. A request that is safe to send again may be sent again later; tell us the `request_id` if it persists.',
  ),
};

/** @param seconds until the next window */
export function rateLimited(limit: number, seconds: number): Problem {
  const detail = `Each access token may send ${limit} requests a minute, as may each address without a valid one.`;
  return new Problem(429, 'rate_limited', detail, { headers: { 'Retry-After': String(seconds) } });
}

/** Problems of operations that take a token. */
export const tokenProblems = {
  rateLimited: documented(
    rateLimited(1200, 17),
    'Wait for as many seconds as `Retry-After` says. `RateLimit` tells on every answer what is left, so that a client need not come that far.',
  ),
  databaseUnavailable: documented(
    new Problem(503, 'database_unavailable', 'The database cannot be reached just now. Try again.', {
      headers: { 'Retry-After': '2' },
    }),
    'Nothing was changed. Wait for as many seconds as `Retry-After` says, and send the request again.',
  ),
};

export const shuttingDown = documented(
  new Problem(503, 'shutting_down', 'The service is shutting down.', { headers: { 'Retry-After': '5' } }),
  'Send requests to another process.',
);

/** In levels of nesting. */
export const maxBodyDepth = 32;

export function bodyTooLarge(maxBytes: number): Problem {
  const headers = { Connection: 'close' };
  return new Problem(413, 'body_too_large', `The body may have at most ${maxBytes} bytes.`, { headers });
}

/** Problems of operations that take a body. */
export const bodyProblems = {
  invalid: documented(
    invalidInput([
      {
        pointer: '/title',
        code: 'too_long',
        detail: 'The field must have at most 300 characters (Unicode code points).',
      },
      { pointer: '/colour', code: 'unknown', detail: 'The field is not known here.' },
    ]),
    '',
    'invalid_body',
  ),
  empty: documented(
    new Problem(400, 'empty_body', 'A JSON object is needed as the body; {} changes nothing.'),
    'Send a JSON object; `{}` is the way to change nothing.',
  ),
  malformed: documented(
    new Problem(400, 'malformed_json', 'The body is not a JSON text in UTF-8.'),
    'Send a JSON text (RFC 8259) in UTF-8.',
  ),
  incomplete: documented(
    new Problem(400, 'incomplete_body', 'The body could not be read to its end.'),
    'The connection broke or the compressed body is damaged: send it again.',
  ),
  tooDeep: documented(
    new Problem(400, 'too_deep', `The body is nested deeper than ${maxBodyDepth} levels.`),
    'No field needs such a depth: send less.',
  ),
  tooLarge: documented(
    bodyTooLarge(1_048_576),
    'The limit also holds for what a compressed body expands to. Send less.',
  ),
  mediaType: documented(
    new Problem(415, 'unsupported_media_type', 'The body must be sent as application/json in UTF-8.', {
      headers: { Accept: 'application/json' },
    }),
    'Send the header `Content-Type: application/json`.',
  ),
  contentEncoding: documented(
    new Problem(
      415,
      'unsupported_content_encoding',
      'The content encoding must be gzip, deflate, br or none.',
      { headers: { 'Accept-Encoding': 'gzip, deflate, br' } },
    ),
    'Send the body as it is, or compressed as `Accept-Encoding` says.',
  ),
};

/** The problem of POST and PUT operations that take no body. */
export const bodyNotTaken = documented(
  new Problem(400, 'body_not_taken', 'This operation takes no body.'),
  'Send none: everything stands in the path.',
);

/** The problem of operations that take `If-Match` and `If-None-Match`. */
const preconditionFailed = documented(
  new PreconditionFailed(),
  'Somebody changed the record since you read it. Read it again, decide anew, and send the change with its new `ETag`.',
);

/** In characters. */
export const maxKeyLength = 255;

/** Problems of POST operations that take an `Idempotency-Key`. */
export const keyProblems = {
  invalid: documented(
    new Problem(
      400,
      'invalid_idempotency_key',
      `The Idempotency-Key must be given once and have 1 to ${maxKeyLength} characters.`,
    ),
    'Send one key of 1 to 255 characters; a random UUID is a good one.',
  ),
  inUse: documented(
    new Problem(
      409,
      'idempotency_key_in_use',
      'The first request with this Idempotency-Key is still under way.',
      { headers: { 'Retry-After': '1' } },
    ),
    'The first request is not answered yet. Wait for as many seconds as `Retry-After` says, and ask again with the same key.',
  ),
  reused: documented(
    new Problem(
      409,
      'idempotency_key_reused',
      'This Idempotency-Key was used with another body. A new request needs a new key.',
    ),
    'A key belongs to one request. Make a new one for a new request.',
  ),
};

/** The problem of POST operations that return a secret. */
export const keyNotAllowed = documented(
  new Problem(
    400,
    'idempotency_key_not_allowed',
    'The answer shows a secret and is not kept, so this operation takes no Idempotency-Key.',
  ),
  'Leave the header out. Should the answer get lost, revoke what was made and make another.',
);

export function routeNotFound(path: string): Problem {
  return new Problem(404, 'route_not_found', `There is nothing at ${path}.`);
}

/** @param allow the methods that the path supports */
export function methodNotAllowed(path: string, allow: string): Problem {
  const headers = { Allow: allow };
  return new Problem(405, 'method_not_allowed', `Only ${allow} can be used at ${path}.`, { headers });
}

/** Problems of requests that reach no operation. */
export const unroutedProblems = {
  routeNotFound: documented(routeNotFound('/v1/projcts'), 'Look the path up here.'),
  methodNotAllowed: documented(
    methodNotAllowed('/v1/me', 'GET, HEAD'),
    'Use one of the methods that `Allow` names.',
  ),
  malformed: documented(
    new Problem(400, 'malformed_request', 'This is not a well-formed HTTP/1.1 request.'),
    'The request is broken below HTTP: look at what the client really sends.',
  ),
  headersTooLarge: documented(
    new Problem(431, 'headers_too_large', 'The request line and headers are too large.'),
    'Send fewer or shorter headers, or a shorter query.',
  ),
  timeout: documented(
    new Problem(408, 'request_timeout', 'The request did not arrive in time.'),
    'Send the request again, in one go.',
  ),
};

/** Codes of field errors that this room reports, and their meanings. */
export const inputFieldErrors: Readonly<Record<string, string>> = {
  required: 'is missing',
  unknown: 'is no field or parameter of this operation',
  invalid_type: 'has another JSON type than it must have; nothing is converted, and nothing can be `null`',
  invalid_unicode: 'has a lone surrogate or U+0000',
  blank: 'has nothing but white space',
  too_long: 'has too many characters, counted as Unicode code points',
  too_many: 'has too many items',
  invalid_choice: 'is none of the values that there are',
  invalid_uuid: 'is no UUID',
  invalid_timestamp: 'is no ISO 8601 date-time with a zone designator, or does not exist',
  invalid_url_scheme: 'is a URL of a scheme that could run scripts',
  repeated: 'is a parameter that can be given only once',
  invalid_limit: 'is no whole number from 1 to 100',
  invalid_cursor: 'is a cursor that is broken, or was made for another list, sort or filter',
};

/** Problems that operations have in common, by what an operation takes. */
export const commonProblems = {
  general: Object.values(generalProblems),
  token: Object.values(tokenProblems),
  body: Object.values(bodyProblems),
  noBody: bodyNotTaken,
  preconditions: preconditionFailed,
  idempotencyKey: Object.values(keyProblems),
  secret: keyNotAllowed,
  unrouted: Object.values(unroutedProblems),
};
