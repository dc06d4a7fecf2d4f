import type { Page, PageRequest, Versioned } from '../../shared/records.js';
import type { CommentRecord } from '../domain/comment.record.js';

/** Reads comments as records that are ready to be sent. */
export abstract class CommentQueries {
  /** Returns a page of the comments on any of the feedback, oldest first. */
  abstract list(feedbackIds: readonly string[], page: PageRequest): Promise<Page<CommentRecord>>;

  /** Returns null when none of the feedback has the comment, or the id is not a UUID. */
  abstract find(feedbackIds: readonly string[], id: string): Promise<Versioned<CommentRecord> | null>;
}
