import { Injectable } from '@nestjs/common';
import type { ProjectRole } from '../../../identity/index.js';
import { Sql, isoTimestamp, recordColumns } from '../../../platform/persistence/index.js';
import { SecretBox } from '../../../platform/secrets/index.js';
import { type Page, type PageRequest, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import { tokenRolesOf } from '../../access/application/token-roles.js';
import type { ProjectRecord } from '../domain/project.js';
import type { ProjectConfigRecord } from '../domain/project-config.js';
import { hasBlocked, projectsNamed } from '../../access/persistence/accessible-projects.js';
import type { ProjectSettingsRecord } from '../domain/project-settings.js';

/** The record of settings `s`. */
const settingsRecord = recordColumns(
  `s.signed_in, s.public_feedback, s.public_changelog, s.public_names, s.approval, s.feedback_url, s.changelog_url,
    s.mail_name, s.mail_reply_to`,
  "s.project_id || '-' || s.version",
);

/** The record of configuration `c`. */
const configRecord = recordColumns(
  `c.id, c.project_id, c.changelog_preview_style, c.changelog_social_handle, c.custom_domain, c.custom_domain_verified,
    c.integration_chat_role_id, c.integration_chat_status, c.integration_chat_webhook,
    ${isoTimestamp('c.created_at')} as created_at`,
  "c.id || '-' || c.version",
);

/** The fields of the record of project `p`. */
const projectFields = `p.id, p.name, p.slug, p.icon, p.icon_radius, p.og_image,
  ${isoTimestamp('p.created_at')} as created_at`;

/** The record of project `p`. The slug may later belong to another project, so the version includes the id. */
const projectRecord = recordColumns(projectFields, "p.id || '-' || p.version");

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
    return this.sql.versioned(`select ${projectRecord} from projects p where p.id = $1`, [projectId]);
  }

  /** Returns the configuration with its secrets; null when the project does not exist. */
  async config(projectId: string): Promise<Versioned<ProjectConfigRecord> | null> {
    const found = await this.sql.versioned<ProjectConfigRecord>(
      `select ${configRecord} from project_configs c where c.project_id = $1`,
      [projectId],
    );
    if (!found) return null;
    const { record, version } = found;
    const integration_chat_webhook = this.secrets.open(record.integration_chat_webhook);
    return new Versioned({ ...record, integration_chat_webhook }, version);
  }

  /** Returns null when the project does not exist. */
  async settings(projectId: string): Promise<Versioned<ProjectSettingsRecord> | null> {
    return this.sql.versioned(`select ${settingsRecord} from project_settings s where s.project_id = $1`, [
      projectId,
    ]);
  }
}
