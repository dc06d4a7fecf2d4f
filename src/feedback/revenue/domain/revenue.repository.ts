/** The companies that want feedback, as sums. */
export interface RevenueSums {
  /** The revenue of the companies together, at most the largest safe integer. */
  readonly revenue: number;
  /** The number of the companies. */
  readonly companies: number;
}

/** Sums that were stored anew. */
export interface RevenueChange {
  readonly feedbackId: string;
  readonly was: RevenueSums;
  readonly is: RevenueSums;
}

/**
 * The stored sums of the companies that want feedback: the companies of its author and voters, and of the authors and voters of
 * feedback that is merged into it, each once. Feedback that no company wants has none.
 *
 * What changes the sums only marks them as stale. They are computed again afterwards.
 */
export abstract class RevenueRepository {
  /** Marks the sums of the feedback that events are about, in projects that have companies. */
  abstract markEvents(eventIds: readonly string[]): Promise<void>;

  /** Marks the sums of all feedback that a user submitted or voted for. */
  abstract markUser(userId: string): Promise<void>;

  /** Marks the sums of all feedback that the people of a company submitted or voted for. */
  abstract markCompany(projectId: string, company: string): Promise<void>;

  /** Marks the sums of all feedback of a project. */
  abstract markProject(projectId: string): Promise<void>;

  /** Returns whether sums are marked. */
  abstract hasStale(): Promise<boolean>;

  /**
   * Takes the lock of those who compute sums until the unit of work ends, so that sums of an older snapshot never replace
   * newer ones.
   */
  abstract lock(): Promise<void>;

  /** Replaces the marks of at most `limit` users by marks of their feedback. Returns the number of users. */
  abstract expandUsers(limit: number): Promise<number>;

  /** Removes the marks of at most `limit` feedback records, and returns their ids. */
  abstract takeStale(limit: number): Promise<string[]>;

  /** Returns the given ids whose sums are marked, or will be marked after an event. */
  abstract findStale(feedbackIds: readonly string[]): Promise<string[]>;

  /** Computes the sums of feedback, of what it is merged into and of what is merged into it. Returns those that changed. */
  abstract refresh(feedbackIds: readonly string[]): Promise<RevenueChange[]>;
}
