import { PreconditionFailed } from '../../shared/records.js';
import * as idempotency from './idempotency.js';
import { bodyNotTaken, invalidInput } from './input.js';
import * as body from './json-body.js';
import { documented } from './operation.js';
import { databaseUnavailable, internalError } from './problem.filter.js';
import { rateLimited } from './rate-limiter.js';
import { methodNotAllowed, routeNotFound } from './unknown-route.controller.js';
import { malformed, unreadableProblems } from './unreadable-request.js';

const invalidBody = invalidInput([
  {
    pointer: '/title',
    code: 'too_long',
    detail: 'The field must have at most 300 characters (Unicode code points).',
  },
  { pointer: '/colour', code: 'unknown', detail: 'The field is not known here.' },
]);

export const databaseAway = documented(
  databaseUnavailable(),
  'Nothing was changed. Wait for as many seconds as `Retry-After` says, and send the request again.',
);

/** Problems that operations have in common, by what an operation takes. */
export const commonProblems = {
  /** Problems of all operations. */
  general: [
    documented(
      invalidInput([{ parameter: 'staus', code: 'unknown', detail: 'The parameter is not known here.' }]),
      'Correct what `errors` names: each member has a `pointer` into the body (RFC 6901) or the name of a `parameter`, a `code` of its own, and a sentence. All faults are told at once. Sending the same request again does not help.',
    ),
    documented(
      internalError(),
      'The fault is on this side. A request that is safe to send again may be sent again later; tell us the `request_id` if it persists.',
    ),
  ],
  /** Problems of operations that take a token. */
  token: [
    documented(
      rateLimited(1200, 17),
      'Wait for as many seconds as `Retry-After` says. `RateLimit` tells on every answer what is left, so that a client need not come that far.',
    ),
    databaseAway,
  ],
  /** Problems of operations that take a body. */
  body: [
    documented(invalidBody, '', 'invalid_body'),
    documented(body.emptyBody(), 'Send a JSON object; `{}` is the way to change nothing.'),
    documented(body.malformedJson(), 'Send a JSON text (RFC 8259) in UTF-8.'),
    documented(
      body.incompleteBody(),
      'The connection broke or the compressed body is damaged: send it again.',
    ),
    documented(body.tooDeep(), 'No field needs such a depth: send less.'),
    documented(
      body.bodyTooLarge(1_048_576),
      'The limit also holds for what a compressed body expands to. Send less.',
    ),
    documented(body.unsupportedMediaType(), 'Send the header `Content-Type: application/json`.'),
    documented(
      body.unsupportedContentEncoding(),
      'Send the body as it is, or compressed as `Accept-Encoding` says.',
    ),
  ],
  /** The problem of POST and PUT operations that take no body. */
  noBody: documented(bodyNotTaken(), 'Send none: everything stands in the path.'),
  /** The problem of operations that take `If-Match` and `If-None-Match`. */
  preconditions: documented(
    new PreconditionFailed(),
    'Somebody changed the record since you read it. Read it again, decide anew, and send the change with its new `ETag`.',
  ),
  /** Problems of POST operations that take an `Idempotency-Key`. */
  idempotencyKey: [
    documented(idempotency.invalidKey(), 'Send one key of 1 to 255 characters; a random UUID is a good one.'),
    documented(
      idempotency.keyInUse(),
      'The first request is not answered yet. Wait for as many seconds as `Retry-After` says, and ask again with the same key.',
    ),
    documented(idempotency.keyReused(), 'A key belongs to one request. Make a new one for a new request.'),
  ],
  /** The problem of POST operations that return a secret. */
  secret: documented(
    idempotency.keyNotAllowed(),
    'Leave the header out. Should the answer get lost, revoke what was made and make another.',
  ),
  /** Problems of requests that reach no operation. */
  unrouted: [
    documented(routeNotFound('/v1/projcts'), 'Look the path up here.'),
    documented(methodNotAllowed('/v1/me', 'GET, HEAD'), 'Use one of the methods that `Allow` names.'),
    documented(malformed, 'The request is broken below HTTP: look at what the client really sends.'),
    ...Object.values(unreadableProblems).map((problem) =>
      documented(
        problem,
        problem.status === 408
          ? 'Send the request again, in one go.'
          : 'Send fewer or shorter headers, or a shorter query.',
      ),
    ),
  ],
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
