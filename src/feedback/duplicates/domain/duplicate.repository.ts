import type { FoundDuplicate } from './duplicate-finder.js';

/** The number of suggestions that the comparison of a record makes at most. */
export const maxSuggestions = 5;

/** Feedback that is to be compared. */
export interface Mark {
  readonly feedbackId: string;
  /** Increases with each change of the feedback. */
  readonly number: string;
}

/** An import that has ended. */
export interface EndedImport {
  readonly projectId: string;
  /** When it was uploaded. */
  readonly since: string;
}

/**
 * Stores which feedback is to be compared, and the suggestions. A suggestion is a pair of records of a project, in no order: the
 * one that was created later is suggested to be a duplicate of the other.
 */
export abstract class DuplicateRepository {
  /** Marks the feedback that the events created or changed. Returns the ids of its projects. */
  abstract markChanged(eventIds: readonly string[]): Promise<string[]>;

  /** Returns the imports whose end the events report, without dry runs. */
  abstract endedImports(eventIds: readonly string[]): Promise<EndedImport[]>;

  /** Marks the feedback of a project that was created or changed since a time. It is compared after feedback that users change. */
  abstract markSince(projectId: string, since: string): Promise<void>;

  /** Returns the oldest marks of a project, at most `limit`. */
  abstract marks(projectId: string, limit: number): Promise<Mark[]>;

  /**
   * Replaces the suggestions with a marked record, and removes the mark, unless the record has been marked again since. Those with
   * any of the duplicates stay, and the first {@link maxSuggestions} of the duplicates that can be merged are suggested. Dismissed
   * suggestions stay as they are.
   *
   * @param duplicates the best first, each once
   * @param newIds ids for the suggestions that are new, one for each of the duplicates
   */
  abstract replace(
    projectId: string,
    mark: Mark,
    duplicates: readonly FoundDuplicate[],
    newIds: readonly string[],
    at: Date,
  ): Promise<void>;

  /** Dismisses a suggestion, or makes it open again. Returns false if it does not exist. */
  abstract setDismissed(projectId: string, id: string, dismissed: boolean): Promise<boolean>;
}
