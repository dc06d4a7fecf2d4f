import type { Comment } from './comment.js';
import type { Feedback } from './feedback.js';

/**
 * The stored comments. Adding and removing a comment requires its feedback to be loaded (locked), and also updates
 * `comment_count` of the feedback and of the merged feedback that the comment was written on.
 */
export abstract class CommentRepository {
  abstract add(comment: Comment, feedback: Feedback): Promise<void>;

  /**
   * Returns the comment on the feedback or on feedback merged into it; null when it does not exist or the id is not a
   * UUID.
   */
  abstract load(feedback: Feedback, id: string): Promise<Comment | null>;

  abstract save(comment: Comment): Promise<void>;

  abstract remove(comment: Comment, feedback: Feedback): Promise<void>;
}
