import { Injectable } from '@nestjs/common';
import { UserNotFound, UserService } from '../../identity/index.js';
import type { ProjectGrant } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import { Events } from '../../shared/events.js';
import type { Versioned } from '../../shared/records.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { UpvoteNotFound } from '../domain/feedback.errors.js';
import { VoteRepository } from '../domain/vote.repository.js';
import type { FeedbackRecord } from './feedback.queries.js';
import { type ActingFor, OnBehalfOf } from './on-behalf-of.js';
import { FeedbackService } from './feedback.service.js';
import { type UpvoteRecord, VoteQueries } from './vote.queries.js';

/** Adds and removes votes for feedback: contributors their own, editors those of all users. */
@Injectable()
export class VoteService {
  constructor(
    private readonly votes: VoteRepository,
    private readonly feedback: FeedbackService,
    private readonly queries: VoteQueries,
    private readonly users: UserService,
    private readonly acting: OnBehalfOf,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds the user's vote. Voting again changes nothing.
   *
   * @throws InsufficientRole, InsufficientScope, FeedbackNotFound, FeedbackMerged, UserNotFound
   */
  async cast(grant: ProjectGrant, feedbackId: string, userId: string): Promise<Versioned<FeedbackRecord>> {
    grant.authorize('contributor', 'write');
    requireOwn(grant, userId);
    return this.unitOfWork.run(async () => {
      const upvotes = await this.store(grant, feedbackId, userId);
      if (upvotes === null) return this.feedback.read(grant, feedbackId);
      // At the same time, because other votes for the feedback wait for the end of this unit of work.
      const [voted] = await Promise.all([
        this.feedback.read(grant, feedbackId),
        this.recordVote(grant, 'feedback.upvoted', feedbackId, userId, upvotes),
      ]);
      return voted;
    });
  }

  /**
   * Adds the vote of the caller or of the user on whose behalf the caller acts. Registers the user if none has the
   * e-mail address. Voting again changes nothing.
   *
   * @throws InsufficientRole, InsufficientScope, FeedbackNotFound, FeedbackMerged; InvalidInput when the user does not
   * exist
   */
  async castFor(
    grant: ProjectGrant,
    feedbackId: string,
    voter: ActingFor,
  ): Promise<{ upvote: Versioned<UpvoteRecord>; created: boolean }> {
    grant.authorize('contributor', 'write');
    return this.unitOfWork.run(async () => {
      const userId = await this.acting.resolve(grant, voter);
      const upvotes = await this.store(grant, feedbackId, userId);
      const upvote = await this.read(grant, feedbackId, userId);
      if (upvotes === null) return { upvote, created: false };
      await this.recordVote(grant, 'feedback.upvoted', feedbackId, userId, upvotes);
      return { upvote, created: true };
    });
  }

  /**
   * Removes the user's vote, if there is one. The vote of an anonymized user can be removed.
   *
   * @throws InsufficientRole, InsufficientScope, FeedbackNotFound, FeedbackMerged, UserNotFound
   */
  async withdraw(
    grant: ProjectGrant,
    feedbackId: string,
    userId: string,
  ): Promise<Versioned<FeedbackRecord>> {
    grant.authorize('contributor', 'write');
    requireOwn(grant, userId);
    return this.unitOfWork.run(async () => {
      const feedback = await this.feedback.load(grant, feedbackId);
      const withdrawn = await this.votes.withdraw(feedback, userId);
      if (!withdrawn && !(await this.users.isKnown(userId))) throw new UserNotFound();
      const after = await this.feedback.read(grant, feedback.id);
      if (withdrawn) {
        await this.recordVote(grant, 'feedback.upvote_removed', feedbackId, userId, after.record.upvotes);
      }
      return after;
    });
  }

  /** @throws FeedbackNotFound, FeedbackMerged, UpvoteNotFound */
  async read(grant: ProjectGrant, feedbackId: string, userId: string): Promise<Versioned<UpvoteRecord>> {
    const upvote = await this.queries.find(await this.feedback.group(grant, feedbackId), userId);
    if (!upvote) throw new UpvoteNotFound();
    return upvote;
  }

  /**
   * Stores the vote. Returns the new number of votes; null when the user has voted before.
   *
   * @throws FeedbackNotFound, FeedbackMerged, UserNotFound
   */
  private async store(grant: ProjectGrant, feedbackId: string, userId: string): Promise<number | null> {
    const upvotes = await this.votes.cast(grant.projectId, feedbackId, userId, this.clock.now());
    if (upvotes === null) {
      await this.feedback.load(grant, feedbackId);
      if (!(await this.users.isKnown(userId))) throw new UserNotFound();
    }
    return upvotes;
  }

  /** Vote events are frequent, so their data is small. */
  private async recordVote(
    grant: ProjectGrant,
    type: 'feedback.upvoted' | 'feedback.upvote_removed',
    feedbackId: string,
    userId: string,
    upvotes: number,
  ): Promise<void> {
    const vote = { feedback_id: feedbackId.toLowerCase(), user_id: userId.toLowerCase(), upvotes };
    await this.events.record(grant.event(type, vote));
  }
}

function requireOwn(grant: ProjectGrant, userId: string): void {
  if (userId.toLowerCase() !== grant.caller.userId) grant.require('editor', 'Voting for another user');
}
