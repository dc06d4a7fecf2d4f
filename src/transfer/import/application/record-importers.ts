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
import { type Reference, type ReferencedKind, referencesOf } from './import-references.js';
import { PersonImporter } from './person-importer.js';

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
  /** Returns which of the keys earlier records of the file have. */
  seen(kind: string, keys: readonly string[]): Promise<ReadonlySet<string>>;
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

  /**
   * Imports the records of a step in the current unit of work. Of several records with the same key, the first one counts. Returns
   * the results in their order, and the records with the ids of those that they refer to.
   */
  async import(
    run: FileImport,
    step: ImportStep,
    records: readonly AnyRecord[],
  ): Promise<{ results: ImportResult[]; resolved: readonly AnyRecord[] }> {
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
    for (const [index, result] of await this.importFirst(run, step, found)) results[index] = result;
    return { results, resolved };
  }

  /** Imports records whose references are known. Returns the results by the indexes of the records. */
  private async importFirst(
    run: FileImport,
    step: ImportStep,
    records: readonly Keyed[],
  ): Promise<Map<number, ImportResult>> {
    const results = new Map<number, ImportResult>();
    if (records.length === 0) return results;
    const kind = step === 'reply' ? 'comment' : step;
    const { importer, hasIds } = this.steps[step];
    const keys = records.flatMap(({ key }) => key || []);
    const seen = new Set(await run.seen(kind, keys));
    const first = records.filter(({ index, key }) => {
      if (seen.has(key)) results.set(index, { outcome: 'skipped', remarks: [duplicateId] });
      else if (key !== '') seen.add(key);
      return !results.has(index);
    });
    const known = await this.knownOf(run, kind, keys);
    const imported = first.map(({ key }) => known.get(key));
    const given = first.map(({ record }) => record);
    const done = first.length > 0 ? await importer.import(run, given as never, imported) : [];
    const brought = new Map<string, ImportedRecord>();
    const noted = new Map<string, string>();
    for (const [position, { index, key, record }] of first.entries()) {
      const result = done[position]!;
      results.set(index, result);
      if (key === '') continue;
      const isHere = result !== deletedResult && (!hasIds || result.id !== undefined);
      const isStored = typeof result.outcome === 'string' && isHere;
      noted.set(key, isStored && run.mode.dryRun ? (result.id ?? key) : '');
      if (!isStored || (result.outcome === 'skipped' && known.has(key))) continue;
      const { id = null, stored, given: compared = record } = result;
      brought.set(key, { id, given: digestOf(compared), stored: digestOf(stored) });
    }
    await run.plan(kind, noted);
    if (kind !== 'person') await run.remember(kind, brought);
    return results;
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
      const ids = new Map<string, string | null>([...(await run.planned(kind, keys)), ...stored]);
      const missing = keys.filter((key) => !ids.has(key));
      for (const key of (await this.knownOf(run, kind, missing)).keys()) ids.set(key, null);
      found.set(kind, ids);
    }
    return found;
  }

  /** Returns what imports have brought in. The importer of people remembers who they are itself. */
  private async knownOf(
    run: ImportRun,
    kind: string,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, ImportedRecord>> {
    return kind === 'person' ? new Map() : run.known(kind, keys);
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
