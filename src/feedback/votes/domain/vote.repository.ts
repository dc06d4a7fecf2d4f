import type { Versioned } from '../../../shared/records.js';
import type { FeedbackRecord } from '../../items/domain/feedback.js';

/** The state after a vote was added or removed. */
export interface VoteResult {
  readonly feedback: Versioned<FeedbackRecord>;
  /** Whether the number of votes has changed. */
  readonly isChanged: boolean;
  /** Whether the user exists and is not anonymized. */
  readonly isKnownUser: boolean;
}

/**
 * The stored votes and the counter `upvotes` of feedback. A user's votes for feedback and for feedback merged into it
 * count once. Both methods take UUIDs, lock the feedback like `FeedbackRepository.load`, and return null when it does not
 * exist in the project, is merged, or has not been approved.
 */
export abstract class VoteRepository {
  /**
   * Stores the vote of a known user. It is not counted if the user has voted for the feedback, or for feedback merged into
   * it, before.
   */
  abstract add(projectId: string, feedbackId: string, userId: string, at: Date): Promise<VoteResult | null>;

  /**
   * Removes the user's votes for the feedback and for feedback merged into it.
   *
   * @param evenIfUnapproved whether votes for feedback that has not been approved are removed, too
   */
  abstract remove(
    projectId: string,
    feedbackId: string,
    userId: string,
    evenIfUnapproved: boolean,
  ): Promise<VoteResult | null>;
}
