import type { Statuses, StatusRecord } from './status.js';

/** Stores the statuses of projects. */
export abstract class StatusRepository {
  /** Loads the statuses of a project, and locks them against other changes, but not against use by feedback. */
  abstract load(projectId: string): Promise<Statuses>;

  /** Stores a status, new or changed. */
  abstract save(projectId: string, status: StatusRecord): Promise<void>;

  /**
   * Removes a status.
   *
   * @throws StatusInUse when feedback has it
   */
  abstract remove(projectId: string, key: string): Promise<void>;
}
