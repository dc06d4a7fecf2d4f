import type { Versioned } from '../../../shared/records.js';
import type { StatusRecord } from '../domain/status.js';

/** Reads statuses as records that are ready to be sent. */
export abstract class StatusQueries {
  /** Returns all statuses of a project, in their order. */
  abstract list(projectId: string): Promise<StatusRecord[]>;

  /** Returns null when the key is unknown. */
  abstract find(projectId: string, key: string): Promise<Versioned<StatusRecord> | null>;
}
