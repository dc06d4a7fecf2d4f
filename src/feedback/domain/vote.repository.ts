import type { Feedback } from './feedback.js';

/**
 * The stored votes. Whoever changes them has loaded the feedback, which keeps `upvotes` true. Votes for feedback and
 * for what is merged into it count as one for each user.
 */
export abstract class VoteRepository {
  /** Stores the user's vote, where there is none yet; false when there is one, also for what is merged into it. */
  abstract cast(feedback: Feedback, userId: string, at: Date): Promise<boolean>;

  /** Removes the user's vote, also from what is merged into the feedback; false when there is none. */
  abstract withdraw(feedback: Feedback, userId: string): Promise<boolean>;
}
