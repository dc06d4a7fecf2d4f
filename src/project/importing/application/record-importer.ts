import { hash } from 'node:crypto';
import { canonicalJson } from '../../../shared/canonical-json.js';
import { DomainError, InvalidInput } from '../../../shared/domain-error.js';
import {
  changedHere,
  deletedHere,
  type ImportedRecord,
  type ImportFailure,
  type ImportMode,
  type ImportOutcome,
  type ImportResult,
  keyText,
} from '../../../shared/imports.js';
import type { ProjectAccess } from '../../access/application/project-access.js';

/** An import of a file: who imports it into which project, and how. */
export interface ImportRun {
  readonly access: ProjectAccess;
  readonly mode: ImportMode;
  /** Returns what imports of the source have brought in, by the keys there. */
  known(kind: string, keys: readonly string[]): Promise<ReadonlyMap<string, ImportedRecord>>;
  /** Stores what this import has brought in. */
  remember(kind: string, records: ReadonlyMap<string, ImportedRecord>): Promise<void>;
  /** Removes what `remember` has stored, because the source has removed the records. */
  forget(kind: string, keys: readonly string[]): Promise<void>;
  /** Returns the content of the file that is attached, from the beginning, each time. */
  content(): AsyncIterable<Uint8Array>;
}

/** What earlier imports have brought in for a record; undefined: nothing. */
export type Known = ImportedRecord | undefined;

/**
 * Imports the records of a kind. The module that owns them implements this. Where a record refers to others, it has their ids in
 * this service. Other values are not checked yet.
 */
export interface RecordImporter<R> {
  /**
   * Imports records with different keys in the caller's unit of work. Returns the results in their order.
   *
   * @param known what earlier imports have brought in, for each of the records
   */
  import(run: ImportRun, records: readonly R[], known: readonly Known[]): Promise<ImportResult[]>;
}

/** Imports one record after the other. What a record violates is a failure of this record only. */
export async function importEach<R>(
  records: readonly R[],
  importOne: (record: R, index: number) => Promise<ImportOutcome | ImportResult>,
): Promise<ImportResult[]> {
  const results: ImportResult[] = [];
  for (const [index, record] of records.entries()) {
    const result = await importOne(record, index).catch(importFailure);
    results.push(typeof result === 'object' && 'outcome' in result ? result : { outcome: result });
  }
  return results;
}

/**
 * Imports records that have no values that could change, such as votes. What is here is skipped, and what was deleted here stays
 * deleted.
 *
 * @param add returns which of the records are missing, and stores them unless `checkOnly` is set
 */
export async function importMissing<R>(
  records: readonly R[],
  known: readonly Known[],
  add: (records: readonly R[], checkOnly: boolean) => Promise<readonly boolean[]>,
): Promise<ImportResult[]> {
  const results: ImportResult[] = [];
  for (const isKnown of [false, true]) {
    const indexes = [...records.keys()].filter((index) => Boolean(known[index]) === isKnown);
    const given = indexes.map((index) => records[index]!);
    const areMissing = given.length > 0 ? await add(given, isKnown) : [];
    for (const [position, index] of indexes.entries()) {
      const missing: ImportResult = isKnown ? deletedResult : { outcome: 'created' };
      results[index] = areMissing[position] ? missing : { outcome: 'skipped' };
    }
  }
  return results;
}

/** What becomes of a record that was imported before and deleted here. */
export const deletedResult: ImportResult = { outcome: 'skipped', remarks: [deletedHere] };

/** Returns why a record could not be imported. @throws the error if it is an unexpected one */
export function importFailure(error: unknown): ImportFailure {
  if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
  const { code, detail } =
    error instanceof InvalidInput ? error.fieldErrors[0]! : { code: error.code, detail: error.message };
  return { code, detail };
}

/**
 * Returns the result for a record that stays as it is here: it was deleted here, the file has nothing new, or it was changed here.
 * Returns null if the values of the file are to be stored.
 *
 * @param known what an earlier import has brought in
 * @param given the record of the file, as it was compared then
 * @param stored the values here; null if the record is not here
 */
export function unchanged(known: Known, given: object, stored: object | null): ImportResult | null {
  if (!known) return null;
  if (!stored) return deletedResult;
  if (known.given === digestOf(given)) return { outcome: 'skipped' };
  if (known.stored !== digestOf(stored)) return { outcome: 'skipped', remarks: [changedHere] };
  return null;
}

/** Returns a digest of a value that can be JSON. */
export function digestOf(value: unknown): string {
  return hash('sha256', canonicalJson(value) ?? '', 'hex').slice(0, 32);
}

/** Returns the external ids of records that can be ids. */
export function keysOf(records: readonly { readonly external_id: string }[]): string[] {
  return [...new Set(records.map(({ external_id: key }) => keyText(key)))].filter((key) => key !== '');
}

/** The user of a record is not one of the users any more. */
export const userDeleted: ImportFailure = { code: 'user_not_found', detail: 'The user has been deleted.' };
