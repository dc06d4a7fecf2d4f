/** What went wrong, in the domain's terms. Only the HTTP edge turns a kind into a status. */
export type ErrorKind = 'not_found' | 'conflict' | 'invalid' | 'forbidden' | 'stale' | 'gone';

/** One fault of an input: where it is, a stable code, and a sentence for people. */
export interface Fault {
  /** JSON Pointer (RFC 6901) into the body, such as `/publish_date`. */
  readonly pointer?: string;
  /** Name of the query or path parameter, in place of `pointer`. */
  readonly parameter?: string;
  readonly code: string;
  readonly detail: string;
}

/**
 * A request that the domain refuses. `code` is stable and snake_case: programs branch on it; `message` is
 * for people and may change.
 */
export class DomainError extends Error {
  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string,
    readonly faults: readonly Fault[] = [],
  ) {
    super(message);
    this.name = new.target.name;
  }
}

/** An input that breaks rules; it carries every fault that was found. */
export class InvalidInput extends DomainError {
  constructor(faults: readonly Fault[]) {
    super('invalid', 'invalid_input', 'The request has values that are not allowed.', faults);
  }
}
