import { Injectable } from '@nestjs/common';
import type { ProjectGrant } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import { Events, previousOf } from '../../shared/events.js';
import { Ids } from '../../shared/ids.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { expectVersion, type Precondition, type Versioned } from '../../shared/records.js';
import { CommentRepository } from '../domain/comment.repository.js';
import { Comment } from '../domain/comment.js';
import { CommentNotFound } from '../domain/feedback.errors.js';
import type { Feedback } from '../domain/feedback.js';
import { CommentQueries, type CommentRecord, notInPrevious } from './comment.queries.js';
import { type ActingFor, OnBehalfOf } from './on-behalf-of.js';
import { FeedbackService } from './feedback.service.js';

/** Creates, updates and deletes comments on feedback: contributors their own, editors all. */
@Injectable()
export class CommentService {
  constructor(
    private readonly comments: CommentRepository,
    private readonly feedback: FeedbackService,
    private readonly queries: CommentQueries,
    private readonly acting: OnBehalfOf,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws InsufficientRole, InsufficientScope, FeedbackNotFound, FeedbackMerged; InvalidInput when a value violates a
   * rule
   */
  async write(
    grant: ProjectGrant,
    feedbackId: string,
    { content, ...author }: ActingFor & { content: string },
  ): Promise<Versioned<CommentRecord>> {
    grant.authorize('contributor', 'write');
    return this.unitOfWork.run(async () => {
      const userId = await this.acting.resolve(grant, author);
      const feedback = await this.feedback.load(grant, feedbackId);
      const comment = Comment.write(
        { id: this.ids.next(), feedbackId: feedback.id, userId },
        content,
        this.clock.now(),
      );
      await this.comments.add(comment, feedback);
      const written = await this.read(grant, feedback.id, comment.id);
      await this.events.record(grant.event('comment.created', written.record));
      return written;
    });
  }

  /**
   * @throws InsufficientRole, InsufficientScope, FeedbackNotFound, FeedbackMerged, CommentNotFound, PreconditionFailed,
   * InvalidInput
   */
  async edit(
    grant: ProjectGrant,
    feedbackId: string,
    commentId: string,
    content: string | undefined,
    precondition: Precondition = null,
  ): Promise<Versioned<CommentRecord>> {
    grant.authorize('contributor', 'write');
    return this.unitOfWork.run(async () => {
      const { comment } = await this.load(grant, feedbackId, commentId);
      const before = await this.read(grant, feedbackId, commentId);
      expectVersion(precondition, before);
      comment.edit(content ?? comment.content, this.clock.now());
      await this.comments.save(comment);
      const after = await this.read(grant, feedbackId, commentId);
      const previous = previousOf(before.record, after.record, notInPrevious);
      if (previous) await this.events.record(grant.event('comment.updated', after.record, previous));
      return after;
    });
  }

  /**
   * @throws InsufficientRole, InsufficientScope, FeedbackNotFound, FeedbackMerged, CommentNotFound, PreconditionFailed
   */
  async remove(
    grant: ProjectGrant,
    feedbackId: string,
    commentId: string,
    precondition: Precondition = null,
  ): Promise<void> {
    grant.authorize('contributor', 'write');
    await this.unitOfWork.run(async () => {
      const { comment, feedback } = await this.load(grant, feedbackId, commentId);
      const removed = await this.read(grant, feedbackId, commentId);
      expectVersion(precondition, removed);
      await this.comments.remove(comment, feedback);
      await this.events.record(grant.event('comment.deleted', removed.record));
    });
  }

  /** @throws FeedbackNotFound, FeedbackMerged, CommentNotFound */
  async read(grant: ProjectGrant, feedbackId: string, commentId: string): Promise<Versioned<CommentRecord>> {
    const comment = await this.queries.find(await this.feedback.group(grant, feedbackId), commentId);
    if (!comment) throw new CommentNotFound();
    return comment;
  }

  private async load(
    grant: ProjectGrant,
    feedbackId: string,
    commentId: string,
  ): Promise<{ comment: Comment; feedback: Feedback }> {
    const feedback = await this.feedback.load(grant, feedbackId);
    const comment = await this.comments.load(feedback, commentId);
    if (!comment) throw new CommentNotFound();
    if (comment.userId !== grant.caller.userId) {
      grant.require('editor', "Changing or deleting other users' comments");
    }
    return { comment, feedback };
  }
}
