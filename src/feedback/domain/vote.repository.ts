import type { Feedback } from './feedback.js';

/**
 * The stored votes and the counter `upvotes` of feedback. A user's votes for feedback and for feedback merged into it
 * count once.
 */
export abstract class VoteRepository {
  /**
   * Stores the user's vote for feedback of the project, and locks the feedback like `FeedbackRepository.load`.
   *
   * @returns the new number of votes for the feedback; null when it is unchanged, because the user has already voted
   * for the feedback or for feedback merged into it, because the feedback does not exist or is merged, or because the
   * user does not exist or is anonymized
   */
  abstract cast(projectId: string, feedbackId: string, userId: string, at: Date): Promise<number | null>;

  /** Removes the user's votes for loaded feedback and for feedback merged into it. Returns false when there is none. */
  abstract withdraw(feedback: Feedback, userId: string): Promise<boolean>;
}
