import { Injectable } from '@nestjs/common';
import {
  compareRecords,
  digestOf,
  importedFieldValues,
  type ImportRun,
  keysOf,
  type Known,
  readFieldValues,
  type RecordImporter,
} from '../../../project/index.js';
import { completeCopied, copiedRules } from '../../../shared/copied-fields.js';
import { Ids } from '../../../shared/ids.js';
import {
  type ImportedRecord,
  type ImportFailure,
  type ImportResult,
  keyText,
  maxImportedText,
  originsOf,
  ownSource,
} from '../../../shared/imports.js';
import { importedMetadata, readMetadata } from '../../../shared/metadata.js';
import type { PortableComment } from '../../../shared/portable-records.js';
import { firstError, parseTimestamp, text, timestamp } from '../../../shared/rules.js';
import { maxReplies, TooManyReplies } from '../domain/comment.errors.js';
import { commentRules, copiedFields } from '../domain/comment.js';
import {
  FeedbackImportRepository,
  type ImportedComment,
  type StoredComment,
} from '../../items/domain/feedback-import.repository.js';
import { CommentFields } from './comment-fields.js';
import { FeedbackImportEvents } from '../../items/application/feedback-import-events.js';
import { permissions } from './permissions.js';

const rules = {
  ...copiedRules(copiedFields, commentRules),
  external_id: text({ max: 200, required: true }),
  content: text({ max: maxImportedText, required: 'visible' }),
  comment_kind: commentRules.kind,
  approval: commentRules.approval,
  created_at: timestamp,
  updated_at: timestamp,
};

/** A file without these values violates the rules about them. */
const required = { external_id: '', content: '', created_at: '' };

/** Imports comments, replies after the comments that they reply to. The `parent` of a reply is an id of the source. */
@Injectable()
export class CommentImporter implements RecordImporter<PortableComment> {
  constructor(
    private readonly repository: FeedbackImportRepository,
    private readonly importEvents: FeedbackImportEvents,
    private readonly fields: CommentFields,
    private readonly ids: Ids,
  ) {}

  /**
   * Creates comments, or updates what was imported from the same source under the same id, as `FeedbackImporter` does. A reply to a
   * comment on other feedback becomes a comment that no more people see than that one.
   */
  async import(
    run: ImportRun,
    records: readonly PortableComment[],
    known: readonly Known[],
  ): Promise<ImportResult[]> {
    const { access, mode } = run;
    access.authorize(permissions.importComments);
    const keys = keysOf(records);
    const parentKeys = records.map(parentOf).filter((key) => key !== '');
    const parents = await this.find(run, parentKeys);
    const imported = await run.known('comment', parentKeys);
    const stored = await this.find(run, keys);
    const detachedIds = new Set<string>();
    const replies = new Map([...parents].map(([key, parent]) => [key, parent.replies]));
    const declared = this.fields.records;
    const read = records.map(({ metadata, fields: values, ...others }) => {
      const remarks: ImportFailure[] = [];
      const fields = readFieldValues(declared, values, remarks);
      const record: PortableComment = {
        ...others,
        ...readMetadata({ metadata }, remarks),
        ...(fields && { fields }),
      };
      const key = parentOf(record);
      const thread = threadOf(parents.get(key));
      const isLost = Boolean(record.parent) && thread === null;
      const isDetached = key !== '' && !isLost && thread !== record.feedback;
      if (isDetached) remarks.push(detached);
      if (isDetached) detachedIds.add(record.external_id);
      const isAdded = key !== '' && !isDetached && !stored.has(record.external_id);
      const number = (replies.get(key) ?? 0) + Number(isAdded);
      const failure = firstError({ ...required, ...record }, rules) ?? (isLost ? unknownParent : null);
      if (failure || !isAdded) return { record, failure, remarks };
      if (number > maxReplies) return { record, failure: tooManyReplies, remarks };
      replies.set(key, number);
      return { record, failure, remarks };
    });
    const isReply = (record: PortableComment) =>
      parentOf(record) !== '' && !detachedIds.has(record.external_id);
    const {
      results: compared,
      created,
      updated,
    } = compareRecords(mode, this.ids, read, {
      known,
      stored: [...stored.values()],
      taken: {
        ids: await this.repository.takenIds(mode.source === ownSource ? keys : []),
        origins: await this.repository.takenOrigins(access.projectId, 'comments', originsOf(mode, records)),
      },
      complete: (record, stored) => ({
        ...complete(record, stored, parents.get(parentOf(record)), isReply(record)),
        metadata: importedMetadata(record.metadata, stored?.values.metadata, mode.isComplete),
        fields: importedFieldValues(declared, record.fields, stored?.values.fields, mode.isComplete),
      }),
    });
    // A reply to a comment that was deleted here is skipped with it. It was not stored, because its parent was missing.
    const results = compared.map((result, index): ImportResult => {
      const key = parentOf(records[index]!);
      return !parents.has(key) && imported.has(key) ? { outcome: 'skipped' } : result;
    });
    const added = created.map(({ record, identity, values }) => {
      const parent = isReply(record) ? (parents.get(parentOf(record))?.id ?? null) : null;
      return { ...values, ...identity, person: record.person, parent };
    });
    const changed = updated.map(({ before: { id }, values }) => ({ ...values, id }));
    const before = updated.map(({ before: { id, values } }) => ({ id, feedback: values.feedback }));
    const former = mode.notify ? await this.importEvents.commentsOf(before) : [];
    if (added.length > 0) await this.repository.addComments(access.projectId, added);
    if (changed.length > 0) await this.saveAll(run, changed);
    if (mode.notify) await this.importEvents.recordComments(access, added, updated, former);
    return results;
  }

  /** Returns the ids of imported comments by the ids in the source. */
  async idsOf(run: ImportRun, externalIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return new Map([...(await this.find(run, externalIds))].map(([key, { id }]) => [key, id]));
  }

  /** Stores changed comments. What becomes of their replies thereby was not changed here. */
  private async saveAll(
    run: ImportRun,
    comments: Parameters<FeedbackImportRepository['saveComments']>[0],
  ): Promise<void> {
    const ids = comments.map(({ id }) => id);
    const before = await this.repository.repliesTo(ids, run.mode.source);
    await this.repository.saveComments(comments);
    if (before.length === 0) return;
    const after = await this.repository.repliesTo(ids, run.mode.source);
    const changed = new Map(after.map(({ key, values }) => [key, digestOf(values)]));
    const known = await run.known(
      'comment',
      before.map(({ key }) => key),
    );
    const followed = new Map<string, ImportedRecord>();
    for (const { key, values } of before) {
      const reply = known.get(key);
      if (reply?.stored === digestOf(values)) followed.set(key, { ...reply, stored: changed.get(key)! });
    }
    await run.remember('comment', followed);
  }

  private async find(
    { access, mode }: ImportRun,
    keys: readonly string[],
  ): Promise<Map<string, StoredComment>> {
    const wanted = [...new Set(keys)].filter((key) => key !== '');
    if (wanted.length === 0) return new Map();
    const found = await this.repository.findComments(access.projectId, mode.source, wanted);
    return new Map(found.map((comment) => [comment.key, comment]));
  }
}

/** Returns the id in the source of the comment that a comment replies to; `''` for a top-level comment. */
function parentOf({ parent }: PortableComment): string {
  return keyText(parent);
}

/** Returns the feedback on which a comment can have replies; null if it is a reply itself. */
function threadOf(comment: Pick<StoredComment, 'parent' | 'values'> | undefined): string | null {
  return comment?.parent === null ? comment.values.feedback : null;
}

/** Returns all values, with those that the file omits as they are stored. */
function complete(
  { feedback, created_at, updated_at = created_at, ...given }: PortableComment,
  before: StoredComment | undefined,
  parent: StoredComment | undefined,
  isReply: boolean,
): Omit<ImportedComment, 'metadata' | 'fields'> {
  const kind = given.comment_kind ?? before?.values.comment_kind ?? 'comment';
  const approval = given.approval ?? before?.values.approval ?? 'approved';
  // A reply is not visible to more people than its parent, and a stored one stays where its parent is.
  const above = [parent?.values ?? [], before?.inherited ?? []].flat();
  const hidden = above.find((each) => each.approval !== 'approved');
  return {
    feedback: before?.parent && !(parent && isReply) ? before.values.feedback : feedback,
    comment_kind: above.some((each) => each.comment_kind === 'internal') ? 'internal' : kind,
    approval: approval === 'approved' ? (hidden?.approval ?? approval) : approval,
    ...completeCopied(copiedFields, { ...before?.values, ...given }),
    created_at: parseTimestamp(created_at)!.toISOString(),
    updated_at: parseTimestamp(updated_at)!.toISOString(),
  };
}

/** The parent has the maximum number of replies. */
const tooManyReplies: ImportFailure = { code: 'too_many', detail: new TooManyReplies().message };

/** The parent of a reply was not imported, or is a reply itself. Nobody knows who may see the reply. */
const unknownParent: ImportFailure = {
  code: 'unknown_parent',
  detail: 'The comment that it replies to was not imported, or is a reply itself.',
};

/** The parent of a reply is on other feedback. */
const detached: ImportFailure = {
  code: 'unknown_parent',
  detail: 'The comment that it replies to is on other feedback, so it was imported as a comment.',
};
