import { Injectable } from '@nestjs/common';
import { AttachmentService } from '../../attachments/index.js';
import type { ProjectGrant } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import { Events, previousOf } from '../../shared/events.js';
import { Ids } from '../../shared/ids.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { expectVersion, type Loaded, type Precondition, type Versioned } from '../../shared/records.js';
import { CommentRepository } from '../domain/comment.repository.js';
import { Comment } from '../domain/comment.js';
import { CommentNotFound } from '../domain/feedback.errors.js';
import { CommentQueries } from './comment.queries.js';
import {
  type CommentRecord,
  type CommentSnapshot,
  notInPrevious,
  recordOf,
} from '../domain/comment.record.js';
import type { CommentMember, ViewedComment } from './comment-view.js';
import { type OnBehalfOfUser, OnBehalfOf } from './on-behalf-of.js';
import { FeedbackService } from './feedback.service.js';
import { permissions } from './permissions.js';

/** A new comment. Only editors can set another user. */
export interface NewComment extends OnBehalfOfUser {
  readonly content: string;
  /** Ids of files that were uploaded. */
  readonly attachmentIds?: readonly string[] | undefined;
}

/** Changes to a comment. Omitted fields stay unchanged. */
export interface CommentChanges {
  readonly content?: string | undefined;
  /** Ids of files, which replace the current ones. */
  readonly attachmentIds?: readonly string[] | undefined;
}

/** Creates, updates and deletes comments on feedback: contributors their own, editors all. */
@Injectable()
export class CommentService {
  constructor(
    private readonly comments: CommentRepository,
    private readonly feedback: FeedbackService,
    private readonly queries: CommentQueries,
    private readonly acting: OnBehalfOf,
    private readonly attachments: AttachmentService,
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
    { content, attachmentIds, ...author }: NewComment,
  ): Promise<Versioned<CommentRecord>> {
    grant.authorize(permissions.createComment);
    return this.unitOfWork.run(async () => {
      const userId = await this.acting.resolve(grant, author);
      const comment = Comment.write({ id: this.ids.next(), feedbackId, userId }, content, this.clock.now());
      const attached = await this.attachments.replace(grant, comment, attachmentIds);
      comment.replaceAttachments(attached, this.clock.now());
      const written = await this.comments.add(grant.projectId, comment);
      if (!written) throw await this.feedback.reasonOfAbsence(grant, feedbackId);
      await this.events.record(grant.event('comment.created', written.record));
      return recordOf(written);
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
    { content, attachmentIds }: CommentChanges,
    precondition: Precondition = null,
  ): Promise<Versioned<CommentRecord>> {
    grant.authorize(permissions.updateComment);
    return this.unitOfWork.run(async () => {
      const { aggregate: comment, before } = await this.load(grant, feedbackId, commentId);
      expectVersion(precondition, before);
      comment.edit(content ?? comment.content, this.clock.now());
      const attached = await this.attachments.replace(grant, comment, attachmentIds);
      comment.replaceAttachments(attached, this.clock.now());
      const after = await this.comments.save(comment);
      const previous = previousOf(before.record, after.record, notInPrevious);
      if (previous) await this.events.record(grant.event('comment.updated', after.record, previous));
      return recordOf(after);
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
  async read(
    grant: ProjectGrant,
    feedbackId: string,
    commentId: string,
    include?: readonly CommentMember[],
  ): Promise<Versioned<ViewedComment>> {
    grant.authorize(permissions.read);
    const group = await this.feedback.group(grant, feedbackId);
    const comment = await this.queries.find(group, commentId, include);
    if (!comment) throw new CommentNotFound();
    return comment;
  }

  /** Returns a comment that has been written, with the additional members that the caller asked for. */
  async withMembers(
    grant: ProjectGrant,
    written: Versioned<CommentRecord>,
    include: readonly CommentMember[] | undefined,
  ): Promise<Versioned<ViewedComment>> {
    grant.authorize(permissions.read);
    if (!include?.length) return written;
    const { id, feedback_id: feedbackId } = written.record;
    const found = await this.queries.find([feedbackId], id, include);
    if (!found) throw new CommentNotFound();
    return found;
  }

  private async load(
    grant: ProjectGrant,
    feedbackId: string,
    commentId: string,
  ): Promise<Loaded<Comment, CommentSnapshot>> {
    const loaded = await this.comments.load(grant.projectId, feedbackId, commentId);
    if (!loaded) {
      await this.feedback.group(grant, feedbackId);
      throw new CommentNotFound();
    }
    if (loaded.aggregate.userId !== grant.caller.userId) {
      grant.require('editor', "Changing or deleting other users' comments");
    }
    return loaded;
  }
}
