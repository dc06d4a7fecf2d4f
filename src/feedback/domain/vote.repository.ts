import type { Feedback } from './feedback.js';

/**
 * The stored votes, and with them `upvotes` of feedback. Votes for feedback and for what is merged into it count as one
 * for each user.
 */
export abstract class VoteRepository {
  /**
   * Stores the user's vote for feedback of the project, and locks the feedback as `FeedbackRepository.load` does.
   *
   * @returns the new number of votes for the feedback; null when it stays the same, because the user has voted for the
   * feedback or for what is merged into it, or because the project has no such feedback, or it is merged into other
   */
  abstract cast(projectId: string, feedbackId: string, userId: string, at: Date): Promise<number | null>;

  /**
   * Removes the user's vote, also from what is merged into the feedback, which has been loaded; false when there is none.
   */
  abstract withdraw(feedback: Feedback, userId: string): Promise<boolean>;
}
