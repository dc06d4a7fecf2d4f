import type { Page, PageRequest, Versioned } from '../../shared/records.js';
import type { CommentMember, ViewedComment } from './comment-view.js';

/** Reads comments as records that are ready to be sent. */
export abstract class CommentQueries {
  /** Returns a page of the comments on any of the feedback, oldest first. */
  abstract list(
    feedbackIds: readonly string[],
    page: PageRequest,
    include?: readonly CommentMember[],
  ): Promise<Page<ViewedComment>>;

  /** Returns null when none of the feedback has the comment, or the id is not a UUID. */
  abstract find(
    feedbackIds: readonly string[],
    id: string,
    include?: readonly CommentMember[],
  ): Promise<Versioned<ViewedComment> | null>;
}
