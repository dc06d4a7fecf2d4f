import type { Ids } from './ids.js';
import { fieldName, isUuid } from './rules.js';

/** The reason why a record could not be imported. */
export interface ImportFailure {
  readonly code: string;
  readonly detail: string;
}

/** The outcome of importing a record, or the reason why it failed. */
export type ImportOutcome = 'created' | 'updated' | 'skipped' | ImportFailure;

/** How records are imported. */
export interface ImportMode {
  /** The system that the records are from. Together with its id, it identifies an imported record in a project. */
  readonly source: string;
  /** Whether to compute the outcomes without storing anything. */
  readonly dryRun: boolean;
  /** Whether to record the same events as if the records had been created and updated here. */
  readonly notify: boolean;
  /** Whether the file has everything that its source has, so that what is missing in it was removed there. */
  readonly isComplete: boolean;
}

/** The source of files of this service. Their records keep their ids where these are free. */
export const ownSource = 'fcs';

/** The system that a record is from, and its id there. */
export interface RecordOrigin {
  readonly source: string;
  readonly externalId: string;
}

/**
 * Returns the id of a new record, and the origin that is stored with it. Records of this service keep their ids, so that
 * references from outside stay valid, unless they are copied.
 *
 * @param given the origin of the record, and the one that it had before it came to the source
 * @param isTaken whether a record has this id already
 */
export function identityOf(
  { source, externalId, origin }: RecordOrigin & { readonly origin?: RecordOrigin | undefined },
  isTaken: boolean,
  ids: Ids,
): RecordOrigin & { readonly id: string } {
  const keepsId = source === ownSource && isUuid(externalId) && !isTaken;
  if (!keepsId) return { id: ids.next(), source, externalId };
  return { id: externalId.toLowerCase(), ...(origin ?? { source, externalId }) };
}

/** The outcomes of importing records, and remarks for the report. */
export interface ImportResults {
  /** In the order of the records. */
  readonly outcomes: readonly ImportOutcome[];
  /** What the report says of records that were not taken as they are, by their place in that order. */
  readonly remarks: ReadonlyMap<number, ImportFailure>;
}

/** The remark about a record with values that were kept, because they were changed here. */
export function keptValues(names: readonly string[]): ImportFailure {
  const fields = names.map(fieldName).join(', ');
  return {
    code: 'changed_here',
    detail: `These fields were changed both here and in the source since the last import, and were kept: ${fields}.`,
  };
}

/** The remark about a record that was imported before and deleted here. */
export const deletedHere: ImportFailure = {
  code: 'deleted_here',
  detail: 'The record was imported before and deleted here, so it is not created again.',
};
