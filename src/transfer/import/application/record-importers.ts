import { hash } from 'node:crypto';
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
import {
  CustomFieldImporter,
  ExternalIdImporter,
  importEach,
  type ImportRun,
  CompanyImporter,
  type RecordImporter,
  SettingsImporter,
  TagImporter,
  tagKey,
} from '../../../project/index.js';
import { canonicalJson } from '../../../shared/canonical-json.js';
import { type ImportResult, keyText } from '../../../shared/imports.js';
import type { PortableSubscription } from '../../../shared/portable-records.js';
import type { ImportStep } from '../domain/import-chunk.js';
import { type Reference, type ReferencedKind, referencesOf } from './import-references.js';
import { PersonImporter } from './person-importer.js';

/** A record of any kind. */
type AnyRecord = Readonly<Record<string, unknown>>;

/** How a step is imported. */
interface StepImporter {
  readonly importer: RecordImporter<never>;
  /** The fields that identify a record, of which a file may have several. */
  readonly key?: readonly string[];
  /** The fields whose values a second record with the same key changes; `*`: all. */
  readonly changes?: readonly string[];
  /** Whether the importer expects records with different keys, and returns the ids of all that it finds or stores here. */
  readonly isUnique?: boolean;
}

type Lookup = (run: ImportRun, keys: readonly string[]) => Promise<ReadonlyMap<string, string | null>>;

/** Returns ids by kind of record and external id; null for those of records that were deleted here. */
type FoundIds = ReadonlyMap<ReferencedKind, ReadonlyMap<string, string | null>>;

/** Passes records to the importers of their modules, after their references have been replaced by ids. */
@Injectable()
export class RecordImporters {
  private readonly steps: { [step in ImportStep]: StepImporter };
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
    attachments: AttachmentImporter,
  ) {
    const [byId, all, isUnique] = [['external_id'], ['*'], true];
    this.steps = {
      unreadable: { importer: { import: (_, failures) => importEach(failures, async (one) => one) } },
      project: { importer: settings, key: [], changes: all },
      former_slug: { importer: settings, key: ['slug'] },
      project_settings: { importer: settings, key: [], changes: all },
      status: { importer: settings, key: ['key'], changes: all },
      board: { importer: settings, key: ['slug'], changes: all },
      company: { importer: companies, key: ['id'], changes: all },
      field: { importer: fields, key: ['key'], changes: all },
      person: { importer: persons, key: byId },
      external_id: { importer: externalIds, key: ['id'], changes: ['company'] },
      member: { importer: settings, key: ['person'], changes: ['role'] },
      tag: { importer: tags, key: ['name'] },
      feedback: { importer: feedback, key: byId, changes: all, isUnique },
      vote: { importer: votes, key: ['feedback', 'person'] },
      comment: { importer: comments, key: byId, changes: all, isUnique },
      reply: { importer: comments, key: byId, changes: all, isUnique },
      status_change: { importer: statusChanges, key: ['feedback', 'from', 'to', 'created_at'] },
      changelog: { importer: changelogs, key: byId, changes: all, isUnique },
      link: { importer: links, key: ['changelog', 'feedback'] },
      subscription: { importer: noSubscriptions, key: ['feedback', 'person'] },
      attachment: { importer: attachments, key: byId },
      merge: { importer: merges },
    };
    this.lookups = {
      person: (run, keys) => persons.idsOf(run, keys),
      company: async (run, keys) => new Map((await companies.idsOf(run, keys)).map((id) => [id, id])),
      feedback: (run, keys) => feedback.idsOf(run, keys),
      comment: (run, keys) => comments.idsOf(run, keys),
      changelog: (run, keys) => changelogs.idsOf(run, keys),
    };
  }

  /** Registers what imports subscriptions. Without it, they are not imported. */
  registerSubscriptions(importer: RecordImporter<PortableSubscription>): void {
    this.steps.subscription = { ...this.steps.subscription, importer };
  }

  /**
   * Imports the records of a step in the current unit of work. Returns the results in their order, and the records with the ids
   * of those that they refer to.
   */
  async import(
    run: ImportRun,
    step: ImportStep,
    records: readonly object[],
  ): Promise<{ results: ImportResult[]; resolved: readonly AnyRecord[] }> {
    const ids = await this.findReferences(run, step, records as readonly AnyRecord[]);
    const resolved: AnyRecord[] = [];
    const results: ImportResult[] = [];
    const known: number[] = [];
    for (const [index, record] of (records as readonly AnyRecord[]).entries()) {
      const { copy, outcome } = withIds(record, referencesOf[step] ?? [], ids);
      resolved.push(copy);
      if (outcome) results[index] = { outcome };
      else known.push(index);
    }
    const { importer, isUnique } = this.steps[step];
    for (const group of isUnique ? this.groups(step, known, resolved) : [known]) {
      const given = group.map((index) => resolved[index]!);
      const found = given.length > 0 ? await importer.import(run, given as never) : [];
      for (const [position, index] of group.entries()) results[index] = found[position]!;
    }
    return {
      results: run.mode.dryRun ? await this.plan(run, step, resolved, results, known) : results,
      resolved,
    };
  }

  /** Returns groups of records that do not have the same key: of several, the last one counts. */
  private groups(step: ImportStep, known: readonly number[], records: readonly AnyRecord[]): number[][] {
    const groups: { keys: Set<string>; indexes: number[] }[] = [];
    for (const index of known) {
      const key = this.keyOf(step, records[index]!);
      let group = groups.find(({ keys }) => !keys.has(key));
      if (!group) groups.push((group = { keys: new Set(), indexes: [] }));
      group.keys.add(key);
      group.indexes.push(index);
    }
    return groups.map(({ indexes }) => indexes);
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
      found.set(kind, new Map([...(await run.planned(kind, keys)), ...stored]));
    }
    return found;
  }

  /**
   * Stores, in a dry run, what it would have created. Returns the results, in which a record with the key of an earlier one is
   * updated or skipped.
   */
  private async plan(
    run: ImportRun,
    step: ImportStep,
    records: readonly AnyRecord[],
    results: readonly ImportResult[],
    known: readonly number[],
  ): Promise<ImportResult[]> {
    const kind = step === 'reply' ? 'comment' : step;
    const { key: fields, changes = [], isUnique } = this.steps[step];
    if (!fields) return [...results];
    const keys = records.map((record) => this.keyOf(step, record));
    const values = new Map(await run.planned(`values of ${kind}`, keys));
    // Nothing looks for records that have no ids, such as votes, except for settings, which are found by their keys.
    const hasIds = changes[0] === '*' || results.some(({ id }) => id !== undefined);
    const ids = new Map(hasIds ? await run.planned(kind, keys) : []);
    const newIds = new Map<string, string>();
    const imported = new Set(known);
    const planned = results.map((result, index): ImportResult => {
      const isFailure = !imported.has(index) || typeof result.outcome !== 'string';
      // Skipped because it, or what it belongs to, was deleted here.
      const isGone = isUnique === true && result.id === undefined;
      if (isFailure || isGone) return result;
      const [key, record] = [keys[index]!, records[index]!];
      const value = changes[0] === '*' ? record : changes.map((field) => record[field]);
      const now = changes.length > 0 ? hash('sha256', canonicalJson(value)!, 'base64') : '';
      const before = values.get(key);
      values.set(key, now);
      if (before !== undefined) {
        return { ...result, id: ids.get(key), outcome: before === now ? 'skipped' : 'updated' };
      }
      if (hasIds && !ids.has(key)) newIds.set(key, result.id ?? key);
      ids.set(key, ids.get(key) ?? newIds.get(key) ?? '');
      return result;
    });
    await run.plan(kind, newIds);
    await run.plan(`values of ${kind}`, values);
    return planned;
  }

  private keyOf(step: ImportStep, record: AnyRecord): string {
    const [first, ...others] = (this.steps[step].key ?? []).map((field) => record[field]);
    if (others.length > 0) return JSON.stringify([first, ...others]);
    const key = typeof first === 'string' ? first : (JSON.stringify(first) ?? '');
    return step === 'tag' ? tagKey(keyText(key)) : key;
  }
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

/** The importer of subscriptions in a service without their module, which registers its own. */
const noSubscriptions: RecordImporter<never> = {
  import: (_, records) =>
    importEach(records, async () => ({
      code: 'unknown_kind',
      detail: 'This service has no subscriptions.',
    })),
};
