import { Injectable } from '@nestjs/common';
import { AttachmentService } from '../../../attachments/index.js';
import type { ProjectAccess } from '../../../project/index.js';
import { Clock } from '../../../shared/clock.js';
import { Events, type NewEvent } from '../../../shared/events.js';
import { Ids } from '../../../shared/ids.js';
import type { JsonObject } from '../../../shared/rules.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import {
  expectVersion,
  type Locked,
  type Page,
  type PageRequest,
  type Precondition,
  type Versioned,
} from '../../../shared/records.js';
import { CommentRepository, type LoadedComment } from '../domain/comment.repository.js';
import { Comment } from '../domain/comment.js';
import {
  CommentNotFound,
  CommentsLocked,
  maxReplies,
  TooManyReplies,
  UnknownParent,
} from '../domain/comment.errors.js';
import {
  type CommentFilter,
  CommentQueries,
  type ProjectCommentFilter,
  readerOf,
} from './comment.queries.js';
import { type CommentRecord, type CommentSnapshot, recordOf } from '../domain/comment.record.js';
import { CommentFields } from './comment-fields.js';
import { commentCreatedEvent, commentUpdateEvents } from './comment-events.js';
import type { CommentSubmission, WrittenCommentChanges } from './comment-submission.js';
import type { CommentMember, ViewedComment } from './comment-view.js';
import { ActingUserResolver } from '../../items/application/acting-user-resolver.js';
import { FeedbackService } from '../../items/application/feedback.service.js';
import { Approvals } from '../../items/application/approvals.js';
import { FeedbackPolicy } from '../../items/application/feedback-policy.js';
import { permissions } from './permissions.js';

/**
 * Creates, reads, updates and deletes comments on feedback: contributors their own, editors all. Internal comments exist
 * for editors only.
 */
@Injectable()
export class CommentService {
  constructor(
    private readonly comments: CommentRepository,
    private readonly feedback: FeedbackService,
    private readonly queries: CommentQueries,
    private readonly acting: ActingUserResolver,
    private readonly attachments: AttachmentService,
    private readonly approvals: Approvals,
    private readonly policy: FeedbackPolicy,
    private readonly fields: CommentFields,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws FeedbackNotFound, FeedbackMerged, NotApproved, CommentsLocked, TooManyReplies; InvalidInput when a value violates a rule
   * or the parent does not exist; InsufficientRole also when the kind or the metadata require an editor
   */
  async create(
    access: ProjectAccess,
    feedbackId: string,
    {
      userId: authorId,
      user,
      parentId,
      attachmentIds,
      metadata,
      fields,
      createdAt,
      ...values
    }: CommentSubmission,
  ): Promise<Versioned<CommentRecord>> {
    access.authorize(permissions.createComment);
    if ((values.kind ?? 'comment') !== 'comment') access.require('editor', 'Setting the kind', '/kind');
    if (createdAt) access.require('editor', 'Setting the time of creation', '/created_at');
    if (Object.keys(metadata ?? {}).length > 0) access.require('editor', 'Setting metadata', '/metadata');
    return this.unitOfWork.run(async () => {
      const userId = await this.acting.resolve(access, { userId: authorId, user });
      await this.feedback.requireVisible(access, feedbackId);
      const parent = parentId === undefined ? null : await this.loadParent(access, feedbackId, parentId);
      const origin = { id: this.ids.next(), feedbackId, userId };
      const decision = await this.policy.before({
        useCase: 'createComment',
        access,
        // Ids may be given in upper case. A policy compares them as they are in records.
        feedbackId: feedbackId.toLowerCase(),
        userId,
        change: {
          ...values,
          parentId: parentId?.toLowerCase(),
          attachmentIds: attachmentIds?.map((id) => id.toLowerCase()),
          metadata,
          fields,
        },
      });
      const approval = decision?.approval ?? (await this.approvals.initial(access, userId));
      const now = createdAt ?? this.clock.now();
      const comment = Comment.write(origin, { ...values, approval }, now, parent);
      const attached = await this.attachments.replace(access, comment, attachmentIds);
      comment.replaceAttachments(attached, now);
      comment.patchMetadata(metadata ?? {}, now);
      this.fields.setFirst(access, (given) => comment.changeFields(given, now), fields);
      const evenIf = { locked: access.has('editor') };
      const written = await this.comments.add(access.projectId, feedbackId, comment, evenIf);
      if (!written) {
        await this.feedback.requireApproved(access, feedbackId);
        throw new CommentsLocked();
      }
      await this.events.record(commentCreatedEvent(access, written.record));
      return recordOf(written);
    });
  }

  /**
   * Updates a comment. With a comment, its replies become internal, or are rejected.
   *
   * @throws FeedbackNotFound, FeedbackMerged, CommentNotFound, PreconditionFailed, CommentsLocked, NotApproved;
   * InvalidInput when a value violates a rule; InsufficientRole also when the change requires an editor
   */
  async update(
    access: ProjectAccess,
    feedbackId: string,
    commentId: string,
    { attachmentIds, metadata, fields, ...changes }: WrittenCommentChanges,
    precondition: Precondition = null,
  ): Promise<Versioned<CommentRecord>> {
    access.authorize(permissions.updateComment);
    return this.unitOfWork.run(async () => {
      const loaded = await this.loadForChange(access, feedbackId, commentId);
      const { aggregate: comment, before } = loaded;
      if ((changes.kind ?? comment.kind) !== comment.kind) {
        access.require('editor', 'Setting the kind', '/kind');
      }
      const isPatched = comment.patchMetadata(metadata ?? {}, this.clock.now());
      if (isPatched) access.require('editor', 'Setting metadata', '/metadata');
      const changeFields = (given: JsonObject) => comment.changeFields(given, this.clock.now());
      const hasNewValues = this.fields.set(access, changeFields, fields);
      this.approvals.authorizeChange(access, comment.approval, changes.approval);
      expectVersion(precondition, before);
      await this.policy.before({
        useCase: 'updateComment',
        access,
        record: recordOf(before).record,
        change: { ...changes, attachmentIds, metadata, fields },
      });
      const isUpdated = comment.update(changes, this.clock.now());
      const attached = await this.attachments.replace(access, comment, attachmentIds);
      const isReplaced = comment.replaceAttachments(attached, this.clock.now());
      if (!(isUpdated || isPatched || hasNewValues || isReplaced)) return recordOf(before);
      if (loaded.isLocked && !access.has('editor')) throw new CommentsLocked();
      const { after, events } = await this.save(access, loaded);
      const { kind, approval } = before.record;
      if (comment.kind !== kind || comment.approval !== approval) {
        for (const reply of await this.comments.replies(comment)) {
          if (reply.aggregate.follow(comment, this.clock.now()))
            events.push(...(await this.save(access, reply)).events);
        }
      }
      await this.events.recordAll(events);
      return recordOf(after);
    });
  }

  /**
   * Deletes a comment and its replies.
   *
   * @throws FeedbackNotFound, FeedbackMerged, CommentNotFound, PreconditionFailed
   */
  async remove(
    access: ProjectAccess,
    feedbackId: string,
    commentId: string,
    precondition: Precondition = null,
  ): Promise<void> {
    access.authorize(permissions.deleteComment);
    await this.unitOfWork.run(async () => {
      const loaded = await this.loadForChange(access, feedbackId, commentId);
      expectVersion(precondition, loaded.before);
      await this.policy.before({ useCase: 'deleteComment', access, record: recordOf(loaded.before).record });
      const removed = [...(await this.comments.replies(loaded.aggregate)), loaded];
      for (const { aggregate } of removed) await this.comments.remove(aggregate);
      await this.events.recordAll(
        removed.map(({ before }) => access.event('comment.deleted', before.record)),
      );
    });
  }

  /** @throws FeedbackNotFound, FeedbackMerged, CommentNotFound */
  async read(
    access: ProjectAccess,
    feedbackId: string,
    commentId: string,
    include?: readonly CommentMember[],
  ): Promise<Versioned<ViewedComment>> {
    access.authorize(permissions.read);
    const group = await this.feedback.group(access, feedbackId);
    const comment = await this.queries.find(group, commentId, readerOf(access), include);
    if (!comment) throw new CommentNotFound();
    return comment;
  }

  /** Returns a comment that has been written, with the additional members that the caller asked for. */
  async withMembers(
    access: ProjectAccess,
    written: Versioned<CommentRecord>,
    include: readonly CommentMember[] | undefined,
  ): Promise<Versioned<ViewedComment>> {
    access.authorize(permissions.read);
    if (!include?.length) return written;
    const { id, feedback_id: feedbackId } = written.record;
    const found = await this.queries.find([feedbackId], id, readerOf(access), include);
    if (!found) throw new CommentNotFound();
    return found;
  }

  /**
   * Returns a page of the comments on feedback, oldest first.
   *
   * @throws FeedbackNotFound, FeedbackMerged
   */
  async list(
    access: ProjectAccess,
    feedbackId: string,
    filter: CommentFilter,
    page: PageRequest,
    include?: readonly CommentMember[],
  ): Promise<Page<ViewedComment>> {
    access.authorize(permissions.read);
    const group = await this.feedback.group(access, feedbackId);
    return this.queries.list(group, filter, readerOf(access), page, include);
  }

  /** Returns a page of the comments of the project, newest first. */
  async listOfProject(
    access: ProjectAccess,
    filter: ProjectCommentFilter,
    page: PageRequest,
    include?: readonly CommentMember[],
  ): Promise<Page<ViewedComment>> {
    access.authorize(permissions.read);
    return this.queries.listOfProject(readerOf(access), filter, page, include);
  }

  /** Saves a comment, and returns it with the events of the change. */
  private async save(
    access: ProjectAccess,
    { aggregate, before }: Locked<Comment, CommentSnapshot>,
  ): Promise<{ after: Versioned<CommentSnapshot>; events: NewEvent[] }> {
    const isFirstApproval = aggregate.announce();
    const after = await this.comments.save(aggregate);
    return { after, events: commentUpdateEvents(access, before.record, after.record, isFirstApproval) };
  }

  /** Loads a comment that the caller can see; null if there is none. */
  private async load(
    access: ProjectAccess,
    feedbackId: string,
    commentId: string,
  ): Promise<LoadedComment | null> {
    const loaded = await this.comments.load(access.projectId, feedbackId, commentId);
    // It may be on feedback that the caller cannot see.
    if (!loaded?.isOnApproved || access.hidesFeedback) {
      const group = await this.feedback.group(access, feedbackId);
      if (!loaded || !group.includes(loaded.aggregate.feedbackId)) return null;
    }
    if (!access.has('editor') && !loaded.aggregate.isVisibleTo(access.caller.userId)) return null;
    if (!access.conditions.comment) return loaded;
    const { feedbackId: place } = loaded.aggregate;
    return (await this.queries.find([place], commentId, readerOf(access))) && loaded;
  }

  private async loadParent(access: ProjectAccess, feedbackId: string, parentId: string): Promise<Comment> {
    const parent = await this.load(access, feedbackId, parentId);
    if (!parent) throw new UnknownParent();
    if ((await this.comments.countReplies(parentId)) >= maxReplies) throw new TooManyReplies();
    return parent.aggregate;
  }

  private async loadForChange(
    access: ProjectAccess,
    feedbackId: string,
    commentId: string,
  ): Promise<LoadedComment> {
    const loaded = await this.load(access, feedbackId, commentId);
    if (!loaded) throw new CommentNotFound();
    const { userId, kind } = loaded.aggregate;
    if (userId !== access.caller.userId) {
      access.require('editor', "Changing or deleting other users' comments");
    }
    if (kind === 'response') access.require('editor', 'Changing or deleting official responses');
    return loaded;
  }
}
