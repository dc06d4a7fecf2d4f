import { canonicalJson } from '../../../shared/canonical-json.js';
import type { Ids } from '../../../shared/ids.js';
import {
  identityOf,
  type ImportFailure,
  type ImportMode,
  type ImportResult,
  type StoredRecord,
  type Taken,
} from '../../../shared/imports.js';
import type { PortableOrigin } from '../../../shared/portable-records.js';
import { type Known, unchanged } from './record-importer.js';

/** A record of a file that has been read. */
export interface ReadRecord<R> {
  readonly record: R;
  /** Why it cannot be stored; null if it can. */
  readonly failure: ImportFailure | null;
  /** Why it is not stored as it is. */
  readonly remarks?: readonly ImportFailure[];
}

/** What the records of a file are compared with. */
interface Compared<R, Values, Stored> {
  readonly known: readonly Known[];
  readonly stored: readonly Stored[];
  readonly taken: Taken;
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
  readonly updated: { readonly record: R; readonly before: Stored; readonly values: Values }[];
}

/**
 * Decides which records are new, which are updated, and which stay as they are. A record that was created here gets the values of the
 * file, for example to restore it.
 */
export function compareRecords<
  R extends { readonly external_id: string; readonly origin?: PortableOrigin | null },
  Values extends object,
  Stored extends StoredRecord<Values>,
>(
  mode: ImportMode,
  ids: Ids,
  records: readonly ReadRecord<R>[],
  { known, stored, taken, complete }: Compared<R, Values, Stored>,
): Comparison<R, Values, Stored> {
  const found = new Map(stored.map((each) => [each.key, each]));
  const created: Comparison<R, Values, Stored>['created'] = [];
  const updated: Comparison<R, Values, Stored>['updated'] = [];
  const results = records.map(({ record, failure, remarks = [] }, index): ImportResult => {
    const before = found.get(record.external_id);
    const kept = unchanged(known[index], record, before?.values ?? null);
    if (kept) return { remarks, ...kept, id: before?.id };
    if (failure) return { outcome: failure, remarks };
    const values = complete(record, before);
    const result = { remarks, given: record, stored: values };
    if (!before) {
      const identity = identityOf(record, mode, taken, ids);
      created.push({ record, identity, values });
      return { ...result, outcome: 'created', id: identity.id };
    }
    const isSame = canonicalJson(before.values) === canonicalJson(values);
    if (!isSame) updated.push({ record, before, values });
    return { ...result, outcome: isSame ? 'skipped' : 'updated', id: before.id };
  });
  return { results, created, updated };
}
