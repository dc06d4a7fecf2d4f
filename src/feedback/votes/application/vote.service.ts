import { Injectable } from '@nestjs/common';
import { UserNotFound } from '../../../identity/index.js';
import { PeopleService, type ProjectGrant } from '../../../project/index.js';
import { Clock } from '../../../shared/clock.js';
import { Events } from '../../../shared/events.js';
import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { FeedbackNotFound, UpvoteNotFound } from '../../items/domain/feedback.errors.js';
import { VoteRepository, type VoteResult } from '../domain/vote.repository.js';
import type { FeedbackRecord } from '../../items/domain/feedback.js';
import { type OnBehalfOfUser, OnBehalfOf } from '../../items/application/on-behalf-of.js';
import { FeedbackService } from '../../items/application/feedback.service.js';
import { type UpvoteRecord, VoteQueries } from './vote.queries.js';
import { FeedbackPolicy } from '../../items/application/feedback-policy.js';
import { permissions } from '../../items/application/permissions.js';

/** Adds and removes votes for feedback: contributors their own, editors those of all users. */
@Injectable()
export class VoteService {
  constructor(
    private readonly votes: VoteRepository,
    private readonly feedback: FeedbackService,
    private readonly queries: VoteQueries,
    private readonly acting: OnBehalfOf,
    private readonly people: PeopleService,
    private readonly policy: FeedbackPolicy,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds the user's vote. Voting again changes nothing.
   *
   * @throws FeedbackNotFound, FeedbackMerged, NotApproved; UserNotFound also when the caller cannot name the user by id
   */
  async cast(grant: ProjectGrant, feedbackId: string, userId: string): Promise<Versioned<FeedbackRecord>> {
    grant.authorize(permissions.castVote);
    requireOwn(grant, userId);
    return this.unitOfWork.run(async () => {
      if (await this.people.isForeign(grant, userId)) throw new UserNotFound();
      return (await this.store(grant, feedbackId, userId)).feedback;
    });
  }

  /**
   * Adds the vote of the caller or of the user on whose behalf the caller acts. Registers the user if none has the
   * e-mail address. Voting again changes nothing.
   *
   * @throws FeedbackNotFound, FeedbackMerged, NotApproved; InvalidInput when the user does not exist
   */
  async castFor(
    grant: ProjectGrant,
    feedbackId: string,
    voter: OnBehalfOfUser,
  ): Promise<{ upvote: Versioned<UpvoteRecord>; created: boolean }> {
    grant.authorize(permissions.createUpvote);
    return this.unitOfWork.run(async () => {
      const userId = await this.acting.resolve(grant, voter);
      const { isChanged } = await this.store(grant, feedbackId, userId);
      return { upvote: await this.read(grant, feedbackId, userId), created: isChanged };
    });
  }

  /**
   * Removes the user's vote, if there is one. The vote of an anonymized user can be removed.
   *
   * @throws FeedbackNotFound, FeedbackMerged, NotApproved, UserNotFound
   */
  async withdraw(
    grant: ProjectGrant,
    feedbackId: string,
    userId: string,
  ): Promise<Versioned<FeedbackRecord>> {
    grant.authorize(permissions.withdrawVote);
    requireOwn(grant, userId);
    return this.unitOfWork.run(async () => {
      await this.feedback.requireVisible(grant, feedbackId);
      await this.policy.before({ useCase: 'withdrawVote', grant, feedbackId, userId: userId.toLowerCase() });
      const result = await this.votes.withdraw(grant.projectId, feedbackId, userId, grant.has('editor'));
      return (await this.record(grant, 'feedback.upvote_removed', feedbackId, userId, result)).feedback;
    });
  }

  /** @throws FeedbackNotFound, FeedbackMerged, UpvoteNotFound */
  async read(grant: ProjectGrant, feedbackId: string, userId: string): Promise<Versioned<UpvoteRecord>> {
    grant.authorize(permissions.read);
    const upvote = await this.queries.find(await this.feedback.group(grant, feedbackId), userId);
    if (!upvote) throw new UpvoteNotFound();
    return upvote;
  }

  /**
   * Returns a page of the votes for feedback, and for what is merged into it, oldest first.
   *
   * @throws FeedbackNotFound, FeedbackMerged
   */
  async list(grant: ProjectGrant, feedbackId: string, page: PageRequest): Promise<Page<UpvoteRecord>> {
    grant.authorize(permissions.read);
    return this.queries.list(await this.feedback.group(grant, feedbackId), page);
  }

  /** @throws FeedbackNotFound, FeedbackMerged, NotApproved, UserNotFound */
  private async store(grant: ProjectGrant, feedbackId: string, userId: string): Promise<VoteResult> {
    await this.feedback.requireVisible(grant, feedbackId);
    await this.policy.before({ useCase: 'castVote', grant, feedbackId, userId: userId.toLowerCase() });
    const result = await this.votes.cast(grant.projectId, feedbackId, userId, this.clock.now());
    return this.record(grant, 'feedback.upvoted', feedbackId, userId, result);
  }

  /**
   * Records the event of a changed vote. Vote events are frequent, so their data is small.
   *
   * @throws FeedbackNotFound, FeedbackMerged, NotApproved, UserNotFound
   */
  private async record(
    grant: ProjectGrant,
    type: 'feedback.upvoted' | 'feedback.upvote_removed',
    feedbackId: string,
    userId: string,
    result: VoteResult | null,
  ): Promise<VoteResult> {
    if (!result) {
      await this.feedback.requireApproved(grant, feedbackId);
      // It has been deleted, or its merge undone, in the meantime.
      throw new FeedbackNotFound();
    }
    const { feedback, isChanged, isKnownUser } = result;
    if (!isChanged && !isKnownUser) throw new UserNotFound();
    if (isChanged) {
      const { id, upvotes } = feedback.record;
      const vote = { feedback_id: id, user_id: userId.toLowerCase(), upvotes };
      await this.events.record(grant.event(type, vote));
    }
    return result;
  }
}

function requireOwn(grant: ProjectGrant, userId: string): void {
  if (userId.toLowerCase() !== grant.caller.userId) grant.require('editor', 'Voting for another user');
}
