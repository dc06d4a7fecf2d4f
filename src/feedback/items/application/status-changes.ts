import { Injectable } from '@nestjs/common';
import { type ProjectAccess, StatusQueries } from '../../../project/index.js';
import { Clock } from '../../../shared/clock.js';
import type { NewEvent } from '../../../shared/events.js';
import { Ids } from '../../../shared/ids.js';
import { check } from '../../../shared/rules.js';
import { commentCreatedEvent } from '../../comments/application/comment-events.js';
import { CommentRepository } from '../../comments/domain/comment.repository.js';
import { Comment, commentRules } from '../../comments/domain/comment.js';
import { NotApproved, StatusUnchanged } from '../domain/feedback.errors.js';
import type { Feedback } from '../domain/feedback.js';
import { FeedbackPolicy } from './feedback-policy.js';

/** Changes the status of feedback, which only editors do. */
@Injectable()
export class StatusChanges {
  constructor(
    private readonly queries: StatusQueries,
    private readonly comments: CommentRepository,
    private readonly policy: FeedbackPolicy,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Requires the right to set the status of new feedback, if it is another one than it would have anyway.
   *
   * @throws InsufficientRole
   */
  async authorizeFirst(access: ProjectAccess, status: string | undefined): Promise<void> {
    if (status === undefined || access.has('editor')) return;
    const statuses = await this.queries.list(access.projectId);
    if (status !== statuses.find(({ kind }) => kind === 'open')?.key) this.authorize(access);
  }

  /**
   * Requires the right to change the status, if it is another one than the current one.
   *
   * @throws InsufficientRole
   */
  authorizeChange(access: ProjectAccess, feedback: Feedback, status: string | undefined): void {
    if (status !== undefined && status !== feedback.status) this.authorize(access);
  }

  /** Changes the status of feedback that has been loaded, if it is another one than the current one. */
  change(access: ProjectAccess, feedback: Feedback, status: string | undefined, commentId?: string): void {
    if (status === undefined) return;
    const by = { id: this.ids.next(), userId: access.caller.userId, createdAt: this.clock.now() };
    feedback.changeStatus(status, by, commentId);
  }

  /**
   * Changes the status, and explains the change in a comment of the kind `response`.
   *
   * @returns the event of the comment, which is to be recorded after all other writes
   * @throws InvalidInput when the text violates a rule, or the status does not change; NotApproved; the refusals of a host's policies
   */
  async explain(
    access: ProjectAccess,
    feedback: Feedback,
    status: string | undefined,
    text: string,
  ): Promise<NewEvent> {
    check({ statusComment: text }, { statusComment: commentRules.content });
    if (status === undefined || status === feedback.status) throw new StatusUnchanged();
    if (!feedback.isApproved) throw new NotApproved();
    const { id: feedbackId } = feedback;
    const { userId } = access.caller;
    const change = { content: text, kind: 'response' } as const;
    const decision = await this.policy.before({
      useCase: 'createComment',
      access,
      feedbackId,
      userId,
      change,
    });
    const origin = { id: this.ids.next(), feedbackId, userId };
    const comment = Comment.write(origin, { ...change, approval: decision?.approval }, this.clock.now());
    // It is locked and not merged, so that the comment can be added.
    const written = await this.comments.add(access.projectId, feedbackId, comment, {
      locked: true,
      // The approval is stored together with the status.
      unapproved: true,
    });
    this.change(access, feedback, status, comment.id);
    return commentCreatedEvent(access, written!.record);
  }

  private authorize(access: ProjectAccess): void {
    access.require('editor', 'Setting the status', '/status');
  }
}
