import { DomainError } from './domain-error.js';

/** A record as it is sent, with a text that is another one whenever any byte of the record is. */
export interface Versioned<T> {
  readonly record: T;
  readonly version: string;
  /** The record as JSON text, where it was read as such. */
  readonly json?: string;
}

/** What a write expects of the version that it replaces; null expects nothing. */
export type Precondition = ((version: string) => boolean) | null;

/** The record is not the one that the caller had in mind: somebody changed it meanwhile. */
export class PreconditionFailed extends DomainError {
  constructor() {
    super('stale', 'precondition_failed', 'The record has been changed meanwhile: read it again.');
  }
}

/**
 * Checks a precondition in the unit of work that has locked the record, of which `present` is the present version.
 *
 * @throws PreconditionFailed
 */
export function expectVersion(precondition: Precondition, present: Versioned<unknown> | null): void {
  if (precondition === null) return;
  if (!present || !precondition(present.version)) throw new PreconditionFailed();
}

/** Which part of a list is asked for. */
export interface PageRequest {
  /** Records at most, one or more. */
  readonly limit: number;
  /** Position of the last record of the page before: its sort keys as texts, the id last. */
  readonly after?: readonly string[];
  /** Whether to count the whole list too. */
  readonly count: boolean;
}

/** A part of a list, in the list's order. */
export interface Page<T> {
  readonly records: T[];
  /** The records as JSON in UTF-8, one a line, where they were read as such. */
  readonly json?: Buffer;
  /** Position to go on from; absent where this was the end. */
  readonly next?: readonly string[];
  /** Records in the whole list, where it was asked for. */
  readonly total?: number;
}

/** A record that was read as JSON text, which is parsed for those only who look into it. */
export function versionedJson<T>(json: string, version: string): Versioned<T> {
  let record: T | undefined;
  return withJson(json, {
    get record() {
      return (record ??= JSON.parse(json) as T);
    },
    version,
  });
}

/** A page that was read as lines of JSON, which are parsed for those only who look into them. */
export function pageOfJson<T>(json: Buffer, page: Omit<Page<T>, 'records' | 'json'>): Page<T> {
  let records: T[] | undefined;
  return withJson(json, {
    get records() {
      const lines = json.length > 0 ? json.toString().split('\n') : [];
      return (records ??= lines.map((line) => JSON.parse(line) as T));
    },
    ...page,
  });
}

/** The text is not enumerable, so that a copy with other records does not take it along. */
function withJson<Json, Holder extends object>(json: Json, holder: Holder): Holder & { readonly json: Json } {
  return Object.defineProperty(holder, 'json', { value: json }) as Holder & { readonly json: Json };
}
