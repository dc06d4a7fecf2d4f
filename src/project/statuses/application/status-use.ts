import type { ProjectGrant } from '../../access/application/project-grant.js';

/** What has statuses. The module that owns it registers this. */
export interface StatusUse {
  /** Returns whether anything has the status. */
  isUsed(projectId: string, key: string): Promise<boolean>;

  /** Replaces the status of everything that has it, in several units of work. */
  replace(grant: ProjectGrant, key: string, replacement: string): Promise<void>;
}
