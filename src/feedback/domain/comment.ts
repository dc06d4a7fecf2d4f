import { check, oneOf, text } from '../../shared/rules.js';
import { type CommentKind, commentKinds } from './comment.record.js';
import { InternalParent, NestedReply } from './comment.errors.js';

export const commentRules = {
  content: text({ max: 10_000, required: true }),
  kind: oneOf(commentKinds),
};

/** The comment that another one replies to. */
export interface CommentParent {
  readonly id: string;
  readonly kind: CommentKind;
}

/** The values of a comment that people set. */
export interface CommentValues {
  readonly content: string;
  readonly kind: CommentKind;
}

/** Changes to a comment. Omitted values stay unchanged. */
export type CommentChanges = { readonly [Name in keyof CommentValues]?: CommentValues[Name] | undefined };

/** The state of a comment. */
export interface CommentState extends CommentValues {
  readonly id: string;
  /** Id of the feedback that it was written on. Replies are on the feedback of their parent. */
  readonly feedbackId: string;
  /** The top-level comment that it replies to; null if it is one itself. */
  readonly parent: CommentParent | null;
  /** Id of the user who wrote it. */
  readonly userId: string;
  /** Ids of the files that are attached to it, in their order. */
  readonly attachmentIds: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A comment on feedback. */
export class Comment implements CommentState {
  readonly id!: string;
  readonly feedbackId!: string;
  readonly parent!: CommentParent | null;
  readonly userId!: string;
  content!: string;
  kind!: CommentKind;
  attachmentIds!: readonly string[];
  readonly createdAt!: Date;
  updatedAt!: Date;

  private constructor(state: CommentState) {
    Object.assign(this, state);
  }

  /**
   * Replies to internal comments are internal.
   *
   * @param parent the comment that it replies to
   * @throws InvalidInput when a value violates a rule; NestedReply when the parent is a reply; InternalParent when the
   * parent is internal, and another kind is given
   */
  static write(
    origin: Pick<CommentState, 'id' | 'feedbackId' | 'userId'>,
    { content, kind }: CommentChanges & Pick<CommentValues, 'content'>,
    now: Date,
    parent: CommentState | null = null,
  ): Comment {
    check({ content, kind }, commentRules);
    if (parent?.parent) throw new NestedReply();
    const comment = new Comment({
      ...origin,
      feedbackId: parent?.feedbackId ?? origin.feedbackId,
      parent: parent && { id: parent.id, kind: parent.kind },
      content,
      kind: kind ?? (parent?.kind === 'internal' ? 'internal' : 'comment'),
      attachmentIds: [],
      createdAt: now,
      updatedAt: now,
    });
    comment.expectKindOfThread();
    return comment;
  }

  /** Returns a comment that has been stored. */
  static restore(state: CommentState): Comment {
    return new Comment(state);
  }

  /** Whether only editors can see it. */
  get isInternal(): boolean {
    return this.kind === 'internal';
  }

  /**
   * Updates the content and the kind. Returns whether this changed any of them.
   *
   * @throws InvalidInput when a value violates a rule; InternalParent when the parent is internal, and the kind is not
   */
  update(changes: CommentChanges, now: Date): boolean {
    check(changes, commentRules);
    const { content = this.content, kind = this.kind } = changes;
    if (content === this.content && kind === this.kind) return false;
    this.content = content;
    this.kind = kind;
    this.expectKindOfThread();
    this.updatedAt = now;
    return true;
  }

  /** Replaces the files that are attached to it. Returns whether this changed any. */
  replaceAttachments(attachmentIds: readonly string[], now: Date): boolean {
    if (attachmentIds.join() === this.attachmentIds.join()) return false;
    this.attachmentIds = attachmentIds;
    this.updatedAt = now;
    return true;
  }

  private expectKindOfThread(): void {
    if (this.parent?.kind === 'internal' && !this.isInternal) throw new InternalParent();
  }
}
