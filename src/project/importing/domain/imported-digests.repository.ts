import type { ImportedDigests } from './imported-values.js';

/** The kinds of records that are compared with what their source had at the last import. */
export type ComparedKind = 'feedback' | 'comment' | 'changelog';

/** A source of the records of a project. */
export interface RecordSource {
  readonly projectId: string;
  readonly source: string;
}

/** Stores digests of the values that the records of sources had at their last import. They outlive records that are deleted here. */
export abstract class ImportedDigestsRepository {
  /** Returns digests by external id. Records that were not imported have none. */
  abstract find(
    source: RecordSource,
    kind: ComparedKind,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, ImportedDigests>>;

  /** Stores digests by external id, in place of those of the import before. */
  abstract save(
    source: RecordSource,
    kind: ComparedKind,
    digests: ReadonlyMap<string, ImportedDigests>,
  ): Promise<void>;
}
