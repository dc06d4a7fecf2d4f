import type { FieldError } from '../../shared/domain-error.js';
import { PreconditionFailed } from '../../shared/records.js';
import { documented, Problem } from './problem.js';

// Problems of any operation.

export const internalError = new Problem(
  500,
  'internal_error',
  'An unexpected error occurred. It was logged with the request id.',
);
export const databaseUnavailable = new Problem(
  503,
  'database_unavailable',
  'The database is unavailable. Try again later.',
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

/** The maximum number of field errors in a response. */
export const maxFieldErrors = 100;

/** Returns a 400 with all field errors, or the first ones if there are very many. */
export function invalidInput(errors: readonly FieldError[]): Problem {
  const detail = 'The request contains invalid values.';
  if (errors.length <= maxFieldErrors) return new Problem(400, 'invalid_input', detail, { errors });
  return new Problem(400, 'invalid_input', `${detail} Only the first ${maxFieldErrors} errors are listed.`, {
    errors: errors.slice(0, maxFieldErrors),
  });
}

/** @param seconds until the next window */
export function rateLimited(limit: number, seconds: number): Problem {
  const detail = `The limit is ${limit} requests per minute for each access token, and for each address without a valid one.`;
  return new Problem(429, 'rate_limited', detail, { headers: { 'Retry-After': String(seconds) } });
}

/** The maximum number of expensive reads of an access token that a process runs at once. */
export const maxParallelReads = 6;

export function tooManyParallelReads(): Problem {
  const detail = `The limit is ${maxParallelReads} searches and counts in progress for each access token.`;
  return new Problem(429, 'too_many_parallel_reads', detail, { headers: { 'Retry-After': '1' } });
}

// Problems of bodies.

/** In levels of nesting. */
export const maxBodyDepth = 32;

/** In members of objects and items of arrays, on all levels together. */
export const maxBodyValues = 10_000;

export const bodyNotTaken = new Problem(
  400,
  'body_not_taken',
  'This operation does not accept a body other than {}.',
);
export const emptyBody = new Problem(
  400,
  'empty_body',
  'The body must be a JSON object; {} changes nothing.',
);
export const malformedJson = new Problem(400, 'malformed_json', 'The body is not valid JSON in UTF-8.');
export const incompleteBody = new Problem(400, 'incomplete_body', 'The body is incomplete or damaged.');
export const tooDeep = new Problem(400, 'too_deep', `The body is nested deeper than ${maxBodyDepth} levels.`);
export const tooManyValues = new Problem(
  400,
  'too_many_values',
  `The body contains more than ${maxBodyValues} members and items.`,
);
export const unsupportedMediaType = new Problem(
  415,
  'unsupported_media_type',
  'The media type of the body must be application/json in UTF-8.',
  { headers: { Accept: 'application/json' } },
);
export const unsupportedContentEncoding = new Problem(
  415,
  'unsupported_content_encoding',
  'The content encoding of the body must be gzip, deflate, br or none.',
  { headers: { 'Accept-Encoding': 'gzip, deflate, br' } },
);

export function bodyTooLarge(maxBytes: number): Problem {
  return new Problem(413, 'body_too_large', `The body is larger than ${maxBytes} bytes.`);
}

// Problems of idempotency keys.

/** In characters. */
export const maxKeyLength = 255;

export const invalidKey = new Problem(
  400,
  'invalid_idempotency_key',
  `The Idempotency-Key header must be sent once and have 1 to ${maxKeyLength} characters.`,
);
export const keyInUse = new Problem(
  409,
  'idempotency_key_in_use',
  'The first request with this Idempotency-Key is still in progress.',
  { headers: { 'Retry-After': '1' } },
);
export const keyReused = new Problem(
  409,
  'idempotency_key_reused',
  'This Idempotency-Key was already used with a different body.',
);
export const keyNotAllowed = new Problem(
  400,
  'idempotency_key_not_allowed',
  'This operation does not accept an Idempotency-Key: its response contains a secret, which is not stored.',
);

// Problems of requests that reach no operation.

export const malformedRequest = new Problem(400, 'malformed_request', 'The request is not valid HTTP/1.1.');
export const invalidHost = new Problem(
  400,
  'invalid_host',
  'The request must have exactly one Host header, with a host name and optionally a port.',
);
export const headersTooLarge = new Problem(
  431,
  'headers_too_large',
  'The request line and headers are too large.',
);
export const requestTimeout = new Problem(408, 'request_timeout', 'The request was not received in time.');
export const expectationFailed = new Problem(
  417,
  'expectation_failed',
  'The only supported value of the Expect header is 100-continue.',
);
export const methodNotImplemented = new Problem(
  501,
  'method_not_implemented',
  'This method is not supported by any resource of the service.',
);

export function routeNotFound(path: string): Problem {
  return new Problem(404, 'route_not_found', `No resource exists at ${path}.`);
}

/** @param allow the methods that the path supports */
export function methodNotAllowed(path: string, allow: string): Problem {
  const headers = { Allow: allow };
  return new Problem(405, 'method_not_allowed', `The methods supported at ${path} are ${allow}.`, {
    headers,
  });
}

const invalidBody = invalidInput([
  {
    pointer: '/title',
    code: 'too_long',
    detail: 'The field must have at most 300 characters (Unicode code points).',
  },
  { pointer: '/colour', code: 'unknown', detail: 'The field is unknown.' },
]);
const invalidQuery = invalidInput([
  { parameter: 'staus', code: 'unknown', detail: 'The parameter is unknown.' },
]);

export const shuttingDownProblem = documented(shuttingDown, 'Send requests to another process.');
export const databaseUnavailableProblem = documented(
  databaseUnavailable,
  'Nothing was changed. Wait as many seconds as `Retry-After` says, and repeat the request.',
);

/** Problems that operations have in common, by what an operation takes. */
export const commonProblems = {
  general: [
    documented(
      invalidQuery,
      `Correct the fields and parameters listed in \`errors\`. Each error has a \`pointer\` into the body (RFC 6901) or the name of a \`parameter\`, a \`code\`, and a \`detail\`. All errors are reported at once, up to ${maxFieldErrors}.`,
    ),
    documented(
      internalError,
      'An error of the service. Retry requests that are safe to repeat; quote the `request_id` in a support request if the error persists.',
    ),
  ],
  token: [
    documented(
      rateLimited(1200, 17),
      'Wait as many seconds as `Retry-After` says. `RateLimit` is part of every response and contains the remaining quota.',
    ),
    databaseUnavailableProblem,
  ],
  write: [
    documented(
      outcomeUnknown,
      'The change was stored completely or not at all. Repeat GET, PUT and DELETE requests, and a POST with the same `Idempotency-Key`. Before you repeat another request, read the record to check whether it has changed.',
    ),
  ],
  expensiveRead: [
    documented(
      tooManyParallelReads(),
      'Wait for a response to another search (`q`, similar feedback) or count (`count=true`, feedback stats). Then repeat this request.',
    ),
  ],
  body: [
    documented(invalidBody, '', 'invalid_body'),
    documented(emptyBody, 'Send a JSON object; `{}` changes nothing.'),
    documented(malformedJson, 'Send a JSON text (RFC 8259) in UTF-8.'),
    documented(
      incompleteBody,
      'The connection was interrupted, or the compressed body is damaged. Repeat the request.',
    ),
    documented(tooDeep, 'Send a body with fewer nested levels.'),
    documented(tooManyValues, 'Send a body with fewer values.'),
    documented(
      bodyTooLarge(1_048_576),
      'Send a smaller body. The limit also applies to the decompressed size.',
    ),
    documented(unsupportedMediaType, 'Send the header `Content-Type: application/json`.'),
    documented(
      unsupportedContentEncoding,
      'Send the body uncompressed, or with an encoding listed in `Accept-Encoding`.',
    ),
  ],
  noBody: [documented(bodyNotTaken, 'Send no body, or `{}`.')],
  preconditions: [
    documented(
      new PreconditionFailed(),
      'The record has changed since it was read. Read it again, and send the change with the new `ETag`.',
    ),
  ],
  idempotencyKey: [
    documented(invalidKey, 'Send one key of 1 to 255 characters, for example a random UUID.'),
    documented(
      keyInUse,
      'The first request is still in progress. Wait as many seconds as `Retry-After` says, and retry with the same key.',
    ),
    documented(keyReused, 'Use a new key for each request.'),
  ],
  secret: [
    documented(
      keyNotAllowed,
      'Omit the header. If the response is lost, revoke or delete the created record and create another one.',
    ),
  ],
  /** Problems of requests that reach no operation. */
  unrouted: [
    documented(routeNotFound('/v1/projcts'), 'Check the path against this document.'),
    documented(methodNotAllowed('/v1/me', 'GET, HEAD'), 'Use one of the methods listed in `Allow`.'),
    documented(malformedRequest, 'The request violates the HTTP/1.1 syntax. Check what the client sends.'),
    documented(invalidHost, 'Send one `Host` header that names the service. Check what proxies send.'),
    documented(headersTooLarge, 'Send fewer or shorter headers, or a shorter query.'),
    documented(requestTimeout, 'Repeat the request, and send it without pauses.'),
    documented(expectationFailed, 'Omit the `Expect` header.'),
    documented(methodNotImplemented, 'Use one of the methods in this document.'),
  ],
};

/** Codes of field errors that this room reports, and their meanings. */
export const inputFieldErrors: Readonly<Record<string, string>> = {
  required: 'is missing',
  unknown: 'is not a field or parameter of this operation',
  invalid_type: 'has a wrong JSON type; values are not converted, and nothing can be `null`',
  invalid_unicode: 'contains a lone surrogate or U+0000',
  blank: 'is empty or contains only white space',
  too_long: 'has too many characters, counted as Unicode code points',
  too_many: 'has too many items',
  invalid_choice: 'is not one of the allowed values',
  invalid_uuid: 'is not a UUID',
  invalid_timestamp: 'is not an ISO 8601 date-time with a zone designator, or is an impossible one',
  invalid_url_scheme: 'is a URL with a scheme that is not allowed',
  repeated: 'is given more than once, although it is not repeatable',
  comma_separated: 'has several values separated by commas; repeat the parameter instead',
  invalid_limit: 'is not a whole number from 1 to 100',
  invalid_cursor: 'is malformed, or belongs to another project, list, sort order or filter',
};
