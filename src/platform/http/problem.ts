import { STATUS_CODES } from 'node:http';
import { DomainError, type ErrorKind, type FieldError } from '../../shared/domain-error.js';

const statuses: Record<ErrorKind, number> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  stale: 412,
};

/** An error response of the HTTP layer. */
export class Problem extends Error {
  /**
   * @param code stable and snake_case, for programs
   * @param detail a sentence for people
   */
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly options: {
      readonly headers?: Readonly<Record<string, string>>;
      readonly errors?: readonly FieldError[];
    } = {},
  ) {
    super(detail);
  }
}

/** Returns the response to a domain error. */
export function problemOf(error: DomainError | Problem): Problem {
  if (error instanceof Problem) return error;
  return new Problem(statuses[error.kind], error.code, error.message, { errors: error.faults });
}

/** The body of an error response: problem details (RFC 9457). */
export interface ProblemDetails {
  /** `about:blank`: status and `code` identify the kind of problem (RFC 9457 §4.2.1). */
  type: 'about:blank';
  /** Reason phrase of the status. */
  title: string;
  status: number;
  detail: string;
  code: string;
  request_id: string;
  /** All errors of an invalid input. */
  errors?: readonly FieldError[];
}

export function problemDetails(problem: Problem, requestId: string): ProblemDetails {
  return {
    type: 'about:blank',
    title: STATUS_CODES[problem.status] ?? 'Error',
    status: problem.status,
    detail: problem.detail,
    code: problem.code,
    request_id: requestId,
    ...(problem.options.errors?.length ? { errors: problem.options.errors } : {}),
  };
}
