import type { ProjectGrant } from '../../access/application/project-grant.js';

/** What has values of fields. The module that owns it registers this. */
export interface FieldUse {
  /** Returns whether anything has a value of the field; with options, one that is or contains one of them. */
  isUsed(projectId: string, key: string, options?: readonly string[]): Promise<boolean>;

  /** Removes all values of the field, in several units of work. */
  clear(grant: ProjectGrant, key: string): Promise<void>;
}
