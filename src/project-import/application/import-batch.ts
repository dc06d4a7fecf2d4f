import type { PortableKind, PortableRecord } from '../../project-export/index.js';
import type { ImportOutcome } from '../../shared/imports.js';
import type { PendingMerge, SeenVoter } from '../domain/project-import.repository.js';
import type { ImportCounts, ImportNote } from '../domain/project-import.js';
import type { ImportedContent, ImportItem } from './import-items.js';

/** A record of a file with its line. */
export interface Located<T> {
  readonly line: number;
  readonly record: T;
  readonly content?: ImportedContent;
}

type OfKind<K extends PortableKind> = Extract<PortableRecord, { kind: K }>;

/** A part of a file that is applied at once, and what became of it. */
export class ImportBatch {
  readonly notes: ImportNote[] = [];
  readonly merges: PendingMerge[] = [];
  readonly voters: SeenVoter[] = [];
  private readonly counters = { read: 0, created: 0, updated: 0, skipped: 0, failed: 0 };
  private records: Located<PortableRecord>[] = [];

  constructor(items: readonly ImportItem[]) {
    for (const item of items) {
      this.counters.read += 1;
      if ('record' in item) this.records.push(item);
      else this.count(item.line, item);
    }
  }

  get counts(): ImportCounts {
    return this.counters;
  }

  /** Returns the records of a kind, in the order of the file. */
  of<K extends PortableKind>(kind: K): Located<OfKind<K>>[] {
    return this.records.filter((each): each is Located<OfKind<K>> => each.record.kind === kind);
  }

  /**
   * Returns the records of a kind in groups, in each of which no two have the same key: of records with the same key, the last
   * one counts.
   */
  groupsOf<K extends PortableKind>(kind: K, keyOf: (record: OfKind<K>) => unknown): Located<OfKind<K>>[][] {
    const groups: { keys: Set<unknown>; records: Located<OfKind<K>>[] }[] = [];
    for (const each of this.of(kind)) {
      const key = keyOf(each.record);
      let group = groups.find(({ keys }) => !keys.has(key));
      if (!group) groups.push((group = { keys: new Set(), records: [] }));
      group.keys.add(key);
      group.records.push(each);
    }
    return groups.map(({ records }) => records);
  }

  /** Leaves out the records for which the function returns an outcome, and counts them. */
  leaveOut(outcomeOf: (record: PortableRecord) => ImportOutcome | null): void {
    this.records = this.records.filter(({ line, record }) => {
      const outcome = outcomeOf(record);
      if (outcome) this.count(line, outcome);
      return !outcome;
    });
  }

  /** Counts an outcome; a failure becomes part of the report. */
  count(line: number, outcome: ImportOutcome): void {
    if (typeof outcome === 'string') {
      this.counters[outcome] += 1;
    } else {
      this.counters.failed += 1;
      this.note(line, outcome.code, outcome.detail);
    }
  }

  countAll(records: readonly { readonly line: number }[], outcomes: readonly ImportOutcome[]): void {
    for (const [index, { line }] of records.entries()) this.count(line, outcomes[index]!);
  }

  note(line: number, code: string, detail: string): void {
    this.notes.push({ line, code, detail });
  }
}
