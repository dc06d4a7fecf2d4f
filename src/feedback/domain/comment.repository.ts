import type { Loaded, Versioned } from '../../shared/records.js';
import type { CommentSnapshot } from './comment.record.js';
import type { Comment } from './comment.js';

/**
 * The stored comments, and the counter `comment_count` of the feedback that they were written on and of its target.
 * Adding and loading lock the feedback like `FeedbackRepository.load`.
 */
export abstract class CommentRepository {
  /** Returns null when the feedback does not exist in the project or is merged. */
  abstract add(projectId: string, comment: Comment): Promise<Versioned<CommentSnapshot> | null>;

  /**
   * Returns the comment on the feedback or on feedback merged into it; null when it does not exist, the feedback is merged,
   * or an id is not a UUID.
   */
  abstract load(
    projectId: string,
    feedbackId: string,
    id: string,
  ): Promise<Loaded<Comment, CommentSnapshot> | null>;

  abstract save(comment: Comment): Promise<Versioned<CommentSnapshot>>;

  abstract remove(comment: Comment): Promise<void>;
}
