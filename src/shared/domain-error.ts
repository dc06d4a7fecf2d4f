/** The kind of a domain error. Only the HTTP layer maps kinds to status codes. */
export type ErrorKind =
  'not_found' | 'conflict' | 'invalid' | 'unsupported' | 'forbidden' | 'stale' | 'gone' | 'unavailable';

/** An error in a field of an input: its place, a stable code, and a sentence for people. */
export interface FieldError {
  /** JSON Pointer (RFC 6901) into the body, such as `/publish_date`. */
  readonly pointer?: string;
  /** Name of the query or path parameter, in place of `pointer`. */
  readonly parameter?: string;
  readonly code: string;
  readonly detail: string;
}

/** Returns the JSON Pointer (RFC 6901) to the place that is reached by these names. */
export function pointerTo(...names: readonly string[]): string {
  return names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * A rejection by the domain. `code` is stable and snake_case, for programs; `message` is for people and may change.
 */
export class DomainError extends Error {
  /** What a caller can do about it, in Markdown for the API document. */
  readonly remedy: string = '';

  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string,
    readonly fieldErrors: readonly FieldError[] = [],
  ) {
    super(message);
    this.name = new.target.name;
  }
}

/** Invalid input, with all field errors that were found. */
export class InvalidInput extends DomainError {
  constructor(fieldErrors: readonly FieldError[]) {
    super('invalid', 'invalid_input', 'The request contains invalid values.', fieldErrors);
  }
}
