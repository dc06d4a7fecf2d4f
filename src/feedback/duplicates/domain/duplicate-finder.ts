import type { JsonObject } from '../../../shared/rules.js';

/** Why two records may be duplicates of each other. */
export const duplicateReasons = ['title', 'rare_words', 'fields', 'board', 'author', 'meaning'] as const;

export type DuplicateReason = (typeof duplicateReasons)[number];

/** Approved feedback that is not merged, to be compared with the other feedback of its project. */
export interface ComparableFeedback {
  readonly id: string;
  readonly title: string;
  /** The first 4,000 characters. */
  readonly description: string;
  /** Slug of the board that it is on; `''` if it is on none. */
  readonly board: string;
  /** Values of fields of the project, by their keys. */
  readonly fields: JsonObject;
  readonly userId: string;
}

/** Feedback that may be a duplicate. */
export interface FoundDuplicate {
  readonly id: string;
  /** How certain it is, from 0 to 1. */
  readonly score: number;
  readonly reasons: readonly DuplicateReason[];
}

/** Finds feedback that may be about the same as other feedback. */
export abstract class DuplicateFinder {
  /**
   * Returns for each record, in their order, which others of the project may be duplicates of it. The best five of them are
   * suggested. A suggestion of another record stays if this one returns it as well, so all that are similar should be returned.
   *
   * Ignored are ids of feedback that does not exist, has been merged or rejected, or is the record itself, values that are no ids,
   * and scores that are no finite numbers. If an id is returned several times, its best score counts.
   *
   * It is called after feedback was created or changed, also repeatedly, outside of a transaction. When it throws, it is called
   * again with delays that grow from seconds to hours.
   *
   * @param signal aborts when the process is about to stop
   */
  abstract find(
    projectId: string,
    feedback: readonly ComparableFeedback[],
    signal: AbortSignal,
  ): Promise<readonly (readonly FoundDuplicate[])[]>;
}

/** A finder that a host application provides in the option `ports`: it is used instead of the comparison of words. */
export abstract class HostDuplicateFinder extends DuplicateFinder {}
