import { Injectable } from '@nestjs/common';
import { includesRole, roles, type Role } from '../domain/role.js';
import { type Cache, Caches } from '../../../platform/caches/index.js';
import { Sql } from '../../../platform/persistence/index.js';
import { check, isUuid, uuid } from '../../../shared/rules.js';
import { canBeSlug } from '../../../shared/slug.js';
import {
  AccessQueries,
  type ProjectVisitor,
  type PublicProjectRecord,
  type ResolvedProject,
} from '../application/access.queries.js';
import { tokenRolesOf } from '../application/token-roles.js';
import { storedRole } from './accessible-projects.js';

/**
 * SQL for what not everyone can see or leave out who can read project `p`: its boards whose feedback is hidden from some, and its
 * fields that only editors see, or that have to be set. Subqueries, and no functions, which PostgreSQL would plan for each call.
 */
const restrictions = `
  (select coalesce(json_agg(json_build_object('slug', b.slug, 'visibility', b.visibility)), '[]')
   from boards b where b.project_id = p.id and b.visibility <> 'public') as restricted_boards,
  (select coalesce(json_agg(json_build_object(
     'key', c.key, 'required', c.required, 'set_by', c.set_by, 'visible_to', c.visible_to)), '[]')
   from custom_fields c where c.project_id = p.id and (c.required or c.visible_to = 'editors')) as restricted_fields`;

/**
 * SQL for project `p` with the slug `$1`, now or formerly, or the id `$2`. The id first: nobody can make a project unavailable by using
 * its id as the slug of another one.
 */
const foundProject = `(
    select coalesce(
      (select id from projects where id = $2::uuid),
      (select project_id from project_slugs where slug = $1 order by is_former limit 1)
    ) as project_id
  ) found
  join projects p on p.id = found.project_id`;

@Injectable()
export class SqlAccessQueries extends AccessQueries {
  private readonly resolved: Cache<ResolvedProject>;

  constructor(
    private readonly sql: Sql,
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
         from ${foundProject}
         join project_settings s on s.project_id = p.id
         left join members m on m.project_id = p.id and m.user_id = $3
         where $4 or m.role is distinct from 'blocked'
           and (m.role is not null or s.signed_in <> '' or p.slug = any($5) or p.id::text = any($5))`,
        [slugOrId, id, userId, instanceAdmin, granted],
      ),
    );
  }

  override async resolvePublic(slugOrId: string): Promise<PublicProjectRecord | null> {
    const id = isUuid(slugOrId) ? slugOrId : null;
    if (id === null && !canBeSlug(slugOrId)) return null;
    return this.sql.readRow<PublicProjectRecord & { id: string }>(
      `select p.id, p.slug, s.public_feedback, s.public_names, ${restrictions}
       from ${foundProject}
       join public_projects s on s.project_id = p.id`,
      [slugOrId, id],
    );
  }

  override async storedRole(projectId: string, userId: string): Promise<{ role: Role | null } | null> {
    return this.sql.row<{ role: Role | null }>(storedRole, [projectId, userId]);
  }

  override async projectsEditedBy(userId: string): Promise<string[]> {
    const rows = await this.sql.rows<{ id: string }>(
      'select project_id as id from members where user_id = $1 and role = any($2)',
      [userId, roles.filter((role) => includesRole(role, 'editor'))],
    );
    return rows.map(({ id }) => id);
  }
}
