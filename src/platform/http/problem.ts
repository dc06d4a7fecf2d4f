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

/** An answer other than 2xx that the HTTP edge itself decides on. */
export class Problem extends Error {
  /**
   * @param status of the answer
   * @param code stable and snake_case: programs branch on it
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

/** What the API makes of an error of the domain. */
export function problemOf(error: DomainError | Problem): Problem {
  if (error instanceof Problem) return error;
  return new Problem(statuses[error.kind], error.code, error.message, { errors: error.faults });
}

/** Problem details (RFC 9457) as they are sent. */
export interface ProblemDetails {
  /** `about:blank`: the status and `code` say what kind of problem it is (RFC 9457 §4.2.1). */
  type: 'about:blank';
  /** The status in words. */
  title: string;
  status: number;
  detail: string;
  code: string;
  request_id: string;
  /** The faults of a bad input, all of them. */
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
