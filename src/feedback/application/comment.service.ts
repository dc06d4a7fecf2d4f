import { Injectable } from '@nestjs/common';
import { hidesAny, type ProjectGrant } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import { Events, previousOf } from '../../shared/events.js';
import { Ids } from '../../shared/ids.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { expectVersion, type Loaded, type Precondition, type Versioned } from '../../shared/records.js';
import { CommentRepository } from '../domain/comment.repository.js';
import { Comment } from '../domain/comment.js';
import { CommentNotFound } from '../domain/feedback.errors.js';
import { CommentQueries } from './comment.queries.js';
import { type CommentRecord, notInPrevious } from '../domain/comment.record.js';
import { type OnBehalfOfUser, OnBehalfOf } from './on-behalf-of.js';
import { FeedbackService } from './feedback.service.js';
import { permissions } from './permissions.js';

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
   * @throws FeedbackNotFound, FeedbackMerged; InvalidInput when a value violates a
   * rule
   */
  async write(
    grant: ProjectGrant,
    feedbackId: string,
    { content, ...author }: OnBehalfOfUser & { content: string },
  ): Promise<Versioned<CommentRecord>> {
    grant.authorize(permissions.createComment);
    return this.unitOfWork.run(async () => {
      const userId = await this.acting.resolve(grant, author);
      const comment = Comment.write({ id: this.ids.next(), feedbackId, userId }, content, this.clock.now());
      await this.feedback.requireVisible(grant, feedbackId);
      const written = await this.comments.add(grant.projectId, comment);
      if (!written) throw await this.feedback.reasonOfAbsence(grant, feedbackId);
      await this.events.record(grant.event('comment.created', written.record));
      return written;
    });
  }

  /**
   * @throws FeedbackNotFound, FeedbackMerged, CommentNotFound, PreconditionFailed,
   * InvalidInput
   */
  async edit(
    grant: ProjectGrant,
    feedbackId: string,
    commentId: string,
    content: string | undefined,
    precondition: Precondition = null,
  ): Promise<Versioned<CommentRecord>> {
    grant.authorize(permissions.updateComment);
    return this.unitOfWork.run(async () => {
      const { aggregate: comment, before } = await this.load(grant, feedbackId, commentId);
      expectVersion(precondition, before);
      comment.edit(content ?? comment.content, this.clock.now());
      const after = await this.comments.save(comment);
      const previous = previousOf(before.record, after.record, notInPrevious);
      if (previous) await this.events.record(grant.event('comment.updated', after.record, previous));
      return after;
    });
  }

  /**
   * @throws FeedbackNotFound, FeedbackMerged, CommentNotFound, PreconditionFailed
   */
  async remove(
    grant: ProjectGrant,
    feedbackId: string,
    commentId: string,
    precondition: Precondition = null,
  ): Promise<void> {
    grant.authorize(permissions.deleteComment);
    await this.unitOfWork.run(async () => {
      const { aggregate: comment, before } = await this.load(grant, feedbackId, commentId);
      expectVersion(precondition, before);
      await this.comments.remove(comment);
      await this.events.record(grant.event('comment.deleted', before.record));
    });
  }

  /** @throws FeedbackNotFound, FeedbackMerged, CommentNotFound */
  async read(grant: ProjectGrant, feedbackId: string, commentId: string): Promise<Versioned<CommentRecord>> {
    grant.authorize(permissions.read);
    const comment = await this.queries.find(await this.feedback.group(grant, feedbackId), commentId);
    if (!comment) throw new CommentNotFound();
    return comment;
  }

  private async load(
    grant: ProjectGrant,
    feedbackId: string,
    commentId: string,
  ): Promise<Loaded<Comment, CommentRecord>> {
    const loaded = await this.comments.load(grant.projectId, feedbackId, commentId);
    // With boards, it may be on merged feedback that the caller cannot see.
    if (!loaded || hidesAny(grant.hiddenBoards)) {
      const group = await this.feedback.group(grant, feedbackId);
      if (!loaded || !group.includes(loaded.aggregate.feedbackId)) throw new CommentNotFound();
    }
    if (loaded.aggregate.userId !== grant.caller.userId) {
      grant.require('editor', "Changing or deleting other users' comments");
    }
    return loaded;
  }
}
