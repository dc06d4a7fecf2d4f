import type { Page, PageRequest, UserRecord, Versioned } from '../../../shared/records.js';

export interface UpvoteRecord {
  user: UserRecord;
  created_at: string;
}

/** Reads votes as records that are ready to be sent. */
export abstract class VoteQueries {
  /** Returns a page of the votes for any of the feedback, oldest first: for each user, the first vote. */
  abstract list(feedbackIds: readonly string[], page: PageRequest): Promise<Page<UpvoteRecord>>;

  /** Returns the first vote of a user for any of the feedback; null when there is none or the id is not a UUID. */
  abstract find(feedbackIds: readonly string[], userId: string): Promise<Versioned<UpvoteRecord> | null>;
}
