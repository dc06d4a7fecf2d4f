import { Injectable } from '@nestjs/common';
import { userRecord, userVersion } from '../../identity/index.js';
import { type Cache, Caches } from '../../platform/caches/index.js';
import { Conditions, isoTimestamp, Sql, versionedRecord } from '../../platform/persistence/index.js';
import { SecretBox } from '../../platform/secrets/index.js';
import type { Page, PageRequest, Versioned } from '../../shared/records.js';
import { check, isUuid, type JsonObject, uuid } from '../../shared/rules.js';
import {
  type MemberRecord,
  type MembershipRecord,
  type ProjectConfigRecord,
  type ResolvedProject,
  ProjectQueries,
  type ProjectRecord,
  type ProjectVisitor,
} from '../application/project.queries.js';
import { metadataOf } from './metadata-of.js';
import { canBeSlug, projectWithSlug } from './project-with-slug.js';

const project = `p.id, p.name, p.slug, p.icon, p.icon_radius, p.og_image, ${isoTimestamp('p.created_at')} as created_at`;

// The slug may later belong to another project, so the version includes the id.
const oneProject = versionedRecord(project, "p.id || '-' || p.version", 'projects p where p.id = $1');

const config = `c.id, c.project_id, c.changelog_preview_style, c.changelog_social_handle, c.custom_domain,
  c.custom_domain_verified, c.integration_chat_role_id, c.integration_chat_status, c.integration_chat_webhook,
  ${isoTimestamp('c.created_at')} as created_at`;

const oneConfig = versionedRecord(
  config,
  "c.id || '-' || c.version",
  'project_configs c where c.project_id = $1',
);

const member = `${userRecord('m.user_id')} as "user", m.role, ${isoTimestamp('m.created_at')} as created_at`;

const oneMember = versionedRecord(
  member,
  // Leaving and rejoining creates a new membership with the same path.
  `concat_ws('-', m.project_id, extract(epoch from m.created_at), m.version, ${userVersion('m.user_id')})`,
  'members m where m.project_id = $1 and m.user_id = $2',
);

@Injectable()
export class SqlProjectQueries extends ProjectQueries {
  private readonly resolved: Cache<ResolvedProject>;

  constructor(
    private readonly sql: Sql,
    private readonly secrets: SecretBox,
    caches: Caches,
  ) {
    super();
    this.resolved = caches.of();
  }

  override async resolve(slug: string, caller: ProjectVisitor): Promise<ResolvedProject | null> {
    const { userId, instanceAdmin, projectRoles = [] } = caller;
    const granted = projectRoles.map(({ project }) => project);
    if (!canBeSlug(slug)) return null;
    // Of an application around the service.
    check({ userId }, { userId: uuid });
    return this.resolved.get(JSON.stringify([userId, instanceAdmin, granted, slug]), () =>
      this.sql.readRow<ResolvedProject>(
        `select p.id, p.slug, m.role
         from ${projectWithSlug('$1')} found
         join projects p on p.id = found.id
         left join members m on m.project_id = p.id and m.user_id = $2
         where $3 or m.role is not null or p.slug = any($4) or p.id::text = any($4)`,
        [slug, userId, instanceAdmin, granted],
      ),
    );
  }

  override async list(
    userId: string | null,
    granted: readonly string[],
    page: PageRequest,
  ): Promise<Page<ProjectRecord>> {
    const ofUser = `p.id in (select project_id from members where user_id = $1
      union all select id from projects where slug = any($2) union all select unnest($3::uuid[]))`;
    return this.sql.page<ProjectRecord>(
      {
        select: project,
        from: 'projects p',
        where: userId === null ? [] : [ofUser],
        values: userId === null ? [] : [userId, granted, granted.filter(isUuid)],
        order: [
          { sql: 'p.created_at', type: 'timestamptz', of: (record) => record.created_at },
          { sql: 'p.id', type: 'uuid', of: (record) => record.id },
        ],
        descending: true,
      },
      page,
    );
  }

  override async find(projectId: string): Promise<Versioned<ProjectRecord> | null> {
    return this.sql.versioned(oneProject, [projectId]);
  }

  override async config(projectId: string): Promise<Versioned<ProjectConfigRecord> | null> {
    const found = await this.sql.versioned<ProjectConfigRecord>(oneConfig, [projectId]);
    if (!found) return null;
    const { record, version } = found;
    const integration_chat_webhook = this.secrets.open(record.integration_chat_webhook);
    return { record: { ...record, integration_chat_webhook }, version };
  }

  override async metadata(projectId: string): Promise<Versioned<JsonObject> | null> {
    return this.sql.versioned(
      metadataOf('projects p left join project_metadata m on m.project_id = p.id where p.id = $1'),
      [projectId],
    );
  }

  override async members(
    projectId: string,
    { userId }: { userId?: string | undefined },
    page: PageRequest,
  ): Promise<Page<MemberRecord>> {
    const { where, values } = new Conditions()
      .and('m.project_id = ?', projectId)
      .and('m.user_id = ?', userId);
    return this.sql.page<MemberRecord>(
      {
        select: member,
        from: 'members m',
        where,
        values,
        order: [
          { sql: 'm.created_at', type: 'timestamptz', of: (record) => record.created_at },
          { sql: 'm.user_id', type: 'uuid', of: (record) => record.user.id },
        ],
        descending: false,
      },
      page,
    );
  }

  override async memberships(userId: string, page: PageRequest): Promise<Page<MembershipRecord>> {
    return this.sql.page<MembershipRecord>(
      {
        select: `m.project_id, p.slug as project, m.role, ${isoTimestamp('m.created_at')} as created_at`,
        from: 'members m',
        joins: 'join projects p on p.id = m.project_id',
        where: ['m.user_id = $1'],
        values: [userId],
        order: [{ sql: 'm.project_id', type: 'uuid', of: (record) => record.project_id }],
        descending: false,
      },
      page,
    );
  }

  override async member(projectId: string, userId: string): Promise<Versioned<MemberRecord> | null> {
    if (!isUuid(userId)) return null;
    return this.sql.versioned(oneMember, [projectId, userId]);
  }
}
