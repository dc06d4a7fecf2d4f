import type { ProjectAccess } from '../../access/application/project-access.js';

/** What has values of fields. The module that owns it registers this. */
export interface FieldUsage {
  /** Returns whether anything has a value of the field; with options, one that is or contains one of them. */
  isUsed(projectId: string, key: string, options?: readonly string[]): Promise<boolean>;

  /** Removes all values of the field, in several units of work. */
  clear(access: ProjectAccess, key: string): Promise<void>;
}
