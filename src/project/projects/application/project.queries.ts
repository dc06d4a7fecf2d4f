import { Injectable } from '@nestjs/common';
import type { ProjectRole } from '../../../identity/index.js';
import { Sql } from '../../../platform/persistence/index.js';
import { SecretBox } from '../../../platform/secrets/index.js';
import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import { tokenRolesOf } from '../../access/application/token-roles.js';
import type { ProjectRecord } from '../domain/project.js';
import type { ProjectConfigRecord } from '../domain/project-config.js';
import { hasBlocked, projectsNamed } from '../../access/persistence/accessible-projects.js';
import type { ProjectSettingsRecord } from '../domain/project-settings.js';
import { oneProject, projectFields } from '../persistence/project.entity.js';
import { oneConfig, withOpenSecret } from '../persistence/project-config.entity.js';
import { oneProjectSettings } from '../persistence/project-settings.entity.js';

/** Reads projects as records that are ready to be sent. It does not check access: that is up to the caller. */
@Injectable()
export class ProjectQueries {
  /** @internal */
  constructor(
    private readonly sql: Sql,
    private readonly secrets: SecretBox,
  ) {}

  /**
   * Returns a page of the projects that the user can access, or of all projects if `userId` is null; newest first.
   *
   * @param projectRoles the roles that the token grants
   * @param filter `member`: without the projects that every signed-in person can access
   */
  async list(
    userId: string | null,
    projectRoles: readonly ProjectRole[],
    filter: { readonly member: boolean },
    page: PageRequest,
  ): Promise<Page<ProjectRecord>> {
    const granted = tokenRolesOf({ projectRoles }).map(({ project }) => project);
    const others = `union all ${projectsNamed('$2', '$3')}
      union all select project_id from project_settings where signed_in <> ''`;
    const ofUser = `p.id in (select project_id from members where user_id = $1 ${filter.member ? '' : others})
      and not ${hasBlocked('p.id', '$1')}`;
    const parameters = [userId, ...(filter.member ? [] : [granted, granted.filter(isUuid)])];
    return this.sql.page<ProjectRecord>(
      {
        select: projectFields,
        from: 'projects p',
        where: userId === null ? [] : [ofUser],
        values: userId === null ? [] : parameters,
        order: [
          { sql: 'p.created_at', type: 'timestamptz', of: (record) => record.created_at },
          { sql: 'p.id', type: 'uuid', of: (record) => record.id },
        ],
        descending: true,
      },
      page,
    );
  }

  /** Returns null when the project does not exist. */
  async find(projectId: string): Promise<Versioned<ProjectRecord> | null> {
    return this.sql.record(oneProject, [projectId]);
  }

  /** Returns the configuration with its secrets; null when the project does not exist. */
  async config(projectId: string): Promise<Versioned<ProjectConfigRecord> | null> {
    const config = await this.sql.record<ProjectConfigRecord>(oneConfig, [projectId]);
    return config && withOpenSecret(config, this.secrets);
  }

  /** Returns null when the project does not exist. */
  async settings(projectId: string): Promise<Versioned<ProjectSettingsRecord> | null> {
    return this.sql.record(oneProjectSettings, [projectId]);
  }
}
