import type { FieldError, Problem } from './generated/types.js';

/** The base class of errors of requests. If a signal aborts a request, the method throws the signal's reason instead. */
export class ClientError extends Error {
  override name = 'ClientError';
  /** The underlying error. */
  override readonly cause?: unknown;
  /**
   * Whether the service may have executed the request although the call failed: the response to this attempt or to an
   * earlier one was lost. Read the record to find out.
   */
  outcomeUnknown = false;

  /** @param operation id of the operation */
  constructor(
    readonly operation: string,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(`${operation}: ${message}`, options);
  }
}

/** The codes of errors. Later versions of the service can have others. */
export type ErrorCode = Problem['code'];

/** The service returned an error (RFC 9457). There is a subclass for each common status. */
export class ApiError extends ClientError {
  override name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** Stable code, for programs. */
  readonly code: ErrorCode;
  /** Name of the status. */
  readonly title: string;
  /** Explanation for people. Its wording can change. */
  readonly detail: string;
  /** Id of the request in the logs of the service. */
  readonly requestId: string;
  /** All invalid fields and parameters. */
  readonly fieldErrors: readonly FieldError[];
  /** Seconds to wait before a retry, if the service says so. */
  readonly retryAfter: number | undefined;

  constructor(
    operation: string,
    problem: Problem,
    readonly headers: Headers,
  ) {
    const { status, code, title, detail, request_id: requestId, errors = [] } = problem;
    const fields = errors.map((error) => ` ${error.pointer ?? error.parameter ?? ''}: ${error.detail}`);
    super(operation, `${detail}${fields.join('')} (${status} ${code})`);
    this.status = status;
    this.code = code;
    this.title = title;
    this.detail = detail;
    this.requestId = requestId;
    this.fieldErrors = errors;
    this.retryAfter = parseRetryAfter(headers);
  }
}

/** 400: the request is invalid. `fieldErrors` lists all invalid fields and parameters. */
export class BadRequestError extends ApiError {
  override name = 'BadRequestError';
}

/** 401: the access token is missing, unknown, expired or revoked. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: the scope of the token or the role of the user is insufficient. */
export class PermissionDeniedError extends ApiError {
  override name = 'PermissionDeniedError';
}

/** 404: the record does not exist, or the caller is not a member of its project. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409: the request conflicts with the current state, for example if a slug is taken. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** 412: the record has been changed since it was read. */
export class PreconditionFailedError extends ApiError {
  override name = 'PreconditionFailedError';
}

/** 429: too many requests; `retryAfter` says when to continue. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** 500 or above: the service failed, or is temporarily unavailable. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

const errorClasses: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  429: RateLimitError,
};

/** Creates the error of the class for its status. */
export function createApiError(operation: string, problem: Problem, headers: Headers): ApiError {
  const ErrorClass = errorClasses[problem.status] ?? (problem.status >= 500 ? ServerError : ApiError);
  return new ErrorClass(operation, problem, headers);
}

/** The response is not one of this service: for example an error page of a proxy, or a redirect to another origin. */
export class UnexpectedResponseError extends ClientError {
  override name = 'UnexpectedResponseError';
  /** Seconds to wait before a retry, if the response says so. */
  readonly retryAfter: number | undefined;

  /** @param body the first 1,000 characters of the response */
  constructor(
    operation: string,
    message: string,
    readonly status: number,
    readonly headers: Headers,
    readonly body: string,
    options?: { readonly cause?: unknown },
  ) {
    super(operation, message, options);
    this.retryAfter = parseRetryAfter(headers);
  }
}

/** There was no complete response. `cause` is the underlying error. */
export class ConnectionError extends ClientError {
  override name = 'ConnectionError';
}

/** There was no complete response within the time limit. */
export class ConnectionTimeoutError extends ConnectionError {
  override name = 'ConnectionTimeoutError';
}

/** A webhook request is not from the service, is too old, or was altered. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

/** Returns the seconds in `Retry-After`, which are a number or a date (RFC 9110 §10.2.3). */
function parseRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - Date.now()) / 1_000));
}
