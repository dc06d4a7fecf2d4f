import { Injectable } from '@nestjs/common';
import { UserNotFound, UserService } from '../../identity/index.js';
import type { ProjectGrant } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import { Events } from '../../shared/events.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { VoteRepository } from '../domain/vote.repository.js';
import type { FeedbackRecord } from './feedback.queries.js';
import { FeedbackService } from './feedback.service.js';

/** Casts votes for feedback and takes them back: contributors their own, editors those of all. */
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
   * A user votes once: to vote again changes nothing.
   *
   * @throws FeedbackNotFound, FeedbackMerged, UserNotFound, InsufficientRole
   */
  async cast(grant: ProjectGrant, feedbackId: string, userId: string): Promise<FeedbackRecord> {
    requireOwn(grant, userId);
    return this.unitOfWork.run(async () => {
      const [feedback, isKnown] = await Promise.all([
        this.feedback.load(grant, feedbackId),
        this.users.isKnown(userId),
      ]);
      if (!isKnown) throw new UserNotFound();
      const [isNew, { record }] = await Promise.all([
        this.votes.cast(feedback, userId, this.clock.now()),
        this.feedback.read(grant, feedback.id),
      ]);
      if (isNew) await this.tell(grant, record, userId, 'feedback.upvoted');
      return record;
    });
  }

  /**
   * To take back a vote that there is not changes nothing. The vote of a user who was made anonymous can be taken back.
   *
   * @throws FeedbackNotFound, FeedbackMerged, UserNotFound, InsufficientRole
   */
  async withdraw(grant: ProjectGrant, feedbackId: string, userId: string): Promise<FeedbackRecord> {
    requireOwn(grant, userId);
    return this.unitOfWork.run(async () => {
      const feedback = await this.feedback.load(grant, feedbackId);
      const withdrawn = await this.votes.withdraw(feedback, userId);
      if (!withdrawn && !(await this.users.isKnown(userId))) throw new UserNotFound();
      const { record } = await this.feedback.read(grant, feedback.id);
      if (withdrawn) await this.tell(grant, record, userId, 'feedback.upvote_removed');
      return record;
    });
  }

  /** Votes are many, so their events are small. */
  private async tell(
    grant: ProjectGrant,
    { id, upvotes }: FeedbackRecord,
    userId: string,
    type: 'feedback.upvoted' | 'feedback.upvote_removed',
  ): Promise<void> {
    const vote = { feedback_id: id, user_id: userId.toLowerCase(), upvotes };
    await this.events.record(grant.event(type, vote));
  }
}

function requireOwn(grant: ProjectGrant, userId: string): void {
  if (userId.toLowerCase() !== grant.caller.userId) grant.require('editor', 'Voting for another user');
}
