import type { CommentReader } from '../../comments/application/comment.queries.js';
import type { Page, PageRequest, UserRecord } from '../../../shared/records.js';

/** A change of the status of feedback. */
export interface StatusChangeRecord {
  id: string;
  /** Keys of statuses, which may have been deleted since. */
  from: string;
  to: string;
  /** The user who changed it. */
  user: UserRecord;
  /** Id of the comment that explains the change; `''` if there is none that the reader can see. */
  comment_id: string;
  created_at: string;
}

/** Reads the changes of the status of feedback. */
export abstract class StatusChangeQueries {
  /** Returns a page of the changes, oldest first. */
  abstract list(
    feedbackId: string,
    reader: CommentReader,
    page: PageRequest,
  ): Promise<Page<StatusChangeRecord>>;
}
