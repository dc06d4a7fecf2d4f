import { DomainError } from './domain-error.js';

/** A record as it is sent, with a text that is another one whenever any byte of the record is. */
export interface Versioned<T> {
  readonly record: T;
  readonly version: string;
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
 * Checks a precondition in the unit of work that has locked the record. `read` gives the present version; it is only
 * called where something is expected.
 *
 * @throws PreconditionFailed
 */
export async function expectVersion(
  precondition: Precondition,
  read: () => Promise<Versioned<unknown> | null>,
): Promise<void> {
  if (precondition === null) return;
  const present = await read();
  if (!present || !precondition(present.version)) throw new PreconditionFailed();
}
