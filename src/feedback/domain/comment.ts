import { check, text } from '../../shared/rules.js';

export const commentRules = {
  content: text({ max: 10_000, required: true }),
};

/** The state of a comment. */
export interface CommentState {
  readonly id: string;
  /** Id of the feedback that it was written on. */
  readonly feedbackId: string;
  /** Id of the user who wrote it. */
  readonly userId: string;
  readonly content: string;
  /** Ids of the files that are attached to it, in their order. */
  readonly attachmentIds: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A comment on feedback. */
export class Comment implements CommentState {
  readonly id!: string;
  readonly feedbackId!: string;
  readonly userId!: string;
  content!: string;
  attachmentIds!: readonly string[];
  readonly createdAt!: Date;
  updatedAt!: Date;

  private constructor(state: CommentState) {
    Object.assign(this, state);
  }

  /** @throws InvalidInput when a value violates a rule */
  static write(
    origin: Pick<CommentState, 'id' | 'feedbackId' | 'userId'>,
    content: string,
    now: Date,
  ): Comment {
    check({ content }, commentRules);
    return new Comment({ ...origin, content, attachmentIds: [], createdAt: now, updatedAt: now });
  }

  /** Returns a comment that has been stored. */
  static restore(state: CommentState): Comment {
    return new Comment(state);
  }

  /**
   * Updates the content. The same content changes nothing.
   *
   * @throws InvalidInput when the content violates a rule
   */
  edit(content: string, now: Date): void {
    check({ content }, commentRules);
    if (content === this.content) return;
    this.content = content;
    this.updatedAt = now;
  }

  /** Replaces the files that are attached to it. The same files change nothing. */
  replaceAttachments(attachmentIds: readonly string[], now: Date): void {
    if (attachmentIds.join() === this.attachmentIds.join()) return;
    this.attachmentIds = attachmentIds;
    this.updatedAt = now;
  }
}
