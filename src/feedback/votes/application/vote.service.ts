import { Injectable } from '@nestjs/common';
import { UserNotFound } from '../../../identity/index.js';
import { PeopleService, type ProjectAccess } from '../../../project/index.js';
import { Clock } from '../../../shared/clock.js';
import { Events } from '../../../shared/events.js';
import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { FeedbackNotFound } from '../../items/domain/feedback.errors.js';
import { UpvoteNotFound } from '../domain/vote.errors.js';
import { VoteRepository, type VoteResult } from '../domain/vote.repository.js';
import type { FeedbackRecord } from '../../items/domain/feedback.js';
import { type OnBehalfOfUser, ActingUserResolver } from '../../items/application/acting-user-resolver.js';
import { FeedbackService } from '../../items/application/feedback.service.js';
import { type UpvoteRecord, VoteQueries } from './vote.queries.js';
import { FeedbackPolicy } from '../../items/application/feedback-policy.js';
import { permissions } from './permissions.js';

/** Adds and removes votes for feedback: contributors their own, editors any user's. */
@Injectable()
export class VoteService {
  constructor(
    private readonly votes: VoteRepository,
    private readonly feedback: FeedbackService,
    private readonly queries: VoteQueries,
    private readonly acting: ActingUserResolver,
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
  async create(
    access: ProjectAccess,
    feedbackId: string,
    userId: string,
  ): Promise<Versioned<FeedbackRecord>> {
    access.authorize(permissions.castVote);
    requireOwn(access, userId);
    return this.unitOfWork.run(async () => {
      // Otherwise, editors would find out the e-mail addresses of users of other projects.
      if (await this.people.belongsToOtherProjects(access, userId)) throw new UserNotFound();
      return (await this.change('castVote', access, feedbackId, userId)).feedback;
    });
  }

  /**
   * Adds the vote of the caller or of the user on whose behalf the caller acts. Registers the user if none has the
   * e-mail address. Voting again changes nothing.
   *
   * @throws FeedbackNotFound, FeedbackMerged, NotApproved; InvalidInput when the user does not exist
   */
  async createFor(
    access: ProjectAccess,
    feedbackId: string,
    voter: OnBehalfOfUser,
  ): Promise<{ upvote: Versioned<UpvoteRecord>; created: boolean }> {
    access.authorize(permissions.createUpvote);
    return this.unitOfWork.run(async () => {
      const userId = await this.acting.resolve(access, voter);
      const { isChanged } = await this.change('castVote', access, feedbackId, userId);
      return { upvote: await this.read(access, feedbackId, userId), created: isChanged };
    });
  }

  /**
   * Removes the user's vote, if there is one. The vote of an anonymized user can be removed.
   *
   * @throws FeedbackNotFound, FeedbackMerged, NotApproved, UserNotFound
   */
  async remove(
    access: ProjectAccess,
    feedbackId: string,
    userId: string,
  ): Promise<Versioned<FeedbackRecord>> {
    access.authorize(permissions.withdrawVote);
    requireOwn(access, userId);
    return this.unitOfWork.run(
      async () => (await this.change('withdrawVote', access, feedbackId, userId)).feedback,
    );
  }

  /** @throws FeedbackNotFound, FeedbackMerged, UpvoteNotFound */
  async read(access: ProjectAccess, feedbackId: string, userId: string): Promise<Versioned<UpvoteRecord>> {
    access.authorize(permissions.read);
    const upvote = await this.queries.find(await this.feedback.group(access, feedbackId), userId);
    if (!upvote) throw new UpvoteNotFound();
    return upvote;
  }

  /**
   * Returns a page of the votes for feedback, and for what is merged into it, oldest first.
   *
   * @throws FeedbackNotFound, FeedbackMerged
   */
  async list(access: ProjectAccess, feedbackId: string, page: PageRequest): Promise<Page<UpvoteRecord>> {
    access.authorize(permissions.read);
    return this.queries.list(await this.feedback.group(access, feedbackId), page);
  }

  /**
   * Adds or removes a vote after the caller's rights have been checked, and records the event if the number of votes has
   * changed.
   *
   * @throws FeedbackNotFound, FeedbackMerged, NotApproved, UserNotFound, and the refusals of a host's policies
   */
  private async change(
    useCase: 'castVote' | 'withdrawVote',
    access: ProjectAccess,
    givenFeedbackId: string,
    givenUserId: string,
  ): Promise<VoteResult> {
    await this.feedback.requireVisible(access, givenFeedbackId);
    if (!isUuid(givenUserId)) throw new UserNotFound();
    // Ids may be given in upper case. Policies and events have them as they are in records.
    const [feedbackId, userId] = [givenFeedbackId.toLowerCase(), givenUserId.toLowerCase()];
    await this.policy.before({ useCase, access, feedbackId, userId });
    const { projectId } = access;
    const result =
      useCase === 'castVote'
        ? await this.votes.add(projectId, feedbackId, userId, this.clock.now())
        : await this.votes.remove(projectId, feedbackId, userId, access.has('editor'));
    if (!result) {
      await this.feedback.requireApproved(access, feedbackId);
      // It has been deleted, or its merge undone, in the meantime.
      throw new FeedbackNotFound();
    }
    const { feedback, isChanged, isKnownUser } = result;
    if (!isChanged && !isKnownUser) throw new UserNotFound();
    if (isChanged) {
      const type = useCase === 'castVote' ? 'feedback.upvoted' : 'feedback.upvote_removed';
      const { upvotes } = feedback.record;
      // Vote events are frequent, so their data is small.
      await this.events.record(access.event(type, { feedback_id: feedbackId, user_id: userId, upvotes }));
    }
    return result;
  }
}

function requireOwn(access: ProjectAccess, userId: string): void {
  if (userId.toLowerCase() !== access.caller.userId) access.require('editor', 'Voting for another user');
}
