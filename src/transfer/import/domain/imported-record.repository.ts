import type { ImportedRecord } from '../../../shared/imports.js';

/** A source of the records of a project. */
export interface RecordSource {
  readonly projectId: string;
  readonly source: string;
}

/** What imports have brought into projects, by the keys of the records in their sources. */
export abstract class ImportedRecordRepository {
  /** Returns what imports of a source have brought into its project, by the keys of the records there. People whom a host has deleted are left out. */
  abstract find(
    from: RecordSource,
    kind: string,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, ImportedRecord>>;

  /** Stores what an import has brought in. It outlives the records, so that what is deleted here is not imported again. */
  abstract save(
    from: RecordSource,
    kind: string,
    records: ReadonlyMap<string, ImportedRecord>,
  ): Promise<void>;

  /** Removes what imports have brought in, because the source has removed it. */
  abstract remove(from: RecordSource, kind: string, keys: readonly string[]): Promise<void>;
}
