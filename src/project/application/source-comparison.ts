import {
  deletedHere,
  type ImportFailure,
  type ImportMode,
  keptValues,
  ownSource,
} from '../../shared/imports.js';
import { type ImportedDigests, ImportedValues } from '../domain/imported-values.js';

/** A stored record that a record of a source refers to. */
interface StoredRecord {
  readonly isImported: boolean;
}

/** Compares records of a source with those that are stored here, by what the source had at the last import. */
export class SourceComparison {
  /** What the report says of records that were not taken as they are, by their place. */
  readonly remarks = new Map<number, ImportFailure>();
  /** The digests to store for the next import, by external id. */
  readonly digests = new Map<string, ImportedDigests>();

  /** @param last the digests of the last import, by external id */
  constructor(
    private readonly last: ReadonlyMap<string, ImportedDigests>,
    private readonly mode: ImportMode,
  ) {}

  /** Returns whether a record was imported before and deleted here. An export of this service restores such records. */
  wasDeleted(index: number, externalId: string, stored: StoredRecord | undefined): boolean {
    const wasDeleted = !stored && this.last.has(externalId) && this.mode.source !== ownSource;
    if (wasDeleted) this.remarks.set(index, deletedHere);
    return wasDeleted;
  }

  /**
   * Returns the values to store. A record that was created here gets those of the file, for example to restore it.
   *
   * @param mergeValues merges the values of the file with those that are stored
   */
  merge<Values>(
    index: number,
    externalId: string,
    stored: StoredRecord | undefined,
    mergeValues: (values: ImportedValues) => Values,
  ): Values {
    const last = stored?.isImported ? this.last.get(externalId) : undefined;
    const values = new ImportedValues(last, this.mode.isComplete);
    const merged = mergeValues(values);
    if (values.kept.length > 0) this.remarks.set(index, keptValues(values.kept));
    if (stored?.isImported !== false && values.haveChanged) this.digests.set(externalId, values.digests);
    return merged;
  }
}
