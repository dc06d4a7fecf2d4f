import type { StoredNumber } from '../../shared/unit-of-work.js';
import type { Feedback } from './feedback.js';

/**
 * The stored votes, and with them `upvotes` of feedback. Votes for feedback and for what is merged into it count as one
 * for each user.
 */
export abstract class VoteRepository {
  /**
   * Stores the user's vote for feedback of the project, which need not have been loaded: nobody else votes for it, or
   * merges it, until the unit of work ends.
   *
   * @returns the number of votes for the feedback with this one; null when it is as before, since the user has voted for
   * the feedback, or for what is merged into it, or there is no such feedback in the project, or it is merged into other
   */
  abstract cast(
    projectId: string,
    feedbackId: string,
    userId: string,
    at: Date,
  ): Promise<number | StoredNumber | null>;

  /**
   * Removes the user's vote, also from what is merged into the feedback, which has been loaded; false when there is none.
   */
  abstract withdraw(feedback: Feedback, userId: string): Promise<boolean>;
}
