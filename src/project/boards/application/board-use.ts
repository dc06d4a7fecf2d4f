import type { ProjectGrant } from '../../access/application/project-grant.js';

/** What is on boards. The module that owns it registers this. */
export interface BoardUse {
  /** Returns whether anything is on the board. */
  isUsed(projectId: string, slug: string): Promise<boolean>;

  /** Moves everything that is on the board to another one, or to none if the slug is `''`, in several units of work. */
  move(grant: ProjectGrant, slug: string, target: string): Promise<void>;
}
