/** A subscription of another system or project. */
export interface ImportedSubscription {
  /** Null: to the changelog of the project. */
  readonly feedbackId: string | null;
  readonly userId: string;
  /** False: the user has unsubscribed. */
  readonly subscribed: boolean;
  readonly createdAt: Date;
}

/**
 * Stores who is subscribed to feedback and to the changelogs of projects. Merging feedback moves nothing: the subscribers of a
 * target are the target's and those that belong to the feedback merged into it.
 */
export abstract class SubscriptionRepository {
  /**
   * Subscribes a user to feedback, also one who has unsubscribed.
   *
   * @throws FeedbackNotFound when the feedback has been deleted; UserNotFound
   */
  abstract add(projectId: string, feedbackId: string, userId: string, at: Date): Promise<void>;

  /**
   * Unsubscribes a user from feedback and from what is merged into it. That they have unsubscribed is stored, so that they are
   * not subscribed automatically again.
   *
   * @throws FeedbackNotFound when the feedback has been deleted; UserNotFound
   */
  abstract remove(projectId: string, feedbackId: string, userId: string, at: Date): Promise<void>;

  /**
   * Subscribes those who took part in what the events report: authors, voters, commenters and assignees. Users who do not want
   * to be subscribed automatically are left out, and so are those who are subscribed or have unsubscribed.
   */
  abstract addParticipants(eventIds: readonly string[]): Promise<void>;

  /** Subscribes a user to the changelog of a project. @throws ProjectNotFound when it has been deleted; UserNotFound */
  abstract addToChangelog(projectId: string, userId: string, at: Date): Promise<void>;

  /** Unsubscribes a user from the changelog of a project. */
  abstract removeFromChangelog(projectId: string, userId: string): Promise<void>;

  /**
   * Adds subscriptions unless the user has one already, or has unsubscribed. Returns which are new, in their order.
   *
   * @param checkOnly whether nothing is stored
   */
  abstract import(
    projectId: string,
    subscriptions: readonly ImportedSubscription[],
    checkOnly: boolean,
  ): Promise<boolean[]>;

  /** Removes all subscriptions of a user. */
  abstract removeAll(userId: string): Promise<void>;
}
