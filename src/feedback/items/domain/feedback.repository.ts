import type { Locked, Versioned } from '../../../shared/records.js';
import type { Feedback } from './feedback.js';
import type { FeedbackSnapshot } from './feedback-snapshot.js';

/** The counters that are stored with feedback. */
export interface Counts {
  /** Number of users who voted for the feedback or for feedback merged into it. */
  readonly upvotes: number;
  /** Number of comments on the feedback and on feedback merged into it, without internal ones and those not approved. */
  readonly commentCount: number;
}

/** The stored feedback. */
export abstract class FeedbackRepository {
  /**
   * Stores feedback, which gets the first open status of the project if it has none.
   *
   * @throws ProjectNotFound when the project does not exist; InvalidInput when it has no such status or board
   */
  abstract add(feedback: Feedback): Promise<Versioned<FeedbackSnapshot>>;

  /**
   * Returns the feedback, merged or not, locked until the unit of work ends; null when it does not exist in the project or the id is
   * not a UUID.
   */
  abstract load(projectId: string, id: string): Promise<Locked<Feedback, FeedbackSnapshot> | null>;

  /**
   * Returns the given feedback that exists in the project, locked in the order of their ids until the unit of work ends.
   * Concurrent calls therefore do not deadlock.
   */
  abstract loadAll(projectId: string, ids: readonly string[]): Promise<Locked<Feedback, FeedbackSnapshot>[]>;

  /** Returns the ids of some of the feedback, merged or not, with a status. */
  abstract idsWithStatus(projectId: string, status: string, limit: number): Promise<string[]>;

  /** Returns the ids of some of the feedback, merged or not, on a board. */
  abstract idsOnBoard(projectId: string, board: string, limit: number): Promise<string[]>;

  /**
   * Returns the ids of some of the feedback, merged or not, with a value of a field.
   *
   * @param options only those that are or contain one of these
   */
  abstract idsWithField(
    projectId: string,
    key: string,
    limit: number,
    options?: readonly string[],
  ): Promise<string[]>;

  /**
   * Stores the changes, and returns the feedback as it is then.
   *
   * @throws InvalidInput when the project has no such status or board
   */
  abstract save(feedback: Feedback): Promise<Versioned<FeedbackSnapshot>>;

  /**
   * Stores the changes of several records by one statement, and returns the records as they are then, in the same order.
   *
   * @throws InvalidInput when the project has no such status or board
   */
  abstract saveAll(feedback: readonly Feedback[]): Promise<Versioned<FeedbackSnapshot>[]>;

  /** Lets nobody take care of what a user took care of, in all projects. */
  abstract unassign(userId: string): Promise<void>;

  /** Counts votes and comments again and stores the counters. Returns the previous and the new counters. */
  abstract recount(feedback: Feedback): Promise<{ was: Counts; is: Counts }>;

  /**
   * Compares the stored counters with the votes and comments, for the first `limit` feedback records of all projects
   * whose id is greater than `after` (null: from the start), in the order of ids. Reads a single snapshot without
   * waiting for locks.
   */
  abstract checkCounts(
    after: string | null,
    limit: number,
  ): Promise<{ id: string; projectId: string; isRight: boolean }[]>;

  /** Also removes its votes and comments. Feedback that is merged into it is no longer merged. */
  abstract remove(feedback: Feedback): Promise<void>;

  /** Returns whether a project has so much feedback that it is removed in parts. */
  abstract isLarge(projectId: string): Promise<boolean>;

  /** Removes a part of the feedback of a project. */
  abstract removeSome(projectId: string): Promise<void>;
}
