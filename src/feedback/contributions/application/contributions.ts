import { Injectable } from '@nestjs/common';
import { type Erasure, PersonalData } from '../../../identity/index.js';
import {
  ProjectAuthorizer,
  type ProjectAccess,
  ProjectContents,
  type UserPresence,
} from '../../../project/index.js';
import type { Page, PageRequest } from '../../../shared/records.js';
import { CommentNotFound } from '../../comments/domain/comment.errors.js';
import { FeedbackRepository } from '../../items/domain/feedback.repository.js';
import { CommentService } from '../../comments/application/comment.service.js';
import { ContributionQueries } from './contribution.queries.js';
import { FeedbackQueries } from '../../items/application/feedback.queries.js';
import { FeedbackService } from '../../items/application/feedback.service.js';
import { MergeService } from '../../merging/application/merge.service.js';
import { VoteService } from '../../votes/application/vote.service.js';

const batch: PageRequest = { limit: 100, count: false };

/** The feedback, comments and votes of users, which are deleted with them if that was requested. */
@Injectable()
export class Contributions extends PersonalData {
  override readonly order = 300;

  constructor(
    private readonly repository: FeedbackRepository,
    private readonly contributions: ContributionQueries,
    private readonly queries: FeedbackQueries,
    private readonly feedback: FeedbackService,
    private readonly merges: MergeService,
    private readonly comments: CommentService,
    private readonly votes: VoteService,
    private readonly authorizer: ProjectAuthorizer,
  ) {
    super();
  }

  override readonly exported: PersonalData['exported'] = {
    feedback: (userId, page) => this.contributions.feedback(userId, page),
    comment: (userId, page) => this.contributions.comments(userId, page),
    vote: (userId, page) => this.contributions.votes(userId, page),
  };

  /**
   * Deletes one record after the other, each in a transaction of its own, with the events and counters of single deletions.
   * Feedback that is merged is separated from its target first.
   */
  override async erase({ userId, actorId, content }: Erasure, signal: AbortSignal): Promise<void> {
    await this.repository.unassign(userId);
    if (content !== 'delete') return;
    const grantFor = (projectId: string) =>
      this.authorizer.ownerAccess(projectId, actorId, { isErasure: true });
    await deleteAll(
      () => this.contributions.feedback(userId, batch),
      ({ project_id, id }) => this.deleteFeedback(grantFor(project_id), id),
      signal,
    );
    await deleteAll(
      () => this.contributions.comments(userId, batch),
      ({ project_id, feedback_id, id }) => this.deleteComment(grantFor(project_id), feedback_id, id),
      signal,
    );
    // One at a time: withdrawing a vote from a target also withdraws it from merged feedback.
    await deleteAll(
      () => this.contributions.votes(userId, { ...batch, limit: 1 }),
      async ({ project_id, feedback_id }) =>
        this.votes.remove(
          grantFor(project_id),
          await this.listedId(grantFor(project_id), feedback_id),
          userId,
        ),
      signal,
    );
  }

  private async deleteFeedback(access: ProjectAccess, id: string): Promise<void> {
    if ((await this.listedId(access, id)) !== id) await this.merges.unmerge(access, id);
    await this.feedback.remove(access, id);
  }

  private async deleteComment(access: ProjectAccess, feedbackId: string, id: string): Promise<void> {
    try {
      await this.comments.remove(access, await this.listedId(access, feedbackId), id);
    } catch (error) {
      // A reply that was deleted with its parent.
      if (!(error instanceof CommentNotFound)) throw error;
    }
  }

  /** Returns the id under which feedback is listed: its own, or its target's if it is merged. */
  private async listedId(access: ProjectAccess, feedbackId: string): Promise<string> {
    return (await this.queries.mergeState(access.reader, feedbackId))?.mergedInto ?? feedbackId;
  }
}

/** Deletes all records of a list, which is read again after each batch. */
async function deleteAll<T>(
  read: () => Promise<Page<T>>,
  remove: (record: T) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  for (let { records } = await read(); records.length > 0; { records } = await read()) {
    for (const record of records) {
      signal.throwIfAborted();
      await remove(record);
    }
  }
}

/** The feedback, comments and votes in projects, and their authors. */
@Injectable()
export class ContributionContents extends ProjectContents {
  constructor(private readonly queries: ContributionQueries) {
    super();
  }

  override async findPresence(
    userIds: readonly string[],
    projectIds: readonly string[],
  ): Promise<readonly UserPresence[]> {
    return this.queries.findPresence(userIds, projectIds);
  }

  override async authorsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.queries.authorsOf(ids);
  }
}
