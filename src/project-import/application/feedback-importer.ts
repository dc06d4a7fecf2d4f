import { Injectable } from '@nestjs/common';
import {
  ContributionImportService,
  FeedbackImportService,
  type FeedbackToImport,
  readPlainValues,
  unknownParent,
} from '../../feedback/index.js';
import type { PortableComment, PortableFeedback } from '../../project-export/index.js';
import { deletedHere, type ImportFailure, type ImportOutcome } from '../../shared/imports.js';
import type { JsonObject } from '../../shared/rules.js';
import type { ImportBatch, Located } from './import-batch.js';
import type { ImportContext } from './import-context.js';
import {
  keyText,
  type KnownFields,
  type KnownStatuses,
  readFields,
  readMetadata,
  readOrigin,
} from './feedback-reader.js';
import { ImportReferences, threadKey } from './import-references.js';
import { tagNamesOf, TagImporter } from './tag-importer.js';

type UserIds = ReadonlyMap<string, string>;

/** What feedback of a file can refer to. */
interface KnownReferences {
  readonly userIds: UserIds;
  readonly tags: ReadonlySet<string>;
  readonly statuses: KnownStatuses;
  /** Slugs of boards. */
  readonly boards: ReadonlySet<string>;
  readonly fields: KnownFields;
}

/** Imports feedback with its votes and comments, and notes its merges, which follow after all records. */
@Injectable()
export class FeedbackImporter {
  constructor(
    private readonly tags: TagImporter,
    private readonly feedback: FeedbackImportService,
    private readonly contributions: ContributionImportService,
    private readonly references: ImportReferences,
  ) {}

  /** Skips the records that belong to feedback which was imported before and deleted here. */
  async skipRecordsOfDeleted({ grant, mode }: ImportContext, batch: ImportBatch): Promise<void> {
    const keys = recordsOfFeedback
      .flatMap((kind) => batch.of(kind))
      .flatMap(({ record }) => keyText(record.feedback) || []);
    const deleted = await this.feedback.deletedIds(grant.projectId, mode.source, keys);
    if (deleted.size === 0) return;
    const kinds = new Set<string>(recordsOfFeedback);
    batch.leaveOut((record) =>
      kinds.has(record.kind) && 'feedback' in record && deleted.has(keyText(record.feedback))
        ? 'skipped'
        : null,
    );
  }

  async importFeedback(context: ImportContext, batch: ImportBatch, userIds: UserIds): Promise<void> {
    const { mode } = context;
    for (const group of batch.groupsOf('feedback', ({ external_id: id }) => id)) {
      const valid: Located<PortableFeedback>[] = [];
      const records: FeedbackToImport[] = [];
      const names = await this.tags.known(context, batch, group);
      const statuses = await this.references.statuses(
        context,
        group.map(({ record }) => keyText(record.status)),
      );
      const boards = await this.references.boards(
        context,
        group.map(({ record }) => keyText(record.board)),
      );
      const fields = await this.references.knownFields(
        context,
        group.flatMap(({ record }) => Object.keys(fieldsOf(record) ?? {}).map(keyText)),
      );
      for (const each of group) {
        const read = this.read(batch, each, { userIds, tags: names, statuses, boards, fields });
        if ('code' in read) {
          batch.count(each.line, read);
        } else {
          valid.push(each);
          records.push(read);
        }
      }
      const found = await this.feedback.import(context.grant, records, mode);
      for (const [index, { code, detail }] of found.remarks) batch.note(valid[index]!.line, code, detail);
      const keys = records.map(({ externalId }) => externalId);
      const outcomes = await this.references.plan(context, 'feedback', keys, found.outcomes);
      batch.countAll(valid, outcomes);
      await this.noteStored(context, batch, valid, outcomes);
      for (const [index, { line, record }] of valid.entries()) {
        const [outcome, into] = [outcomes[index]!, keyText(record.merged_into)];
        if (typeof outcome !== 'string' || into === '' || found.remarks.get(index) === deletedHere) continue;
        batch.merges.push({ line, externalId: record.external_id, into, wasSkipped: outcome === 'skipped' });
      }
    }
  }

  async importVotes(context: ImportContext, batch: ImportBatch, userIds: UserIds): Promise<void> {
    const votes = batch.of('vote');
    if (votes.length === 0) return;
    const ids = await this.references.feedback(
      context,
      votes.map(({ record }) => keyText(record.feedback)),
    );
    const valid = votes.filter(({ line, record }) => {
      const isKnown = ids.has(keyText(record.feedback));
      if (!isKnown) batch.count(line, unknownFeedback);
      else if (keyText(record.person) === '') batch.count(line, unknownVoter);
      return isKnown && keyText(record.person) !== '';
    });
    const outcomes = await this.contributions.importVotes(
      context.grant,
      valid.map(({ record }) => ({
        feedbackId: ids.get(record.feedback) || null,
        userId: userIds.get(record.person) ?? null,
        createdAt: record.created_at,
      })),
      context.mode,
    );
    if (context.mode.isComplete) {
      for (const { line, record } of valid) {
        const [feedbackId, userId] = [ids.get(record.feedback), userIds.get(record.person)];
        if (feedbackId && userId) batch.voters.push({ feedbackId, userId, line });
      }
    }
    const keys = valid.map(({ record }) => JSON.stringify([record.feedback, record.person]));
    batch.countAll(valid, await this.references.plan(context, 'vote', keys, outcomes));
  }

  async importComments(context: ImportContext, batch: ImportBatch, userIds: UserIds): Promise<void> {
    for (const group of batch.groupsOf('comment', ({ external_id: id }) => id)) {
      // Replies follow the comments that they reply to.
      const isReply = ({ record }: Located<PortableComment>) => keyText(record.parent) !== '';
      await this.importThreads(
        context,
        batch,
        userIds,
        group.filter((each) => !isReply(each)),
      );
      await this.importThreads(context, batch, userIds, group.filter(isReply));
    }
  }

  /** Notes which feedback of a complete file was stored before, so that votes can be removed that the file does not have. */
  private async noteStored(
    context: ImportContext,
    batch: ImportBatch,
    records: readonly Located<PortableFeedback>[],
    outcomes: readonly ImportOutcome[],
  ): Promise<void> {
    if (!context.mode.isComplete) return;
    const stored = records.filter((_, index) => ['updated', 'skipped'].includes(outcomes[index] as string));
    const ids = await this.references.feedback(
      context,
      stored.map(({ record }) => record.external_id),
    );
    for (const { line, record } of stored) {
      const feedbackId = ids.get(record.external_id);
      if (feedbackId) batch.voters.push({ feedbackId, userId: null, line });
    }
  }

  private async importThreads(
    context: ImportContext,
    batch: ImportBatch,
    userIds: UserIds,
    comments: readonly Located<PortableComment>[],
  ): Promise<void> {
    if (comments.length === 0) return;
    const ids = await this.references.feedback(
      context,
      comments.map(({ record }) => keyText(record.feedback)),
    );
    const threadOf = ({ feedback, parent, external_id: id }: PortableComment) =>
      threadKey({ feedback: keyText(feedback), parent: keyText(parent) || id });
    const replies = comments.flatMap(({ record }) =>
      keyText(record.parent) === ''
        ? []
        : { feedback: keyText(record.feedback), parent: keyText(record.parent) },
    );
    const threads = await this.references.threads(context, replies);
    const valid = comments.filter(({ line, record }) => {
      const parent = keyText(record.parent);
      const failure = !ids.has(keyText(record.feedback))
        ? unknownFeedback
        : parent !== '' && !threads.has(threadOf(record))
          ? unknownParent
          : null;
      if (failure) batch.count(line, failure);
      return failure === null;
    });
    const { outcomes, remarks } = await this.contributions.importComments(
      context.grant,
      valid.map(({ record }) => ({
        externalId: record.external_id,
        origin: readOrigin(record.origin),
        feedbackId: ids.get(record.feedback) || null,
        userId: userIds.get(keyText(record.person)) ?? null,
        parent: keyText(record.parent),
        kind: record.comment_kind,
        approval: record.approval,
        content: record.content,
        createdAt: record.created_at,
        updatedAt: record.updated_at,
      })),
      context.mode,
    );
    for (const [index, { code, detail }] of remarks) batch.note(valid[index]!.line, code, detail);
    const keys = valid.map(({ record }) => record.external_id);
    batch.countAll(valid, await this.references.plan(context, 'comment', keys, outcomes));
    if (replies.length > 0) return;
    const created = valid.map(({ record }) => threadOf(record));
    await this.references.plan(context, 'thread', created, outcomes);
  }

  private read(
    batch: ImportBatch,
    { line, record }: Located<PortableFeedback>,
    { userIds, tags, statuses, boards, fields }: KnownReferences,
  ): FeedbackToImport | ImportFailure {
    // It would be visible to more people than on its board.
    if (record.board && !boards.has(record.board)) return unknownBoard;
    const isKnown = statuses.keys.has(keyText(record.status));
    const status = isKnown ? record.status : statuses.first;
    if (!isKnown) batch.note(line, 'unknown_status', unknownStatus(record.status, status));
    const { metadata, isComplete } = readMetadata(record.metadata);
    if (!isComplete) {
      batch.note(line, 'metadata_too_large', 'The metadata is too large or invalid, so it was left out.');
    }
    const values = readFields(fieldsOf(record), fields);
    for (const { code, detail } of values.failures) batch.note(line, code, detail);
    return {
      externalId: record.external_id,
      origin: readOrigin(record.origin),
      userId: userIds.get(keyText(record.person)) ?? null,
      title: record.title,
      description: record.description,
      status,
      board: record.board,
      assigneeId: record.assignee === undefined ? undefined : (userIds.get(keyText(record.assignee)) ?? null),
      ...readPlainValues(record),
      fields: values.fields,
      approval: record.approval,
      tags: tagNamesOf(record).filter((tag) => tags.has(tag)),
      createdAt: record.created_at,
      voteCount: record.vote_count,
      metadata,
    };
  }
}

/** The kinds of records that belong to feedback. */
const recordsOfFeedback = ['vote', 'comment', 'status_change', 'link', 'subscription', 'attachment'] as const;

/** Returns the values of fields that a record has; undefined if it has none. */
function fieldsOf({ fields }: PortableFeedback): JsonObject | undefined {
  return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? fields : undefined;
}

function unknownStatus(given: unknown, status: string): string {
  const name = typeof given === 'string' ? given.slice(0, 100) : '';
  return `The project has no status with the key ${name}: the feedback has the status ${status}.`;
}

const unknownBoard: ImportFailure = {
  code: 'unknown_board',
  detail: 'The project has no board with the slug of the feedback.',
};

export const unknownFeedback: ImportFailure = {
  code: 'unknown_feedback',
  detail: 'The feedback that the record belongs to was not imported.',
};

/** It stays a vote without a voter, if the source counted it. */
export const unknownVoter = { code: 'unknown_voter', detail: 'The voter is not known.' };
