import { Injectable } from '@nestjs/common';
import type { ProjectGrant } from '../../project/index.js';
import { DomainError } from '../../shared/domain-error.js';
import { Ids } from '../../shared/ids.js';
import {
  identityOf,
  type ImportFailure,
  type ImportMode,
  type ImportOutcome,
  ownSource,
  type RecordOrigin,
} from '../../shared/imports.js';
import { firstError, parseTimestamp, timestamp } from '../../shared/rules.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import type { Approval } from '../domain/approval.js';
import type { CommentKind } from '../domain/comment.record.js';
import {
  FeedbackImportRepository,
  type FoundComment,
  type ImportedComment,
} from '../domain/feedback-import.repository.js';
import { FeedbackImportEvents } from './feedback-import-events.js';
import { commentToImportRules } from './import-rules.js';
import { type FeedbackOperation, FeedbackPolicy } from './feedback-policy.js';
import { permissions } from './permissions.js';

/** A vote of another system. Its values are not checked yet. */
export interface VoteToImport {
  /** Null if the feedback or the user is not stored yet, in a dry run. */
  readonly feedbackId: string | null;
  readonly userId: string | null;
  readonly createdAt: string;
}

/** A comment of another system. Its values are not checked yet. */
export interface CommentToImport {
  readonly externalId: string;
  readonly origin?: RecordOrigin | undefined;
  /** Null if the feedback or the user is not stored yet, in a dry run. */
  readonly feedbackId: string | null;
  readonly userId: string | null;
  /** External id of the comment that it replies to, which is stored already, unless this is a dry run; empty if none. */
  readonly parent?: string | undefined;
  /** Unchanged if omitted, initially `comment`. */
  readonly kind?: CommentKind | undefined;
  /** Unchanged if omitted, initially `approved`. Replies to a comment that is not approved are not approved. */
  readonly approval?: Approval | undefined;
  readonly content: string;
  readonly createdAt: string;
  readonly updatedAt?: string | undefined;
}

/** Stores votes and comments of other systems. Each call is part of the caller's unit of work. */
@Injectable()
export class ContributionImportService {
  constructor(
    private readonly repository: FeedbackImportRepository,
    private readonly importEvents: FeedbackImportEvents,
    private readonly policy: FeedbackPolicy,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /**
   * Adds votes. Returns the outcomes in their order; a vote that exists is skipped, and one that the policy refuses fails.
   */
  async importVotes(
    grant: ProjectGrant,
    votes: readonly VoteToImport[],
    mode: ImportMode,
  ): Promise<ImportOutcome[]> {
    grant.authorize(permissions.importVotes);
    const outcomes = votes.map(
      ({ createdAt }): ImportOutcome => firstError({ createdAt }, { createdAt: timestamp }) ?? 'created',
    );
    const known = [...votes.entries()].flatMap(([index, { feedbackId, userId, createdAt }]) =>
      outcomes[index] === 'created' && feedbackId !== null && userId !== null
        ? { index, vote: { feedbackId, userId, createdAt: parseTimestamp(createdAt)! } }
        : [],
    );
    if (known.length === 0) return outcomes;
    return this.unitOfWork.run(async () => {
      for (const { index, vote } of known) {
        const refusal = await this.refusalOf({ useCase: 'castVote', grant, ...vote });
        if (refusal) outcomes[index] = refusal;
      }
      const allowed = known.filter(({ index }) => outcomes[index] === 'created');
      if (allowed.length === 0) return outcomes;
      const given = allowed.map(({ vote }) => vote);
      const isNew = mode.dryRun
        ? (await this.repository.haveVoted(given)).map((voted) => !voted)
        : await this.repository.addVotes(given);
      for (const [position, { index }] of allowed.entries()) {
        if (!isNew[position]) outcomes[index] = 'skipped';
      }
      const added = given.filter((_, position) => isNew[position]);
      if (mode.notify && !mode.dryRun) await this.importEvents.recordVotes(grant, added);
      return outcomes;
    });
  }

  /** Returns the ids of imported comments by the ids in the source. */
  async commentIdsOf(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const found = await this.foundComments(projectId, source, externalIds);
    return new Map([...found].map(([key, { id }]) => [key, id]));
  }

  /**
   * Creates comments, or updates what was imported from the same source under the same id. Returns the outcomes in the order
   * of the comments, of which no two have the same id.
   */
  async importComments(
    grant: ProjectGrant,
    comments: readonly CommentToImport[],
    mode: ImportMode,
  ): Promise<ImportOutcome[]> {
    grant.authorize(permissions.importComments);
    const outcomes = comments.map(
      ({ externalId, content, kind, approval, createdAt, updatedAt }): ImportOutcome =>
        firstError({ externalId, content, kind, approval, createdAt, updatedAt }, commentToImportRules) ??
        'skipped',
    );
    return this.unitOfWork.run(async () => {
      const valid = comments.filter((_, index) => outcomes[index] === 'skipped');
      const keys = valid.map(({ externalId }) => externalId);
      const parentKeys = comments.flatMap(({ parent }) => parent || []);
      const { projectId } = grant;
      const stored = await this.foundComments(projectId, mode.source, keys);
      const parents = await this.foundComments(projectId, mode.source, parentKeys);
      const taken = mode.source === ownSource ? await this.repository.takenIds(keys) : new Set<string>();
      const created: ImportedComment[] = [];
      const updated: { readonly before: FoundComment; readonly after: ChangedComment }[] = [];
      for (const [index, comment] of comments.entries()) {
        if (outcomes[index] !== 'skipped') continue;
        const { externalId } = comment;
        const before = stored.get(externalId);
        const parent = parents.get(comment.parent ?? '');
        if (parent && !canReplyTo(parent, comment.feedbackId)) {
          outcomes[index] = unknownParent;
          continue;
        }
        const fields = fieldsOf(comment, before, parent);
        if (!before) {
          outcomes[index] = 'created';
          const isTaken = taken.has(externalId.toLowerCase());
          const identity = identityOf({ ...comment, source: mode.source }, isTaken, this.ids);
          created.push({
            ...identity,
            userId: comment.userId ?? '',
            parentId: parent?.id ?? null,
            ...fields,
          });
        } else if (!isSame(before, fields)) {
          outcomes[index] = 'updated';
          const { id, userId, parentId } = before;
          updated.push({ before, after: { id, userId, parentId, ...fields } });
        }
      }
      if (!mode.dryRun) await this.store(grant, created, updated, mode.notify);
      return outcomes;
    });
  }

  private async refusalOf(operation: FeedbackOperation): Promise<ImportFailure | null> {
    try {
      await this.policy.before(operation);
      return null;
    } catch (error) {
      if (error instanceof DomainError) return { code: error.code, detail: error.message };
      throw error;
    }
  }

  private async store(
    grant: ProjectGrant,
    created: readonly ImportedComment[],
    updated: readonly { readonly before: FoundComment; readonly after: ChangedComment }[],
    notify: boolean,
  ): Promise<void> {
    const after = updated.map((each) => each.after);
    const former = notify ? await this.importEvents.commentsOf(updated.map(({ before }) => before)) : [];
    if (created.length > 0) await this.repository.addComments(grant.projectId, created);
    if (after.length > 0) await this.repository.saveComments(after);
    if (!notify) return;
    await this.importEvents.recordComments(grant, created);
    await this.importEvents.recordUpdatedComments(grant, after, former);
  }

  private async foundComments(
    projectId: string,
    source: string,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, FoundComment>> {
    if (keys.length === 0) return new Map();
    const found = await this.repository.findComments(projectId, source, [...new Set(keys)]);
    return new Map(found.map((comment) => [comment.key, comment]));
  }
}

function canReplyTo(parent: FoundComment, feedbackId: string | null): boolean {
  return parent.parentId === null && (feedbackId === null || parent.feedbackId === feedbackId);
}

/** The parent of a reply was not imported, is a reply itself, or is on other feedback. */
export const unknownParent: ImportFailure = {
  code: 'unknown_parent',
  detail: 'The comment that it replies to was not imported, is a reply itself, or is on other feedback.',
};

/** A stored comment that an import changes. */
type ChangedComment = Omit<ImportedComment, 'source' | 'externalId'>;

/** Returns the fields that an import can change. */
function fieldsOf(
  { feedbackId, content, createdAt, updatedAt = createdAt, ...comment }: CommentToImport,
  before: FoundComment | undefined,
  parent: FoundComment | undefined,
): CommentFields {
  // A stored reply stays where its parent is.
  const isReply = !parent && typeof before?.parentId === 'string';
  const kind = parent?.kind === 'internal' ? parent.kind : comment.kind;
  return {
    feedbackId: isReply ? before.feedbackId : (feedbackId ?? ''),
    kind: kind ?? before?.kind ?? 'comment',
    approval: approvalIn(parent, comment.approval ?? before?.approval ?? 'approved'),
    content,
    createdAt: parseTimestamp(createdAt)!,
    updatedAt: parseTimestamp(updatedAt)!,
  };
}

function approvalIn(parent: FoundComment | undefined, approval: Approval): Approval {
  return parent && parent.approval !== 'approved' && approval === 'approved' ? parent.approval : approval;
}

type CommentFields = Pick<
  ImportedComment,
  'feedbackId' | 'kind' | 'approval' | 'content' | 'createdAt' | 'updatedAt'
>;

function isSame(stored: CommentFields, given: CommentFields): boolean {
  return (
    stored.feedbackId === given.feedbackId &&
    stored.kind === given.kind &&
    stored.approval === given.approval &&
    stored.content === given.content &&
    stored.createdAt.getTime() === given.createdAt.getTime() &&
    stored.updatedAt.getTime() === given.updatedAt.getTime()
  );
}
