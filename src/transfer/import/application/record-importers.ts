import { Injectable } from '@nestjs/common';
import { AttachmentImporter } from '../../../attachments/index.js';
import { ChangelogImporter, FeedbackLinkService } from '../../../changelog/index.js';
import {
  CommentImporter,
  FeedbackImporter,
  MergeImporter,
  StatusChangeImporter,
  VoteImporter,
} from '../../../feedback/index.js';
import { SubscriptionImporter } from '../../../outreach/index.js';
import {
  CustomFieldImporter,
  deletedResult,
  digestOf,
  ExternalIdImporter,
  importEach,
  type ImportRun,
  CompanyImporter,
  type RecordImporter,
  SettingsImporter,
  TagImporter,
  tagKey,
} from '../../../project/index.js';
import {
  type ImportedRecord,
  type ImportFailure,
  type ImportResult,
  keyText,
} from '../../../shared/imports.js';
import type { ImportStep } from '../domain/import-chunk.js';
import type { AppliedRecord } from '../domain/project-import.repository.js';
import { namedBy, type Reference, type ReferencedKind, referencesOf } from './import-references.js';
import { PersonImporter } from './person-importer.js';

/**
 * The most earlier records of a file that a dry run imports again at once. They are all in memory, and each may be as large as a line
 * of the file.
 */
const maxRepeated = 100;

/** A record of any kind. */
type AnyRecord = Readonly<Record<string, unknown>>;

/** How a step is imported. */
interface StepImporter {
  readonly importer: RecordImporter<never>;
  /** The fields that identify a record; none: there is one record. */
  readonly key?: readonly string[];
  /** Whether the importer returns the ids of all records that it finds or stores here. */
  readonly hasIds?: boolean;
}

/** The import of a file. */
export interface FileImport extends ImportRun {
  /** Whether the transaction is rolled back after each call. */
  readonly isDryRun: boolean;
  /** Returns the given keys that earlier records of the file have, with what `import` returned for these records. */
  applied(kind: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** What importing records has led to. */
interface Imported {
  /** In the order of the records. */
  readonly results: ImportResult[];
  /** The records with the ids of those that they refer to. */
  readonly resolved: readonly AnyRecord[];
  /** The records that count, for later parts of the file. */
  readonly applied: readonly AppliedRecord[];
}

type Lookup = (run: ImportRun, keys: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Returns ids by kind of record and external id; null for records that were deleted here. */
type FoundIds = ReadonlyMap<ReferencedKind, ReadonlyMap<string, string | null>>;

/** Passes records to the importers of their modules, after their references have been replaced by ids. */
@Injectable()
export class RecordImporters {
  private readonly steps: { readonly [step in ImportStep]: StepImporter };
  private readonly lookups: { readonly [kind in ReferencedKind]: Lookup };

  constructor(
    settings: SettingsImporter,
    fields: CustomFieldImporter,
    companies: CompanyImporter,
    externalIds: ExternalIdImporter,
    persons: PersonImporter,
    tags: TagImporter,
    feedback: FeedbackImporter,
    votes: VoteImporter,
    comments: CommentImporter,
    statusChanges: StatusChangeImporter,
    merges: MergeImporter,
    changelogs: ChangelogImporter,
    links: FeedbackLinkService,
    subscriptions: SubscriptionImporter,
    attachments: AttachmentImporter,
  ) {
    const byId = ['external_id'];
    this.steps = {
      unreadable: { importer: { import: (_, failures) => importEach(failures, async (one) => one) } },
      project: { importer: settings, key: [] },
      former_slug: { importer: settings, key: ['slug'] },
      project_settings: { importer: settings, key: [] },
      status: { importer: settings, key: ['key'] },
      board: { importer: settings, key: ['slug'] },
      company: { importer: companies, key: ['id'] },
      field: { importer: fields, key: ['key'] },
      person: { importer: persons, key: byId },
      external_id: { importer: externalIds, key: ['id'] },
      member: { importer: settings, key: ['person'] },
      tag: { importer: tags, key: ['name'] },
      feedback: { importer: feedback, key: byId, hasIds: true },
      vote: { importer: votes, key: ['feedback', 'person'] },
      comment: { importer: comments, key: byId, hasIds: true },
      reply: { importer: comments, key: byId, hasIds: true },
      status_change: { importer: statusChanges, key: ['feedback', 'from', 'to', 'created_at'] },
      changelog: { importer: changelogs, key: byId, hasIds: true },
      link: { importer: links, key: ['changelog', 'feedback'] },
      subscription: { importer: subscriptions, key: ['feedback', 'person'] },
      attachment: { importer: attachments, key: byId },
      merge: { importer: merges, key: byId },
    };
    this.lookups = {
      person: (run, keys) => persons.idsOf(run, keys),
      company: async (run, keys) => new Map((await companies.idsOf(run, keys)).map((id) => [id, id])),
      feedback: (run, keys) => feedback.idsOf(run, keys),
      comment: (run, keys) => comments.idsOf(run, keys),
      changelog: (run, keys) => changelogs.idsOf(run, keys),
    };
  }

  /** Imports the records of a step in the current unit of work. Of several records with the same key, the first one counts. */
  async import(run: FileImport, step: ImportStep, records: readonly AnyRecord[]): Promise<Imported> {
    if (run.isDryRun) await this.importAgain(run, step, records, new Set());
    const ids = await this.findReferences(run, step, records);
    const resolved: AnyRecord[] = [];
    const results: ImportResult[] = [];
    const found: Keyed[] = [];
    for (const [index, record] of records.entries()) {
      const { copy, outcome } = withIds(record, referencesOf[step] ?? [], ids);
      resolved.push(copy);
      if (outcome) results[index] = { outcome };
      else found.push({ index, key: this.keyOf(step, copy), record: copy });
    }
    const kind = kindOf(step);
    // By the ids of the file: a dry run has others here each time.
    const names = records.map((record) => this.keyOf(step, record));
    const seen = new Set((await run.applied(kind, names.filter(Boolean))).keys());
    const first = found.filter(({ index }) => {
      const key = names[index]!;
      if (seen.has(key)) results[index] = { outcome: 'skipped', remarks: [duplicateId] };
      else if (key !== '') seen.add(key);
      return !results[index];
    });
    const applied = new Map<string, AppliedRecord>();
    for (const [position, result] of (await this.importKeyed(run, step, first)).entries()) {
      const { index } = first[position]!;
      const key = names[index]!;
      results[index] = result;
      const isNeeded = step === 'person' ? typeof result.outcome === 'string' : isChange(result);
      const value = run.isDryRun && isNeeded ? JSON.stringify([step, records[index]]) : '';
      if (key !== '') applied.set(`${kind} ${key}`, { kind, key, value });
      if (value !== '' && step === 'person') {
        for (const email of namesIn(records[index]!, 'email', 'email')) {
          applied.set(`email ${email}`, { kind: 'email', key: email, value });
        }
      }
    }
    return { results, resolved, applied: [...applied.values()] };
  }

  /** Imports records with different keys, whose references are known, and remembers what they bring in. */
  private async importKeyed(
    run: ImportRun,
    step: ImportStep,
    records: readonly Keyed[],
  ): Promise<ImportResult[]> {
    if (records.length === 0) return [];
    const kind = kindOf(step);
    const { importer, hasIds } = this.steps[step];
    const known = await run.known(kind, keysIn(records));
    const imported = records.map(({ key }) => known.get(key));
    const given = records.map(({ record }) => record);
    const results = await importer.import(run, given as never, imported);
    const brought = new Map<string, ImportedRecord>();
    for (const [index, { key, record }] of records.entries()) {
      const result = results[index]!;
      const isHere = result !== deletedResult && (!hasIds || result.id !== undefined);
      const isStored = key !== '' && typeof result.outcome === 'string' && isHere;
      if (!isStored || (result.outcome === 'skipped' && known.has(key))) continue;
      const { id = null, stored, given: compared = record } = result;
      brought.set(key, { id, given: digestOf(compared), stored: digestOf(stored) });
    }
    // The importer of people also remembers people without records.
    if (kind !== 'person') await run.remember(kind, brought);
    return results;
  }

  /**
   * Imports the earlier records of the file again that records refer to, and those that these refer to: the transactions that stored
   * them were rolled back.
   *
   * @param done the kinds and keys of those that have been imported again
   */
  private async importAgain(
    run: FileImport,
    step: ImportStep,
    records: readonly AnyRecord[],
    done: Set<string>,
  ): Promise<void> {
    const named = [
      ...(referencesOf[step] ?? []).map(({ field, kind }) => [field, kind] as const),
      ...(namedBy[step] ?? []),
    ];
    for (const [field, kind] of named) {
      const names = records.flatMap((record) => namesIn(record, field, kind));
      const keys = [...new Set(names)].filter((key) => !done.has(`${kind} ${key}`));
      for (let start = 0; start < keys.length; start += maxRepeated) {
        const part = keys.slice(start, start + maxRepeated);
        for (const key of part) done.add(`${kind} ${key}`);
        const values = [...(await run.applied(kind, part)).values()].filter((value) => value !== '');
        const earlier = values.map((value) => JSON.parse(value) as [ImportStep, AnyRecord]);
        for (const each of new Set(earlier.map(([former]) => former))) {
          const again = earlier.flatMap(([former, record]) => (former === each ? [record] : []));
          await this.importAgain(run, each, again, done);
          const ids = await this.findReferences(run, each, again);
          const copies = again.map((record) => withIds(record, referencesOf[each] ?? [], ids).copy);
          const keyed = copies.map((record, index) => ({ index, key: this.keyOf(each, record), record }));
          await this.importKeyed(run, each, keyed);
        }
      }
    }
  }

  private async findReferences(
    run: ImportRun,
    step: ImportStep,
    records: readonly AnyRecord[],
  ): Promise<FoundIds> {
    const found = new Map<ReferencedKind, ReadonlyMap<string, string | null>>();
    const references = referencesOf[step] ?? [];
    for (const kind of new Set(references.map((reference) => reference.kind))) {
      const all = references.filter((reference) => reference.kind === kind);
      const given = all.flatMap((each) => records.flatMap((record) => keyIn(record, each) || noKey(each)));
      const keys = [...new Set(given)];
      const stored = keys.length > 0 ? await this.lookups[kind](run, keys) : new Map<string, string>();
      const ids = new Map<string, string | null>(stored);
      const missing = keys.filter((key) => !ids.has(key));
      for (const key of (await run.known(kind, missing)).keys()) ids.set(key, null);
      found.set(kind, ids);
    }
    return found;
  }

  /** Returns the key of a record; `''` if it has none. */
  private keyOf(step: ImportStep, record: AnyRecord): string {
    const { key: fields } = this.steps[step];
    if (!fields) return '';
    if (fields.length === 0) return step;
    const [first, ...others] = fields.map((field) => record[field]);
    if (others.length > 0) return JSON.stringify([first, ...others]);
    const key = typeof first === 'string' ? first : (JSON.stringify(first) ?? '');
    return step === 'tag' ? tagKey(keyText(key)) : key;
  }
}

/** A record with its key, and its place among those that are imported at once. */
interface Keyed {
  readonly index: number;
  readonly key: string;
  readonly record: AnyRecord;
}

/** Returns the kind of the records of a step, in which their keys are unique. */
function kindOf(step: ImportStep): string {
  return step === 'reply' ? 'comment' : step;
}

function keysIn(records: readonly Keyed[]): string[] {
  return records.flatMap(({ key }) => key || []);
}

function isChange({ outcome }: ImportResult): boolean {
  return outcome === 'created' || outcome === 'updated';
}

/** Returns the keys of the records of a kind that a field names: with a value, with the values of a list, or with the names of fields. */
function namesIn(record: AnyRecord, field: string, kind: string): string[] {
  const value = record[field];
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const names = (isObject ? Object.keys(value) : [value].flat()).map(keyText);
  if (kind === 'tag') return names.map(tagKey);
  return names.map((name) => (kind === 'email' ? name.trim().toLowerCase() : name)).filter(Boolean);
}

/** Returns the external id that a field has; undefined if it has none and needs none. */
function keyIn(record: AnyRecord, { field, isOptional }: Reference): string | undefined {
  const value = record[field];
  return isOptional && (value === undefined || value === '') ? undefined : keyText(value);
}

/** Returns the key of a record without an external id; none if there is no such record. */
function noKey({ isOptional, missing }: Reference): string[] {
  return isOptional || missing ? [] : [''];
}

/** Returns a record with ids in place of external ids, and the outcome if it cannot be imported. */
function withIds(
  record: AnyRecord,
  references: readonly Reference[],
  found: FoundIds,
): { copy: AnyRecord; outcome: ImportResult['outcome'] | undefined } {
  const copy: Record<string, unknown> = { ...record };
  let outcome: ImportResult['outcome'] | undefined;
  for (const reference of references) {
    const key = keyIn(record, reference);
    if (key === undefined) continue;
    const id = found.get(reference.kind)?.get(key);
    // What belongs to a record that was imported before and deleted here is skipped with it.
    if (id === null && reference.unknown) outcome = 'skipped';
    else if (!id) outcome ??= key === '' && reference.missing ? reference.missing : reference.unknown;
    copy[reference.field] = id ?? '';
  }
  return { copy, outcome };
}

/** A record with the key of an earlier one. */
const duplicateId: ImportFailure = {
  code: 'duplicate_id',
  detail: 'The file has an earlier record of this kind with the same id, which counts.',
};

/** The importer of subscriptions in a service without them. */
export const noSubscriptions: RecordImporter<never> = {
  import: (_, records) =>
    importEach(records, async () => ({
      code: 'unknown_kind',
      detail: 'This service has no subscriptions.',
    })),
};
