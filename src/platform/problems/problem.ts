import { STATUS_CODES } from 'node:http';
import { DomainError, type ErrorKind, type FieldError } from '../../shared/domain-error.js';
import { limits } from './limits.js';

const statuses: Record<ErrorKind, number> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  stale: 412,
  unsupported: 415,
  unavailable: 503,
};

/** What a problem has beside its status and code. */
interface ProblemOptions {
  /** A sentence for people. */
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly errors?: readonly FieldError[];
  /** What the caller can do about it, in the API document. */
  readonly remedy?: string;
}

/**
 * An error response of the HTTP layer. Status and code identify the kind of problem. It is no `HttpException`, which has
 * neither code nor headers, and which marks the errors of an application around the service.
 */
export class Problem extends Error implements Required<ProblemOptions> {
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: readonly FieldError[];
  readonly remedy: string;

  /** @param code stable and snake_case, for programs */
  constructor(
    readonly status: number,
    readonly code: string,
    { detail, headers = {}, errors = [], remedy = '' }: ProblemOptions,
  ) {
    super(detail);
    // Most problems are constants, whose stack shows their module.
    this.stack = String(this);
    this.detail = detail;
    this.headers = headers;
    this.errors = errors;
    this.remedy = remedy;
  }
}

/** An error that operations respond with. */
export type ApiError = DomainError | Problem;

/** Returns the response to a domain error, with the first field errors if there are very many. */
export function problemOf(error: ApiError): Problem {
  if (error instanceof Problem) return error;
  const { kind, code, message, fieldErrors, remedy } = error;
  const hint =
    fieldErrors.length > limits.fieldErrors ? ` Only the first ${limits.fieldErrors} errors are listed.` : '';
  return new Problem(statuses[kind], code, {
    detail: message + hint,
    errors: fieldErrors.slice(0, limits.fieldErrors),
    headers: kind === 'unavailable' ? { 'Retry-After': '5' } : {},
    remedy,
  });
}

/**
 * Returns the body of an error response: problem details (RFC 9457).
 *
 * @param errorsUrl URL below which each code has a page, or a relative reference to it (RFC 9457 §3.1.1); absent for
 * requests of an application around the service
 */
export function problemDetails(
  { status, detail, code, errors }: Problem,
  requestId: string,
  errorsUrl?: string,
) {
  return {
    type: errorsUrl === undefined ? 'about:blank' : `${errorsUrl}/${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    code,
    request_id: requestId,
    ...(errors.length > 0 ? { errors } : {}),
  };
}
