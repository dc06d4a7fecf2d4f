import type { Page, PageRequest, UserRecord, Versioned } from '../../../shared/records.js';

/** A subscriber of feedback or of a changelog as the API returns it. */
export interface SubscriberRecord {
  user: UserRecord;
  created_at: string;
}

/** A subscription in the data about a user. */
export interface SubscriptionRecord {
  project_id: string;
  /** Null: the changelog of the project. */
  feedback_id: string | null;
  /** False: the user has unsubscribed. */
  subscribed: boolean;
  created_at: string;
}

/** Reads subscriptions as records that are ready to be sent. */
export abstract class SubscriptionQueries {
  /**
   * Returns a page of the subscribers of feedback, oldest subscription first, each once.
   *
   * @param group ids of the feedback, first, and of what is merged into it
   */
  abstract list(group: readonly string[], page: PageRequest): Promise<Page<SubscriberRecord>>;

  /** Returns the subscription of a user to feedback or to what is merged into it; null without one. */
  abstract find(group: readonly string[], userId: string): Promise<Versioned<SubscriberRecord> | null>;

  /** Returns the subscription of a user to the changelog of a project; null without one. */
  abstract findOfChangelog(projectId: string, userId: string): Promise<Versioned<SubscriberRecord> | null>;

  /** Returns a page of all subscriptions of a user. */
  abstract ofUser(userId: string, page: PageRequest): Promise<Page<SubscriptionRecord>>;
}
