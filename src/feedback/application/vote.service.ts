import { Injectable } from '@nestjs/common';
import { UserNotFound, UserService } from '../../identity/index.js';
import type { ProjectGrant } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
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
      const feedback = await this.feedback.load(grant, feedbackId);
      if (!(await this.users.isKnown(userId))) throw new UserNotFound();
      await this.votes.cast(feedback, userId, this.clock.now());
      return (await this.feedback.read(grant, feedbackId)).record;
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
      return (await this.feedback.read(grant, feedbackId)).record;
    });
  }
}

function requireOwn(grant: ProjectGrant, userId: string): void {
  if (userId.toLowerCase() !== grant.caller.userId) grant.require('editor', 'Voting for another user');
}
