import type { ProjectAccess } from '../../access/application/project-access.js';

/** What has statuses. The module that owns it registers this. */
export interface StatusUsage {
  /** Returns whether anything has the status. */
  isUsed(projectId: string, key: string): Promise<boolean>;

  /** Replaces the status of everything that has it, in several units of work. */
  replace(access: ProjectAccess, key: string, replacement: string): Promise<void>;
}
