import { Injectable } from '@nestjs/common';
import { UserNotFound, UserService } from '../../identity/index.js';
import type { ProjectGrant } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import { Events } from '../../shared/events.js';
import type { Versioned } from '../../shared/records.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { VoteRepository } from '../domain/vote.repository.js';
import type { FeedbackRecord } from './feedback.queries.js';
import { FeedbackService } from './feedback.service.js';

/** Adds and removes votes for feedback: contributors their own, editors those of all users. */
@Injectable()
export class VoteService {
  constructor(
    private readonly votes: VoteRepository,
    private readonly feedback: FeedbackService,
    private readonly users: UserService,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds the user's vote. Voting again changes nothing.
   *
   * @throws FeedbackNotFound, FeedbackMerged, UserNotFound, InsufficientRole
   */
  async cast(grant: ProjectGrant, feedbackId: string, userId: string): Promise<Versioned<FeedbackRecord>> {
    requireOwn(grant, userId);
    return this.unitOfWork.run(async () => {
      if (!(await this.users.isKnown(userId))) {
        // A missing feedback is reported first.
        await this.feedback.load(grant, feedbackId);
        throw new UserNotFound();
      }
      const upvotes = await this.votes.cast(grant.projectId, feedbackId, userId, this.clock.now());
      if (upvotes !== null) {
        await this.recordVote(grant, 'feedback.upvoted', feedbackId, userId, upvotes);
      } else {
        // Throws unless the user has voted before.
        await this.feedback.load(grant, feedbackId);
      }
      return this.feedback.read(grant, feedbackId);
    });
  }

  /**
   * Removes the user's vote, if there is one. The vote of an anonymized user can be removed.
   *
   * @throws FeedbackNotFound, FeedbackMerged, UserNotFound, InsufficientRole
   */
  async withdraw(
    grant: ProjectGrant,
    feedbackId: string,
    userId: string,
  ): Promise<Versioned<FeedbackRecord>> {
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
