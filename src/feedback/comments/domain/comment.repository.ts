import type { Locked, Versioned } from '../../../shared/records.js';
import type { CommentSnapshot } from './comment.record.js';
import type { Comment } from './comment.js';

/** A comment that has been loaded in order to change it. */
export interface LoadedComment extends Locked<Comment, CommentSnapshot> {
  /** Whether the comments of the feedback that lists it are locked. */
  readonly isLocked: boolean;
  /** Whether the feedback that lists it has been approved. */
  readonly isOnApproved: boolean;
}

/**
 * The stored comments, and the counter `comment_count` of the feedback that they were written on and of its target, which
 * leaves out internal comments and those that have not been approved. Adding and loading lock the feedback like `FeedbackRepository.load`.
 */
export abstract class CommentRepository {
  /**
   * Returns null when the feedback does not exist in the project, is merged, has not been approved, or its comments are locked.
   *
   * @param feedbackId id of the feedback that lists the comment
   * @param evenIf whether the comment is also added to feedback whose comments are locked, or that has not been approved
   */
  abstract add(
    projectId: string,
    feedbackId: string,
    comment: Comment,
    evenIf: { readonly locked: boolean; readonly unapproved?: boolean },
  ): Promise<Versioned<CommentSnapshot> | null>;

  /**
   * Returns the comment on the feedback or on feedback merged into it; null when it does not exist, the feedback is merged,
   * or an id is not a UUID.
   */
  abstract load(projectId: string, feedbackId: string, id: string): Promise<LoadedComment | null>;

  /** Returns the replies to a comment that has been loaded, oldest first. */
  abstract replies(comment: Comment): Promise<Locked<Comment, CommentSnapshot>[]>;

  /** Returns the number of replies to a comment. */
  abstract countReplies(commentId: string): Promise<number>;

  /** Stores a comment that has been changed: in a column, or by its attachments. */
  abstract save(comment: Comment): Promise<Versioned<CommentSnapshot>>;

  /** Removes a comment without replies. */
  abstract remove(comment: Comment): Promise<void>;
}
