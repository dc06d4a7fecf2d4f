import { Injectable } from '@nestjs/common';
import { canonicalJson } from '../../../shared/canonical-json.js';
import { Ids } from '../../../shared/ids.js';
import {
  deletedHere,
  identityOf,
  type ImportFailure,
  type ImportResult,
  keptValues,
  keyText,
  ownSource,
  type StoredRecord,
} from '../../../shared/imports.js';
import type { PortableOrigin } from '../../../shared/portable-records.js';
import { type ComparedKind, ImportedDigestsRepository } from '../domain/imported-digests.repository.js';
import { type ImportedDigests, ImportedValues, type Merging } from '../domain/imported-values.js';
import type { ImportRun } from './record-importer.js';

/** A record of a file that has been read. */
export interface ReadRecord<R> {
  readonly record: R;
  /** Why it cannot be stored; null if it can. */
  readonly failure: ImportFailure | null;
  /** Why it is not stored as it is. */
  readonly remarks?: readonly ImportFailure[];
}

/** What is compared with the records of a file. */
interface Compared<R, Values, Stored> {
  readonly stored: readonly Stored[];
  /** Those of the external ids that are ids of other records here. */
  readonly taken: ReadonlySet<string>;
  readonly merging: Merging<NoInfer<Values>>;
  /** Returns all values of a record, with those that the file omits as they are stored. */
  readonly complete: (record: R, stored: Stored | undefined) => Values;
}

/** What an import makes of records. */
interface Comparison<R, Values, Stored> {
  /** In the order of the records. */
  readonly results: ImportResult[];
  readonly created: {
    readonly record: R;
    readonly identity: PortableOrigin & { id: string };
    readonly values: Values;
  }[];
  readonly updated: { readonly before: Stored; readonly values: Values }[];
}

/** What becomes of a record that was deleted here. */
const skippedAsDeleted: ImportResult = { outcome: 'skipped', remarks: [deletedHere] };

/** Compares the records of a source with those that are stored here, by what the source had at its last import. */
@Injectable()
export class SourceComparisons {
  constructor(
    private readonly digests: ImportedDigestsRepository,
    private readonly ids: Ids,
  ) {}

  /**
   * Decides which records are new, which have changed in the source, and which were deleted here, and notes what the source has
   * now for its next import. A record that was created here gets the values of the file, for example to restore it.
   */
  async compare<
    R extends { readonly external_id: string; readonly origin?: PortableOrigin | null },
    Values extends object,
    Stored extends StoredRecord<Values>,
  >(
    run: ImportRun,
    kind: ComparedKind,
    records: readonly ReadRecord<R>[],
    { stored, taken, merging, complete }: Compared<R, Values, Stored>,
  ): Promise<Comparison<R, Values, Stored>> {
    const { access, mode } = run;
    const source = { projectId: access.projectId, source: mode.source };
    const found = new Map(stored.map((each) => [each.key, each]));
    const keys = keysOf(records.map(({ record }) => record));
    const last = await this.digests.find(source, kind, keys);
    const planned = await run.planned(kind, keys);
    const digests = new Map<string, ImportedDigests>();
    const [created, updated]: [
      Comparison<R, Values, Stored>['created'],
      Comparison<R, Values, Stored>['updated'],
    ] = [[], []];
    const results = records.map(({ record, failure, remarks = [] }): ImportResult => {
      if (failure) return { outcome: failure, remarks };
      const { external_id: key } = record;
      const before = found.get(key);
      // An export of this service restores records that were deleted here.
      if (!before && last.has(key) && mode.source !== ownSource) return skippedAsDeleted;
      const there = complete(record, before);
      const merged = new ImportedValues(before?.isImported ? last.get(key) : undefined, mode.isComplete);
      const values = merged.mergeAll(merging, before?.values ?? there, there, { ...record });
      if (before?.isImported !== false && merged.haveChanged) digests.set(key, merged.digests);
      const all = merged.kept.length > 0 ? [...remarks, keptValues(merged.kept)] : remarks;
      if (before) {
        const isSame = canonicalJson(before.values) === canonicalJson(values);
        if (!isSame) updated.push({ before, values });
        return { outcome: isSame ? 'skipped' : 'updated', id: before.id, remarks: all };
      }
      const own = identityOf(record, mode, taken.has(key.toLowerCase()), this.ids);
      const identity = { ...own, id: planned.get(key) ?? own.id };
      created.push({ record, identity, values });
      return { outcome: 'created', id: identity.id, remarks: all };
    });
    if (!mode.dryRun) await this.digests.save(source, kind, digests);
    return { results, created, updated };
  }

  /**
   * Returns the ids of records by their ids in the source; null for those that were imported and deleted here. Files of this
   * service restore such records.
   *
   * @param stored the ids of those that the project has
   */
  async withDeleted(
    { access, mode: { source } }: ImportRun,
    kind: ComparedKind,
    externalIds: readonly string[],
    stored: ReadonlyMap<string, string>,
  ): Promise<ReadonlyMap<string, string | null>> {
    const missing = source === ownSource ? [] : externalIds.filter((id) => !stored.has(id));
    if (missing.length === 0) return stored;
    const deleted = await this.digests.find({ projectId: access.projectId, source }, kind, missing);
    return new Map([...stored, ...[...deleted.keys()].map((id) => [id, null] as const)]);
  }
}

/** Returns those of the external ids of records that can be ids. */
export function keysOf(records: readonly { readonly external_id: string }[]): string[] {
  return [...new Set(records.map(({ external_id: key }) => keyText(key)))].filter((key) => key !== '');
}
