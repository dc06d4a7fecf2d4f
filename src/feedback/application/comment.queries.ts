import type { UserRecord } from '../../identity/index.js';
import type { Page, PageRequest, Versioned } from '../../shared/records.js';

export interface CommentRecord {
  id: string;
  /** Id of the feedback that the comment was written on. It may be merged into the feedback that lists the comment. */
  feedback_id: string;
  user_id: string;
  user: UserRecord;
  content: string;
  created_at: string;
  updated_at: string;
}

/**
 * The field that `previous` of an event omits: the user is changed by other use cases. All other fields are compared.
 */
export const notInPrevious = ['user'] as const satisfies readonly (keyof CommentRecord)[];

/** Reads comments as records that are ready to be sent. */
export abstract class CommentQueries {
  /** Returns a page of the comments on any of the feedback, oldest first. */
  abstract list(feedbackIds: readonly string[], page: PageRequest): Promise<Page<CommentRecord>>;

  /** Returns null when none of the feedback has the comment, or the id is not a UUID. */
  abstract find(feedbackIds: readonly string[], id: string): Promise<Versioned<CommentRecord> | null>;
}
