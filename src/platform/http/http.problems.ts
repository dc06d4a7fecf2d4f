import type { FieldError } from '../../shared/domain-error.js';
import { PreconditionFailed } from '../../shared/records.js';
import { documented, type DocumentedProblem, Problem, problemOf } from './problem.js';

// Problems of any operation.

export const internalError = new Problem(
  500,
  'internal_error',
  'Something went wrong here. It has been logged with the request id.',
);
export const databaseUnavailable = new Problem(
  503,
  'database_unavailable',
  'The database cannot be reached just now. Try again.',
  { headers: { 'Retry-After': '2' } },
);
export const outcomeUnknown = new Problem(
  503,
  'outcome_unknown',
  'The connection to the database broke before it confirmed the change, which may have been stored. Check the result, or retry with the same Idempotency-Key.',
  { headers: { 'Retry-After': '2' } },
);
export const shuttingDown = new Problem(503, 'shutting_down', 'The service is shutting down.', {
  headers: { 'Retry-After': '5' },
});

/** Returns a 400 with all errors. */
export function invalidInput(errors: readonly FieldError[]): Problem {
  return new Problem(400, 'invalid_input', 'The request has values that are not allowed.', { errors });
}

/** @param seconds until the next window */
export function rateLimited(limit: number, seconds: number): Problem {
  const detail = `Each access token may send ${limit} requests a minute, as may each address without a valid one.`;
  return new Problem(429, 'rate_limited', detail, { headers: { 'Retry-After': String(seconds) } });
}

/** In levels of nesting. */
export const maxBodyDepth = 32;

// Problems of bodies.

export const bodyNotTaken = new Problem(400, 'body_not_taken', 'This operation takes no body.');
export const emptyBody = new Problem(
  400,
  'empty_body',
  'A JSON object is needed as the body; {} changes nothing.',
);
export const malformedJson = new Problem(400, 'malformed_json', 'The body is not a JSON text in UTF-8.');
export const incompleteBody = new Problem(400, 'incomplete_body', 'The body could not be read to its end.');
export const tooDeep = new Problem(400, 'too_deep', `The body is nested deeper than ${maxBodyDepth} levels.`);
export const unsupportedMediaType = new Problem(
  415,
  'unsupported_media_type',
  'The body must be sent as application/json in UTF-8.',
  { headers: { Accept: 'application/json' } },
);
export const unsupportedContentEncoding = new Problem(
  415,
  'unsupported_content_encoding',
  'The content encoding must be gzip, deflate, br or none.',
  { headers: { 'Accept-Encoding': 'gzip, deflate, br' } },
);

export function bodyTooLarge(maxBytes: number): Problem {
  const headers = { Connection: 'close' };
  return new Problem(413, 'body_too_large', `The body may have at most ${maxBytes} bytes.`, { headers });
}

/** In characters. */
export const maxKeyLength = 255;

// Problems of idempotency keys.

export const invalidKey = new Problem(
  400,
  'invalid_idempotency_key',
  `The Idempotency-Key must be given once and have 1 to ${maxKeyLength} characters.`,
);
export const keyInUse = new Problem(
  409,
  'idempotency_key_in_use',
  'The first request with this Idempotency-Key is still under way.',
  { headers: { 'Retry-After': '1' } },
);
export const keyReused = new Problem(
  409,
  'idempotency_key_reused',
  'This Idempotency-Key was used with another body. A new request needs a new key.',
);
export const keyNotAllowed = new Problem(
  400,
  'idempotency_key_not_allowed',
  'The answer shows a secret and is not kept, so this operation takes no Idempotency-Key.',
);

// Problems of requests that reach no operation.

export const malformedRequest = new Problem(
  400,
  'malformed_request',
  'This is not a well-formed HTTP/1.1 request.',
);
export const headersTooLarge = new Problem(
  431,
  'headers_too_large',
  'The request line and headers are too large.',
);
export const requestTimeout = new Problem(408, 'request_timeout', 'The request did not arrive in time.');

export function routeNotFound(path: string): Problem {
  return new Problem(404, 'route_not_found', `There is nothing at ${path}.`);
}

/** @param allow the methods that the path supports */
export function methodNotAllowed(path: string, allow: string): Problem {
  const headers = { Allow: allow };
  return new Problem(405, 'method_not_allowed', `Only ${allow} can be used at ${path}.`, { headers });
}

/** What the caller can do about each problem, by its code. */
const remedies: Readonly<Record<string, string>> = {
  invalid_input:
    'Correct the fields and parameters listed in `errors`. Each error has a `pointer` into the body (RFC 6901) or the name of a `parameter`, a `code`, and a `detail`. All errors are reported at once.',
  internal_error:
    'An error of the service. Retry requests that are safe to repeat; quote the `request_id` in a support request if the error persists.',
  rate_limited:
    'Wait as many seconds as `Retry-After` says. `RateLimit` is part of every response and contains the remaining quota.',
  database_unavailable:
    'Nothing was changed. Wait as many seconds as `Retry-After` says, and repeat the request.',
  outcome_unknown:
    'The change was stored completely or not at all. Repeat GET, PUT and DELETE requests, and a POST with the same `Idempotency-Key`. Before you repeat another request, read the record to check whether it has changed.',
  shutting_down: 'Send requests to another process.',
  empty_body: 'Send a JSON object; `{}` changes nothing.',
  malformed_json: 'Send a JSON text (RFC 8259) in UTF-8.',
  incomplete_body: 'The connection was interrupted, or the compressed body is damaged. Repeat the request.',
  too_deep: 'Send a body with fewer nested levels.',
  body_too_large: 'Send a smaller body. The limit also applies to the decompressed size.',
  unsupported_media_type: 'Send the header `Content-Type: application/json`.',
  unsupported_content_encoding:
    'Send the body uncompressed, or with an encoding listed in `Accept-Encoding`.',
  body_not_taken: 'Send no body.',
  precondition_failed:
    'The record has changed since it was read. Read it again, and send the change with the new `ETag`.',
  invalid_idempotency_key: 'Send one key of 1 to 255 characters, for example a random UUID.',
  idempotency_key_in_use:
    'The first request is still in progress. Wait as many seconds as `Retry-After` says, and retry with the same key.',
  idempotency_key_reused: 'Use a new key for each request.',
  idempotency_key_not_allowed:
    'Omit the header. If the response is lost, revoke or delete the created record and create another one.',
  route_not_found: 'Check the path against this document.',
  method_not_allowed: 'Use one of the methods listed in `Allow`.',
  malformed_request: 'The request violates the HTTP/1.1 syntax. Check what the client sends.',
  headers_too_large: 'Send fewer or shorter headers, or a shorter query.',
  request_timeout: 'Repeat the request, and send it without pauses.',
};

/** Documents problems of this room with their remedies. */
export function withRemedies(...problems: readonly Problem[]): DocumentedProblem[] {
  return problems.map((problem) => documented(problem, remedies[problem.code] ?? ''));
}

const invalidBody = invalidInput([
  {
    pointer: '/title',
    code: 'too_long',
    detail: 'The field must have at most 300 characters (Unicode code points).',
  },
  { pointer: '/colour', code: 'unknown', detail: 'The field is not known here.' },
]);

/** Problems that operations have in common, by what an operation takes. */
export const commonProblems = {
  general: withRemedies(
    invalidInput([{ parameter: 'staus', code: 'unknown', detail: 'The parameter is not known here.' }]),
    internalError,
  ),
  token: withRemedies(rateLimited(1200, 17), databaseUnavailable),
  write: withRemedies(outcomeUnknown),
  body: [
    documented(invalidBody, '', 'invalid_body'),
    ...withRemedies(emptyBody, malformedJson, incompleteBody, tooDeep, bodyTooLarge(1_048_576)),
    ...withRemedies(unsupportedMediaType, unsupportedContentEncoding),
  ],
  noBody: withRemedies(bodyNotTaken),
  preconditions: withRemedies(problemOf(new PreconditionFailed())),
  idempotencyKey: withRemedies(invalidKey, keyInUse, keyReused),
  secret: withRemedies(keyNotAllowed),
  /** Problems of requests that reach no operation. */
  unrouted: withRemedies(
    routeNotFound('/v1/projcts'),
    methodNotAllowed('/v1/me', 'GET, HEAD'),
    malformedRequest,
    headersTooLarge,
    requestTimeout,
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
