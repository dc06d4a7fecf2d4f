import { DomainError } from './domain-error.js';

/** A record with its version, which changes whenever any byte of the record changes. */
export class Versioned<T> {
  #json: string | undefined;

  constructor(
    readonly record: T,
    readonly version: string,
  ) {}

  /** Returns a record that was read as JSON text, which is parsed only on access. */
  static fromJson<T>(json: string, version: string): Versioned<T> {
    const versioned = new Versioned(undefined as T, version);
    versioned.#json = json;
    let record: T | undefined;
    const get = () => (record ??= JSON.parse(json) as T);
    return Object.defineProperty(versioned, 'record', { get, enumerable: true });
  }

  /** The record as JSON text, if it was read as such. */
  get json(): string | undefined {
    return this.#json;
  }
}

/**
 * Returns a record without some of its members, with the same version.
 *
 * @param members the names, as an object: so the compiler can check that none is missing
 */
export function withoutMembers<T extends object, Name extends keyof T>(
  { record, version }: Versioned<T>,
  members: Readonly<Record<Name, true>>,
): Versioned<Omit<T, Name>> {
  const others = Object.entries(record).filter(([name]) => !Object.hasOwn(members, name));
  return new Versioned(Object.fromEntries(others) as Omit<T, Name>, version);
}

/** An aggregate that has been locked in order to change it, with its record as it is before the change. */
export interface Locked<Aggregate, Record> {
  readonly aggregate: Aggregate;
  readonly before: Versioned<Record>;
}

/** A user as embedded in other records. */
export interface UserRecord {
  id: string;
  email: string;
  full_name: string;
  avatar_url: string;
}

/** A tag as embedded in other records. */
export interface TagRecord {
  name: string;
  color: string;
}

/** A user as records show it that everyone can read. */
export type PublicUserRecord = Pick<UserRecord, 'full_name' | 'avatar_url'>;

/**
 * What records that everyone can read show of people: their names and pictures, or nothing. Where it is absent, records show
 * whole users.
 */
export type ShownPeople = 'names' | 'nobody';

/** A file that was uploaded, as embedded in the records that it is attached to. */
export interface AttachmentRecord {
  id: string;
  /** Absolute if the setting `publicBaseUrl` is set, otherwise a path on the host of the service. */
  url: string;
  filename: string;
  /** By its content. */
  media_type: string;
  /** In bytes. */
  size: number;
  /** ISO 8601 in UTC with milliseconds. */
  created_at: string;
}

/** The expected version of the record that a write replaces, which is null if there is none; null accepts any version. */
export type Precondition = ((version: string | null) => boolean) | null;

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
  if (precondition && !precondition(present?.version ?? null)) throw new PreconditionFailed();
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

/** Returns a page that was read as lines of JSON, which are parsed only on access. */
export function pageOfJson<T>(json: string, page: Omit<Page<T>, 'records' | 'json'>): Page<T> {
  let records: T[] | undefined;
  const lazy = {
    get records() {
      const lines = json === '' ? [] : json.split('\n');
      return (records ??= lines.map((line) => JSON.parse(line) as T));
    },
    ...page,
  };
  // Not enumerable, so that a copy with different records does not include it.
  return Object.defineProperty(lazy, 'json', { value: json });
}
