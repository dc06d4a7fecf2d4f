import { type DomainError, InvalidInput } from '../../shared/domain-error.js';
import { PreconditionFailed } from '../../shared/records.js';
import { settings } from '../config/index.js';
import { limits } from './limits.js';
import { Problem, problemOf } from './problem.js';

/** The problems that the platform responds with, except problems of domain errors. */
export const httpProblems = {
  // Problems of any operation.

  internalError: new Problem(500, 'internal_error', {
    detail: 'An unexpected error occurred. It was logged with the request id.',
    remedy:
      'An error of the service, after which the change may have been stored. Retry as after `outcome_unknown`; quote the `request_id` in a support request if the error persists.',
  }),
  databaseUnavailable: new Problem(503, 'database_unavailable', {
    detail: 'The database is unavailable. Try again later.',
    headers: { 'Retry-After': '2' },
    remedy: 'Nothing was changed. Wait as many seconds as `Retry-After` says, and repeat the request.',
  }),
  outcomeUnknown: new Problem(503, 'outcome_unknown', {
    detail:
      'The connection to the database broke before it confirmed the change, which may have been stored. Check the result, or retry with the same Idempotency-Key.',
    headers: { 'Retry-After': '2' },
    remedy:
      'The change was stored completely or not at all. Repeat GET, PUT and DELETE requests, a POST with the same `Idempotency-Key`, and a PATCH with the same `If-Match`. Before you repeat another request, read the record to check whether it has changed.',
  }),
  shuttingDown: new Problem(503, 'shutting_down', {
    detail: 'The service is shutting down.',
    headers: { 'Retry-After': '5' },
    remedy: 'Only `/health/ready` returns this. Send requests to another process.',
  }),

  /**
   * @param seconds until the next window
   * @param what what the limit is for
   */
  rateLimited: (
    limit: number,
    seconds: number,
    what = 'for each access token, and for each address without a valid one',
  ) =>
    new Problem(429, 'rate_limited', {
      detail: `The limit is ${limit} requests per minute ${what}.`,
      headers: { 'Retry-After': String(seconds) },
      remedy:
        'Wait as many seconds as `Retry-After` says. `RateLimit` is part of every response and contains the remaining quota.',
    }),

  largeReadWaited: (seconds: number) =>
    new Problem(429, 'rate_limited', {
      detail: `Lists and expensive reads of clients that recently had large responses run one at a time. This one did not begin within ${seconds} seconds.`,
      headers: { 'Retry-After': String(seconds) },
    }),

  tooManyParallelReads: (limit: number) =>
    new Problem(429, 'too_many_parallel_reads', {
      detail: `The limit is ${limit} searches, counts, lists sorted by a field and calls of tools, and as many streams, in progress for each access token, and for each user named in On-Behalf-Of, and four times as many for all tokens of a user.`,
      headers: { 'Retry-After': '1' },
      remedy:
        'The request has waited for a second. Wait for the end of a response to another search (`q`, similar feedback), count (`count=true`, feedback stats), list sorted by a field, call of a tool (`/mcp`) or stream (`application/x-ndjson`), and repeat the request. A token that serves several users should name them in `On-Behalf-Of`.',
    }),

  // Problems of bodies.

  bodyNotTaken: new Problem(400, 'body_not_taken', {
    detail: 'This operation does not accept a body other than {}.',
    remedy: 'Send no body, or `{}`.',
  }),
  emptyBody: new Problem(400, 'empty_body', {
    detail: 'The body must be a JSON object; {} changes nothing.',
    remedy: 'Send a JSON object; `{}` changes nothing.',
  }),
  malformedJson: new Problem(400, 'malformed_json', {
    detail: 'The body is not valid JSON in UTF-8.',
    remedy: 'Send a JSON text (RFC 8259) in UTF-8.',
  }),
  incompleteBody: new Problem(400, 'incomplete_body', {
    detail: 'The body is incomplete or damaged.',
    remedy: 'The connection was interrupted, or the compressed body is damaged. Repeat the request.',
  }),
  tooDeep: new Problem(400, 'too_deep', {
    detail: `The body is nested deeper than ${limits.bodyDepth} levels.`,
    remedy: 'Send a body with fewer nested levels.',
  }),
  tooManyValues: new Problem(400, 'too_many_values', {
    detail: `The body contains more than ${limits.bodyValues} members and items.`,
    remedy: 'Send a body with fewer values.',
  }),
  unsupportedMediaType: new Problem(415, 'unsupported_media_type', {
    detail: 'The media type of the body must be application/json in UTF-8.',
    headers: { Accept: 'application/json' },
    remedy: 'Send the header `Content-Type: application/json`.',
  }),
  unsupportedContentEncoding: new Problem(415, 'unsupported_content_encoding', {
    detail: 'The content encoding of the body must be gzip, deflate, br or none.',
    headers: { 'Accept-Encoding': 'gzip, deflate, br' },
    remedy: 'Send the body uncompressed, or with an encoding listed in `Accept-Encoding`.',
  }),

  bodyTooLarge: (maxBytes: number) =>
    new Problem(413, 'body_too_large', {
      detail: `The body is larger than ${maxBytes} bytes.`,
      remedy: 'Send a smaller body. The limit also applies to the decompressed size.',
    }),

  // Problems of bodies that are files.

  emptyFile: new Problem(400, 'empty_body', {
    detail: 'The body must be a file.',
    remedy: 'Send the file itself as the body.',
  }),
  unsupportedFile: new Problem(415, 'unsupported_media_type', {
    detail:
      'The media type of a file must be application/octet-stream or the type of the file, without a content encoding.',
    headers: { Accept: 'application/octet-stream' },
    remedy: 'Send the header `Content-Type: application/octet-stream`, and the file uncompressed.',
  }),

  // Problems of idempotency keys.

  invalidKey: new Problem(400, 'invalid_idempotency_key', {
    detail: `The Idempotency-Key header must be sent once and have 1 to ${limits.keyLength} characters.`,
    remedy: `Send one key of 1 to ${limits.keyLength} characters, for example a random UUID.`,
  }),
  keyInUse: new Problem(409, 'idempotency_key_in_use', {
    detail: 'The first request with this Idempotency-Key is still in progress.',
    headers: { 'Retry-After': '1' },
    remedy:
      'The first request is still in progress. Wait as many seconds as `Retry-After` says, and retry with the same key.',
  }),
  keyReused: new Problem(409, 'idempotency_key_reused', {
    detail: 'This Idempotency-Key was already used with a different body or query.',
    remedy:
      'A request with this key, for the same path but with another body or query, has succeeded within 24 hours. Nothing was done now. Use one key for all attempts of an operation, with the same body and query, and another key only for another operation.',
  }),
  keyAccessChanged: new Problem(409, 'idempotency_access_changed', {
    detail:
      'The first request with this Idempotency-Key has succeeded, but since then your rights have changed, or you can no longer see what it returned.',
    remedy:
      'The first request with this key has succeeded, and nothing was done now. Its response is not returned again, because your role, your scope or what you can see has changed, or the record was deleted. Read the record, if you can.',
  }),
  keyNotAllowed: new Problem(400, 'idempotency_key_not_allowed', {
    detail:
      'This operation does not accept an Idempotency-Key: its response contains a secret, which is not stored.',
    remedy:
      'Omit the header. If the response is lost, revoke or delete the created record and create another one.',
  }),

  // Problems of requests that reach no operation.

  routeNotFound: (path: string) =>
    new Problem(404, 'route_not_found', {
      detail: `No resource exists at ${path}.`,
      remedy: 'Check the path against the API document.',
    }),

  /** @param allow the methods that the path supports */
  methodNotAllowed: (path: string, allow: string) =>
    new Problem(405, 'method_not_allowed', {
      detail: `The methods supported at ${path} are ${allow}.`,
      headers: { Allow: allow },
      remedy: 'Use one of the methods listed in `Allow`.',
    }),

  malformedUrl: new Problem(400, 'malformed_url', {
    detail: 'The path or the query of the URL contains a percent-encoding that is no UTF-8 text.',
    remedy:
      'Encode the text as UTF-8, and each of its bytes that a URL cannot contain as `%` and two hexadecimal digits (RFC 3986). A percent sign itself is `%25`.',
  }),

  untrustedOrigin: new Problem(403, 'untrusted_origin', {
    detail:
      'The request comes from a page of another origin, and its token from a cookie or a session of the application around the service.',
    remedy:
      'Send the request from a page of the same origin, or the token as `Authorization: Bearer <token>`. An application that embeds the service can allow the origin by its option `authentication.trustedOrigins`.',
  }),
  malformedRequest: new Problem(400, 'malformed_request', {
    detail: 'The request is not valid HTTP/1.1.',
    remedy: 'The request violates the HTTP/1.1 syntax. Check what the client sends.',
  }),
  invalidHost: new Problem(400, 'invalid_host', {
    detail: 'The request must have exactly one Host header, with a host name and optionally a port.',
    remedy: 'Send one `Host` header that names the service. Check what proxies send.',
  }),
  headersTooLarge: new Problem(431, 'headers_too_large', {
    detail: 'The request line and headers are too large.',
    remedy: 'Send fewer or shorter headers, or a shorter query.',
  }),
  requestTimeout: new Problem(408, 'request_timeout', {
    detail: 'The request was not received in time.',
    remedy: 'Repeat the request, and send it without pauses.',
  }),
  expectationFailed: new Problem(417, 'expectation_failed', {
    detail: 'The only supported value of the Expect header is 100-continue.',
    remedy: 'Omit the `Expect` header.',
  }),
  methodNotImplemented: new Problem(501, 'method_not_implemented', {
    detail: 'This method is not supported by any resource of the service.',
    remedy: 'Use one of the methods in the API document.',
  }),
};

/** Documents an error of shared code, which knows nothing of requests. */
function withRemedy(error: DomainError, remedy: string): Problem {
  const problem = problemOf(error);
  return new Problem(problem.status, problem.code, { ...problem, remedy });
}

const invalidInput = withRemedy(
  new InvalidInput([{ parameter: 'staus', code: 'unknown', detail: 'The parameter is unknown.' }]),
  `Correct the fields and parameters listed in \`errors\`. Each error has a \`pointer\` into the body (RFC 6901) or the name of a \`parameter\`, a \`code\`, and a \`detail\`. All errors are reported at once, up to ${limits.fieldErrors}.`,
);

const preconditionFailed = withRemedy(
  new PreconditionFailed(),
  'The record has changed since it was read, perhaps by an earlier attempt of this request. Read it again, and send the change with the new `ETag` if it is still needed.',
);

/** Problems of bodies that are files. */
function fileProblems(maxBytes: number): readonly Problem[] {
  return [
    httpProblems.emptyFile,
    httpProblems.incompleteBody,
    httpProblems.bodyTooLarge(maxBytes),
    httpProblems.unsupportedFile,
  ];
}

/** Problems that operations have in common, by what an operation takes. */
export const commonProblems = {
  general: [httpProblems.malformedUrl, invalidInput, httpProblems.internalError],
  token: [
    httpProblems.rateLimited(settings.rateLimitPerMinute.default, 17),
    httpProblems.databaseUnavailable,
  ],
  write: [httpProblems.outcomeUnknown],
  expensiveRead: [httpProblems.tooManyParallelReads(settings.maxParallelSearches.default)],
  body: [
    httpProblems.emptyBody,
    httpProblems.malformedJson,
    httpProblems.incompleteBody,
    httpProblems.tooDeep,
    httpProblems.tooManyValues,
    httpProblems.bodyTooLarge(settings.maxBodyBytes.default),
    httpProblems.unsupportedMediaType,
    httpProblems.unsupportedContentEncoding,
  ],
  importFile: fileProblems(settings.maxImportBytes.default),
  attachmentFile: fileProblems(settings.maxAttachmentBytes.default),
  noBody: [httpProblems.bodyNotTaken],
  preconditions: [preconditionFailed],
  idempotencyKey: [
    httpProblems.invalidKey,
    httpProblems.keyInUse,
    httpProblems.keyReused,
    httpProblems.keyAccessChanged,
  ],
  secret: [httpProblems.keyNotAllowed],
  /** Problems of requests that reach no operation. */
  unrouted: [
    httpProblems.routeNotFound('/v1/projcts'),
    httpProblems.methodNotAllowed('/v1/me', 'GET, HEAD'),
    httpProblems.untrustedOrigin,
    httpProblems.malformedUrl,
    httpProblems.malformedRequest,
    httpProblems.invalidHost,
    httpProblems.headersTooLarge,
    httpProblems.requestTimeout,
    httpProblems.expectationFailed,
    httpProblems.methodNotImplemented,
  ],
};

/** Codes of field errors that this package reports, and their meanings. */
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
  unknown_include: 'is not a list of names of members that the operation can add',
  invalid_limit: `is not a whole number from 1 to ${limits.pageSize}`,
  invalid_cursor: 'is malformed, or belongs to another project, list, sort order or filter',
};
