import { Injectable } from '@nestjs/common';
import type { ProjectRole } from '../../../identity/index.js';
import { type Cache, Caches } from '../../../platform/caches/index.js';
import { Conditions, isoTimestamp, type KeysetColumn, Sql } from '../../../platform/persistence/index.js';
import { SecretBox } from '../../../platform/secrets/index.js';
import { keyPattern } from '../../../shared/keys.js';
import { type Page, type PageRequest, Versioned } from '../../../shared/records.js';
import { check, isUuid, type JsonObject, uuid } from '../../../shared/rules.js';
import { canBeSlug } from '../../../shared/slug.js';
import {
  type PublicProjectRecord,
  type ResolvedProject,
  ProjectQueries,
  type ProjectVisitor,
} from '../application/project.queries.js';
import { tokenRolesOf } from '../application/token-roles.js';
import type { BoardRecord } from '../../boards/domain/board.js';
import type { CustomFieldRecord } from '../../custom-fields/domain/custom-field.js';
import type { ProjectReader } from '../application/project-grant.js';
import type { CompanyRecord, CompanySort } from '../../companies/domain/company.js';
import type { MemberRecord, MembershipRecord, Role } from '../../members/domain/member.js';
import type { ExternalIdRecord, PersonRecord } from '../../people/domain/person.js';
import type { ProjectRecord } from '../domain/project.js';
import type { StatusRecord } from '../../statuses/domain/status.js';
import type { ProjectConfigRecord } from '../domain/project-config.js';
import { hasBlocked, projectsNamed } from './accessible-projects.js';
import { companyFields, oneCompany } from '../../companies/persistence/company-columns.js';
import { memberFields, oneMember, storedRole } from '../../members/persistence/member-columns.js';
import { onePerson, personFields } from '../../people/persistence/person-columns.js';
import { projectFields, projectRecord } from './project-columns.js';
import type { ProjectSettingsRecord } from '../domain/project-settings.js';
import { settingsRecord } from './project-settings-columns.js';
import { configRecord } from './project-config-columns.js';
import { readMetadata } from './typeorm-project-metadata.repository.js';
import { boardFields, oneBoard } from '../../boards/persistence/board-columns.js';
import { fieldFields, oneField } from '../../custom-fields/persistence/custom-field-columns.js';
import { oneStatus, statusFields } from '../../statuses/persistence/status-columns.js';
import { restrictions } from './restrictions.js';

/** The pattern of texts that contain a text. */
const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

const companyOrders: Readonly<Record<CompanySort, KeysetColumn<CompanyRecord>>> = {
  name: { sql: 'c.name_key', type: 'text' },
  revenue: { sql: 'c.revenue', type: 'bigint', of: (record) => String(record.revenue) },
};

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

  override async resolve(slugOrId: string, caller: ProjectVisitor): Promise<ResolvedProject | null> {
    const { userId, instanceAdmin } = caller;
    const granted = tokenRolesOf(caller).map(({ project }) => project);
    const id = isUuid(slugOrId) ? slugOrId : null;
    if (id === null && !canBeSlug(slugOrId)) return null;
    // Of an application around the service.
    check({ userId }, { userId: uuid });
    return this.resolved.get(JSON.stringify([userId, instanceAdmin, granted, slugOrId]), () =>
      this.sql.readRow<ResolvedProject>(
        `select p.id, p.slug, m.role, s.signed_in, s.approval, ${restrictions}
         from (
           -- The id first: nobody can make a project unavailable by using its id as the slug of another one.
           select coalesce(
             (select id from projects where id = $5::uuid),
             (select project_id from project_slugs where slug = $1 order by is_former limit 1)
           ) as project_id
         ) found
         join projects p on p.id = found.project_id
         join project_settings s on s.project_id = p.id
         left join members m on m.project_id = p.id and m.user_id = $2
         where $3 or m.role is distinct from 'blocked'
           and (m.role is not null or s.signed_in <> '' or p.slug = any($4) or p.id::text = any($4))`,
        [slugOrId, userId, instanceAdmin, granted, id],
      ),
    );
  }

  override async resolvePublic(slugOrId: string): Promise<PublicProjectRecord | null> {
    const id = isUuid(slugOrId) ? slugOrId : null;
    if (id === null && !canBeSlug(slugOrId)) return null;
    return this.sql.readRow<PublicProjectRecord & { id: string }>(
      `select p.id, p.slug, s.public_feedback, s.public_names, ${restrictions}
       from (
         select coalesce(
           (select id from projects where id = $2::uuid),
           (select project_id from project_slugs where slug = $1 order by is_former limit 1)
         ) as project_id
       ) found
       join projects p on p.id = found.project_id
       join public_projects s on s.project_id = p.id`,
      [slugOrId, id],
    );
  }

  override async list(
    userId: string | null,
    projectRoles: readonly ProjectRole[],
    { member }: { readonly member: boolean },
    page: PageRequest,
  ): Promise<Page<ProjectRecord>> {
    const granted = tokenRolesOf({ projectRoles }).map(({ project }) => project);
    const ofUser = `p.id in (select project_id from members where user_id = $1
      union all ${projectsNamed('$2', '$3')}
      ${member ? '' : "union all select project_id from project_settings where signed_in <> ''"})
      and not ${hasBlocked('p.id', '$1')}`;
    return this.sql.page<ProjectRecord>(
      {
        select: projectFields,
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
    return this.sql.versioned(`select ${projectRecord} from projects p where p.id = $1`, [projectId]);
  }

  override async config(projectId: string): Promise<Versioned<ProjectConfigRecord> | null> {
    const found = await this.sql.versioned<ProjectConfigRecord>(
      `select ${configRecord} from project_configs c where c.project_id = $1`,
      [projectId],
    );
    if (!found) return null;
    const { record, version } = found;
    const integration_chat_webhook = this.secrets.open(record.integration_chat_webhook);
    return new Versioned({ ...record, integration_chat_webhook }, version);
  }

  override async settings(projectId: string): Promise<Versioned<ProjectSettingsRecord> | null> {
    return this.sql.versioned(`select ${settingsRecord} from project_settings s where s.project_id = $1`, [
      projectId,
    ]);
  }

  override async statuses(projectId: string): Promise<StatusRecord[]> {
    return this.sql.read<StatusRecord & { key: string }>(
      `select ${statusFields} from statuses s where s.project_id = $1 order by s.position, s.key`,
      [projectId],
    );
  }

  override async status(projectId: string, key: string): Promise<Versioned<StatusRecord> | null> {
    return keyPattern.test(key) ? this.sql.versioned(oneStatus, [projectId, key]) : null;
  }

  override async boards({ projectId, hiddenBoards }: ProjectReader): Promise<BoardRecord[]> {
    return this.sql.read<BoardRecord & { slug: string }>(
      `select ${boardFields} from boards b where b.project_id = $1 and b.slug <> all ($2::text[])
       order by b.position, b.slug`,
      [projectId, hiddenBoards.entirely],
    );
  }

  override async board(
    { projectId, hiddenBoards }: ProjectReader,
    slug: string,
  ): Promise<Versioned<BoardRecord> | null> {
    if (!canBeSlug(slug)) return null;
    return this.sql.versioned(oneBoard, [projectId, slug, hiddenBoards.entirely]);
  }

  override async fields({ projectId, hiddenFields }: ProjectReader): Promise<CustomFieldRecord[]> {
    return this.sql.read<CustomFieldRecord & { key: string }>(
      `select ${fieldFields} from custom_fields c where c.project_id = $1 and c.key <> all ($2::text[])
       order by c.position, c.key`,
      [projectId, hiddenFields],
    );
  }

  override async field(
    { projectId, hiddenFields }: ProjectReader,
    key: string,
  ): Promise<Versioned<CustomFieldRecord> | null> {
    if (!keyPattern.test(key)) return null;
    return this.sql.versioned(oneField, [projectId, key, hiddenFields]);
  }

  override async metadata(projectId: string): Promise<Versioned<JsonObject> | null> {
    return this.sql.versioned(readMetadata, [projectId]);
  }

  override async members(
    projectId: string,
    { userId, withBlocked }: { readonly userId?: string | undefined; readonly withBlocked: boolean },
    page: PageRequest,
  ): Promise<Page<MemberRecord>> {
    const { where, values } = new Conditions()
      .and('m.project_id = ?', projectId)
      .and('m.user_id = ?', userId)
      .and('m.role <> ?', withBlocked ? undefined : 'blocked');
    return this.sql.page<MemberRecord>(
      {
        select: memberFields,
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

  override async memberships(
    userId: string,
    { withBlocks }: { readonly withBlocks: boolean },
    page: PageRequest,
  ): Promise<Page<MembershipRecord>> {
    return this.sql.page<MembershipRecord>(
      {
        select: `m.project_id, p.slug as project, m.role, ${isoTimestamp('m.created_at')} as created_at`,
        from: 'members m',
        joins: 'join projects p on p.id = m.project_id',
        where: ['m.user_id = $1', ...(withBlocks ? [] : [`m.role <> 'blocked'`])],
        values: [userId],
        order: [{ sql: 'm.project_id', type: 'uuid', of: (record) => record.project_id }],
        descending: false,
      },
      page,
    );
  }

  override async people(
    projectId: string,
    {
      userId,
      name,
      company,
    }: { userId?: string | undefined; name?: string | undefined; company?: string | undefined },
    page: PageRequest,
  ): Promise<Page<PersonRecord>> {
    const { where, values } = new Conditions()
      .and('p.project_id = ?', projectId)
      .and('p.user_id = ?', userId)
      .and('p.company = ?', company)
      .and(
        'exists (select from user_records u where u.id = p.user_id and u.full_name ilike ?)',
        name && containing(name),
      );
    return this.sql.page<PersonRecord>(
      {
        select: personFields,
        from: 'people p',
        where,
        values,
        order: [
          { sql: 'p.created_at', type: 'timestamptz', of: (record) => record.created_at },
          { sql: 'p.external_id', type: 'text', of: (record) => record.external_id },
        ],
        descending: false,
        planned: name !== undefined,
      },
      page,
    );
  }

  override async person(projectId: string, externalId: string): Promise<Versioned<PersonRecord> | null> {
    return this.sql.versioned(onePerson, [projectId, externalId]);
  }

  override async companies(
    projectId: string,
    { name }: { readonly name?: string | undefined },
    sort: CompanySort,
    page: PageRequest,
  ): Promise<Page<CompanyRecord>> {
    const { where, values } = new Conditions()
      .and('c.project_id = ?', projectId)
      .and('c.name ilike ?', name && containing(name));
    return this.sql.page<CompanyRecord>(
      {
        select: companyFields,
        from: 'companies c',
        where,
        values,
        order: [
          companyOrders[sort],
          { sql: 'c.external_id', type: 'text', of: (record) => record.external_id },
        ],
        descending: sort === 'revenue',
        planned: name !== undefined,
      },
      page,
    );
  }

  override async company(projectId: string, externalId: string): Promise<Versioned<CompanyRecord> | null> {
    return this.sql.versioned(oneCompany, [projectId, externalId]);
  }

  override async externalIds(
    userId: string,
    { withBlocks }: { readonly withBlocks: boolean },
    page: PageRequest,
  ): Promise<Page<ExternalIdRecord>> {
    return this.sql.page<ExternalIdRecord>(
      {
        select: `e.project_id, p.slug as project, e.external_id, coalesce(e.company, '') as company,
          ${isoTimestamp('e.created_at')} as created_at,
          ${isoTimestamp('e.updated_at')} as updated_at`,
        from: 'people e',
        joins: 'join projects p on p.id = e.project_id',
        where: ['e.user_id = $1', ...(withBlocks ? [] : [`not ${hasBlocked('e.project_id', '$1')}`])],
        values: [userId],
        order: [
          { sql: 'e.project_id', type: 'uuid', of: (record) => record.project_id },
          { sql: 'e.external_id', type: 'text', of: (record) => record.external_id },
        ],
        descending: false,
      },
      page,
    );
  }

  override async storedRole(projectId: string, userId: string): Promise<{ role: Role | null } | null> {
    return this.sql.row<{ role: Role | null }>(storedRole, [projectId, userId]);
  }

  override async member(projectId: string, userId: string): Promise<Versioned<MemberRecord> | null> {
    return isUuid(userId) ? this.sql.versioned(oneMember, [projectId, userId]) : null;
  }
}
