import { DomainError } from './domain-error.js';

/** A record with its version, which changes whenever any byte of the record changes. */
export interface Versioned<T> {
  readonly record: T;
  readonly version: string;
  /** The record as JSON text, if it was read as such. */
  readonly json?: string;
}

/** The expected version of the record that a write replaces; null accepts any version. */
export type Precondition = ((version: string) => boolean) | null;

/** The record has changed since the caller read it. */
export class PreconditionFailed extends DomainError {
  constructor() {
    super('stale', 'precondition_failed', 'The record has changed since it was read. Read it again.');
  }
}

/**
 * Checks a precondition against the current version, in the unit of work that has locked the record.
 *
 * @throws PreconditionFailed
 */
export function expectVersion(precondition: Precondition, present: Versioned<unknown> | null): void {
  if (precondition === null) return;
  if (!present || !precondition(present.version)) throw new PreconditionFailed();
}

/** A request for a page of a list. */
export interface PageRequest {
  /** The maximum number of records, at least 1. */
  readonly limit: number;
  /** The position of the last record of the previous page: its sort keys as texts, the id last. */
  readonly after?: readonly string[];
  /** Whether to count the whole list as well. */
  readonly count: boolean;
}

/** A page of a list. */
export interface Page<T> {
  readonly records: T[];
  /** The records as JSON, one per line, if they were read as such. */
  readonly json?: string;
  /** The position at which the next page starts; absent at the end of the list. */
  readonly next?: readonly string[];
  /** The number of records in the whole list, if requested. */
  readonly total?: number;
}

/** Returns a record that was read as JSON text, which is parsed only on access. */
export function versionedJson<T>(json: string, version: string): Versioned<T> {
  let record: T | undefined;
  return withJson(json, {
    get record() {
      return (record ??= JSON.parse(json) as T);
    },
    version,
  });
}

/** Returns a page that was read as lines of JSON, which are parsed only on access. */
export function pageOfJson<T>(json: string, page: Omit<Page<T>, 'records' | 'json'>): Page<T> {
  let records: T[] | undefined;
  return withJson(json, {
    get records() {
      const lines = json === '' ? [] : json.split('\n');
      return (records ??= lines.map((line) => JSON.parse(line) as T));
    },
    ...page,
  });
}

/** The text is not enumerable, so that a copy with different records does not include it. */
function withJson<Holder extends object>(json: string, holder: Holder): Holder & { readonly json: string } {
  return Object.defineProperty(holder, 'json', { value: json }) as Holder & { readonly json: string };
}
