import type { Feedback } from './feedback.js';

/** The numbers that are stored with feedback, so that nobody has to count. */
export interface Counts {
  /** Users who voted for the feedback or for what is merged into it. */
  readonly upvotes: number;
  /** Comments on the feedback and on what is merged into it. */
  readonly commentCount: number;
}

/** The stored feedback. */
export abstract class FeedbackRepository {
  /** @throws ProjectNotFound when the project is gone */
  abstract add(feedback: Feedback): Promise<void>;

  /**
   * The feedback of that project, which no other unit of work can load until this one ends; null when there is none or
   * the id is no UUID.
   */
  abstract load(projectId: string, id: string): Promise<Feedback | null>;

  abstract save(feedback: Feedback): Promise<void>;

  /** Whether other feedback is merged into this one. */
  abstract hasMerged(feedback: Feedback): Promise<boolean>;

  /** Counts votes and comments anew, and stores the numbers; gives those that were stored, and those that are now. */
  abstract recount(feedback: Feedback): Promise<{ was: Counts; is: Counts }>;

  /**
   * Compares the stored numbers with what there is to count, for the first `limit` feedback of all projects whose id
   * comes after `after` (null: from the first one on), by id. All of them at one instant, and without waiting for anybody.
   */
  abstract checkCounts(
    after: string | null,
    limit: number,
  ): Promise<{ id: string; projectId: string; isRight: boolean }[]>;

  /** Also removes its votes and comments; what is merged into it is on its own again. */
  abstract remove(feedback: Feedback): Promise<void>;
}
