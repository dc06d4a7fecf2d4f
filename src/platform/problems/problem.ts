import { STATUS_CODES } from 'node:http';
import { DomainError, type ErrorKind, type FieldError } from '../../shared/domain-error.js';

const statuses: Record<ErrorKind, number> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  stale: 412,
  unavailable: 503,
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
  return new Problem(statuses[error.kind], error.code, error.message, {
    errors: error.fieldErrors,
    ...(error.kind === 'unavailable' ? { headers: { 'Retry-After': '5' } } : {}),
  });
}

/** A problem that operations answer with, and what the caller can do about it. */
export interface DocumentedProblem {
  /** The name of the example: the problem's code, unless there are several examples of one code. */
  readonly name: string;
  readonly problem: Problem;
  readonly remedy: string;
}

/** Documents a problem by an example: an error as the code throws it. */
export function documented(
  error: DomainError | Problem,
  remedy: string,
  name = error.code,
): DocumentedProblem {
  return { name, problem: problemOf(error), remedy };
}

/** Returns the body of an error response: problem details (RFC 9457). Status and `code` identify the kind of problem. */
export function problemDetails({ status, detail, code, options: { errors } }: Problem, requestId: string) {
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    code,
    request_id: requestId,
    ...(errors?.length ? { errors } : {}),
  };
}
