import type { StatusChange } from './status-change.js';

/** A change of the status that was imported. */
export type ImportedStatusChange = StatusChange & { readonly feedbackId: string };

/** Stores the former changes of the status of feedback that was imported. */
export abstract class StatusChangeImportRepository {
  /**
   * Stores the changes that do not exist: a change with the same feedback, time and statuses is the same one. The time of the
   * last change of the status of the feedback follows. Returns which of the changes were new.
   *
   * @param dryRun whether to store nothing
   */
  abstract add(changes: readonly ImportedStatusChange[], dryRun: boolean): Promise<boolean[]>;
}
