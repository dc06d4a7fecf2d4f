import { DomainError, InvalidInput } from '../../../shared/domain-error.js';
import type { ImportFailure, ImportMode, ImportOutcome, ImportResult } from '../../../shared/imports.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import { UserService } from '../../../identity/index.js';

/** An import of a file: who imports it into which project, and how. */
export interface ImportRun {
  readonly access: ProjectAccess;
  readonly mode: ImportMode;
  /** Returns what a dry run has stored under these keys with `plan`, and the ids of records that it would have created. */
  planned(kind: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Stores what a dry run would have changed, for later parts of the file. */
  plan(kind: string, values: ReadonlyMap<string, string>): Promise<void>;
  /** Returns the content of the file that is attached, from the beginning, each time. */
  content(): AsyncIterable<Uint8Array>;
}

/**
 * Imports the records of a kind. The module that owns them implements this. Where a record refers to others, it has their ids in
 * this service; in a dry run, perhaps ids of records that it would have created. Other values are not checked yet.
 */
export interface RecordImporter<R> {
  /** Imports records in the caller's unit of work. Returns the results in their order. */
  import(run: ImportRun, records: readonly R[]): Promise<ImportResult[]>;
}

/** Imports one record after the other. What a record violates is a failure of this record only. */
export async function importEach<R>(
  records: readonly R[],
  importOne: (record: R) => Promise<ImportOutcome>,
): Promise<ImportResult[]> {
  const results: ImportResult[] = [];
  for (const record of records) results.push({ outcome: await importOne(record).catch(importFailure) });
  return results;
}

/** Returns why a record could not be imported. @throws the error if it is an unexpected one */
export function importFailure(error: unknown): ImportFailure {
  if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
  const { code, detail } =
    error instanceof InvalidInput ? error.fieldErrors[0]! : { code: error.code, detail: error.message };
  return { code, detail };
}

/** The user of a record is not one of the users any more. */
export const userDeleted: ImportFailure = { code: 'user_not_found', detail: 'The user has been deleted.' };

/** Returns whether a user exists and is not anonymized, or would be registered by a dry run. */
export async function isActive(run: ImportRun, users: UserService, userId: string): Promise<boolean> {
  return (await users.isKnown(userId)) || (await run.planned('user', [userId])).has(userId);
}
