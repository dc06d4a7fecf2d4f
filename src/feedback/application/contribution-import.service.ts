import { Injectable } from '@nestjs/common';
import { type ProjectGrant, SourceComparisons } from '../../project/index.js';
import { DomainError } from '../../shared/domain-error.js';
import { Ids } from '../../shared/ids.js';
import {
  identityOf,
  type ImportFailure,
  type ImportMode,
  type ImportOutcome,
  type ImportResults,
  ownSource,
} from '../../shared/imports.js';
import { firstError, parseTimestamp, timestamp } from '../../shared/rules.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import {
  FeedbackImportRepository,
  type FoundComment,
  type ImportedComment,
  type ImportedVoters,
} from '../domain/feedback-import.repository.js';
import { FeedbackImportEvents } from './feedback-import-events.js';
import {
  canReplyTo,
  type ChangedComment,
  type CommentToImport,
  fieldsOf,
  isSame,
  mergeFields,
  unknownParent,
} from './comment-to-import.js';
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

/** Stores votes and comments of other systems. Each call is part of the caller's unit of work. */
@Injectable()
export class ContributionImportService {
  constructor(
    private readonly repository: FeedbackImportRepository,
    private readonly sources: SourceComparisons,
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
      if (mode.notify && !mode.dryRun) await this.importEvents.recordVotes(grant, 'feedback.upvoted', added);
      return outcomes;
    });
  }

  /**
   * Removes imported votes that the source no longer has. Votes that users cast here stay.
   *
   * @param voters all users who voted for feedback there
   * @returns the number of removed votes by the id of the feedback
   */
  async removeVotes(
    grant: ProjectGrant,
    voters: readonly ImportedVoters[],
    mode: ImportMode,
  ): Promise<ReadonlyMap<string, number>> {
    grant.authorize(permissions.importVotes);
    return this.unitOfWork.run(async () => {
      const removed = await this.repository.removeVotes(voters, mode);
      if (mode.notify && !mode.dryRun) {
        await this.importEvents.recordVotes(grant, 'feedback.upvote_removed', removed);
      }
      const counts = new Map<string, number>();
      for (const { feedbackId } of removed) counts.set(feedbackId, (counts.get(feedbackId) ?? 0) + 1);
      return counts;
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
   * Creates comments, or updates what was imported from the same source under the same id, as `FeedbackImportService.import` does.
   * No two of the comments have the same id.
   */
  async importComments(
    grant: ProjectGrant,
    comments: readonly CommentToImport[],
    mode: ImportMode,
  ): Promise<ImportResults> {
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
      const comparison = await this.sources.begin(projectId, 'comment', keys, mode);
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
        if (comparison.wasDeleted(index, externalId, before)) continue;
        const fields = comparison.merge(index, externalId, before, (values) =>
          mergeFields(values, before, fieldsOf(comment, before, parent)),
        );
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
      const { remarks } = comparison;
      if (mode.dryRun) return { outcomes, remarks };
      await this.store(grant, created, updated, mode.notify);
      await this.sources.save(projectId, 'comment', comparison, mode);
      return { outcomes, remarks };
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
