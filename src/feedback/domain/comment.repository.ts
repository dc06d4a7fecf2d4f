import type { Comment } from './comment.js';
import type { Feedback } from './feedback.js';

/**
 * The stored comments. Whoever adds or removes one has loaded its feedback, which keeps `comment_count` true: that of
 * the feedback, and that of the merged one the comment was written on.
 */
export abstract class CommentRepository {
  abstract add(comment: Comment, feedback: Feedback): Promise<void>;

  /** The comment on the feedback or on one merged into it; null when there is none or the id is no UUID. */
  abstract load(feedback: Feedback, id: string): Promise<Comment | null>;

  abstract save(comment: Comment): Promise<void>;

  abstract remove(comment: Comment, feedback: Feedback): Promise<void>;
}
