import type { ProjectAccess } from '../../access/application/project-access.js';

/** What is on boards. The module that owns it registers this. */
export interface BoardUsage {
  /** Returns whether anything is on the board. */
  isUsed(projectId: string, slug: string): Promise<boolean>;

  /** Moves everything that is on the board to another one, or to none if the slug is `''`, in several units of work. */
  move(access: ProjectAccess, slug: string, target: string): Promise<void>;
}
