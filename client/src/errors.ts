import type { FieldError, Problem } from './generated/operations.js';

/** Why a call failed. Calls that were ended by their signal throw the signal's reason instead. */
export class CallError extends Error {
  override name = 'CallError';
  /**
   * Whether an earlier try of this call had no answer, so that it may have been done: this is then what a later try met.
   * A 412 to a PATCH may be such a change of one's own.
   */
  afterLostAnswer = false;

  /** @param operation id of the operation */
  constructor(
    readonly operation: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(`${operation}: ${message}`, options);
  }
}

/** The stable codes of problems. Later versions of the service may have others. */
export type ProblemCode = Problem['code'];

/** The service has refused the request, or could not do it, and says why (RFC 9457). */
export class ProblemError extends CallError {
  override name = 'ProblemError';
  readonly status: number;
  /** What programs branch on. */
  readonly code: ProblemCode;
  readonly title: string;
  /** A sentence for people. It may change. */
  readonly detail: string;
  /** Name it when you ask for help: it stands in the service's log. */
  readonly requestId: string;
  /** What is wrong with the fields of the body and the parameters, all of it at once. */
  readonly errors: readonly FieldError[];
  /** The seconds after which the service wants to be asked again. */
  readonly retryAfter: number | undefined;

  constructor(
    operation: string,
    problem: Problem,
    readonly headers: Headers,
  ) {
    const { status, code, title, detail, request_id: requestId, errors = [] } = problem;
    const faults = errors.map((fault) => ` ${fault.pointer ?? fault.parameter ?? ''}: ${fault.detail}`);
    super(operation, `${detail}${faults.join('')} (${status} ${code})`);
    this.status = status;
    this.code = code;
    this.title = title;
    this.detail = detail;
    this.requestId = requestId;
    this.errors = errors;
    this.retryAfter = secondsOf(headers.get('retry-after'));
  }
}

/** There was an answer, but none that this service gives: a page of a proxy, or a redirect to elsewhere. */
export class UnexpectedAnswerError extends CallError {
  override name = 'UnexpectedAnswerError';
  /** The seconds after which whoever answered wants to be asked again. */
  readonly retryAfter: number | undefined;

  /** @param body its first 1,000 characters */
  constructor(
    operation: string,
    message: string,
    readonly status: number,
    readonly headers: Headers,
    readonly body: string,
    options?: ErrorOptions,
  ) {
    super(operation, message, options);
    this.retryAfter = secondsOf(headers.get('retry-after'));
  }
}

/** Why there was no answer: the network failed, it took too long, or the answer broke off before its end. */
export type NoAnswerReason = 'network' | 'timeout' | 'broken_off';

/** There was no answer, or not all of it. `cause` is what was thrown below. */
export class NoAnswerError extends CallError {
  override name = 'NoAnswerError';

  /** @param sent whether the service may have got the request, and done it: false where no connection came about */
  constructor(
    operation: string,
    readonly reason: NoAnswerReason,
    readonly sent: boolean,
    options?: ErrorOptions,
  ) {
    const words = {
      network: `The service cannot be reached: ${reasonOf(options?.cause)}.`,
      timeout: 'The service has not answered in time.',
      broken_off: 'The answer broke off before its end.',
    };
    super(operation, words[reason], options);
  }
}

/** What was posted is not from the service, or not as it was sent. `cause` is what was thrown below, where there is one. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

/** What fetch throws says little: the reason is its cause. */
function reasonOf(error: unknown): string {
  const cause = member(error, 'cause');
  // System errors of several addresses that were tried have a code, but no message.
  const words = [member(cause, 'message'), member(cause, 'code'), member(error, 'message')];
  return String(words.find(Boolean) ?? error);
}

/** A member of what was thrown, which need not be an error of this realm. */
export function member(thrown: unknown, name: string): unknown {
  return typeof thrown === 'object' && thrown !== null
    ? (thrown as Record<string, unknown>)[name]
    : undefined;
}

/** `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3). */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - Date.now()) / 1_000));
}
