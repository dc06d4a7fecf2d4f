import type { ProjectRole } from '../../../identity/index.js';
import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import type { ProjectConfigRecord } from '../domain/project-config.js';
import type { ProjectSettingsRecord } from '../domain/project-settings.js';
import type { ProjectRecord } from '../domain/project.js';

/** Reads projects as records that are ready to be sent. It does not check access: that is up to the caller. */
export abstract class ProjectQueries {
  /**
   * Returns a page of the projects that the user can access, or of all projects if `userId` is null; newest first.
   *
   * @param projectRoles the roles that the token grants
   * @param filter `member`: without the projects that every signed-in person can access
   */
  abstract list(
    userId: string | null,
    projectRoles: readonly ProjectRole[],
    filter: { readonly member: boolean },
    page: PageRequest,
  ): Promise<Page<ProjectRecord>>;

  abstract find(projectId: string): Promise<Versioned<ProjectRecord> | null>;

  /** Returns the configuration with its secrets. */
  abstract config(projectId: string): Promise<Versioned<ProjectConfigRecord> | null>;

  abstract settings(projectId: string): Promise<Versioned<ProjectSettingsRecord> | null>;
}
