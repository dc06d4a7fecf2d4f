import { Injectable } from '@nestjs/common';
import { includesRole, roles, type Role } from '../domain/role.js';
import { type Cache, Caches } from '../../../platform/caches/index.js';
import { Sql } from '../../../platform/persistence/index.js';
import { check, isUuid, uuid } from '../../../shared/rules.js';
import { canBeSlug } from '../../../shared/slug.js';
import { tokenRolesOf } from './token-roles.js';
import { storedRole } from '../persistence/accessible-projects.js';
import type { Caller } from '../../../identity/index.js';
import type { RestrictedBoard } from '../domain/hidden-boards.js';
import type { RestrictedField } from '../domain/field-access.js';
import type { ApprovalMode } from '../domain/approval-mode.js';

/** A project found by its id, its current slug or a former one, with the role of a member in it. */
export interface ResolvedProject {
  id: string;
  /** The current slug. */
  slug: string;
  role: Role | null;
  /** The role of people who are not members; `''`: none. */
  signed_in: Role | '';
  /** Which contributions wait for approval. */
  approval: ApprovalMode;
  restricted_boards: readonly RestrictedBoard[];
  restricted_fields: readonly RestrictedField[];
}

/** Returns whether a text is the current slug or the id of a project, and not a former slug. */
export function isNameOf({ id, slug }: { id: string; slug: string }, slugOrId: string): boolean {
  return slugOrId === slug || slugOrId.toLowerCase() === id;
}

/** A project with something that everyone can read. */
export interface PublicProjectRecord {
  readonly id: string;
  /** The current slug. */
  readonly slug: string;
  readonly public_feedback: boolean;
  readonly public_names: boolean;
  readonly restricted_boards: readonly RestrictedBoard[];
  readonly restricted_fields: readonly RestrictedField[];
}

/** What decides whether a caller has access to a project. */
type ProjectVisitor = Pick<Caller, 'userId' | 'instanceAdmin' | 'projectRoles'>;

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

/** Reads who can access projects. It does not decide about access: that is up to the caller. */
@Injectable()
export class AccessQueries {
  private readonly resolved: Cache<ResolvedProject>;

  constructor(
    private readonly sql: Sql,
    caches: Caches,
  ) {
    this.resolved = caches.of();
  }

  /**
   * Returns the project with this id or slug, otherwise the one that had the slug last; null when there is none, or the
   * caller has no access to it. Both cases take the same time, so that slugs cannot be probed.
   *
   * The id is looked up first. New slugs are no UUIDs, but slugs of earlier releases may be, and must not hide another project.
   *
   * @throws InvalidInput when the id of the user is not a UUID
   */
  async resolve(slugOrId: string, caller: ProjectVisitor): Promise<ResolvedProject | null> {
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

  /** Like `resolve`, for everyone: null also when nothing of the project is public. */
  async resolvePublic(slugOrId: string): Promise<PublicProjectRecord | null> {
    const id = isUuid(slugOrId) ? slugOrId : null;
    if (id === null && !canBeSlug(slugOrId)) return null;
    return this.sql.readRow<PublicProjectRecord>(
      `select p.id, p.slug, s.public_feedback, s.public_names, ${restrictions}
       from ${foundProject}
       join public_projects s on s.project_id = p.id`,
      [slugOrId, id],
    );
  }

  /**
   * Returns the role that a user has by what is stored: a membership, the settings of the project, or as an instance admin. Null
   * if the account or the project does not exist.
   */
  async storedRole(projectId: string, userId: string): Promise<{ role: Role | null } | null> {
    return this.sql.row<{ role: Role | null }>(storedRole, [projectId, userId]);
  }

  /** Returns the ids of the projects in which a user is an editor or owner. */
  async projectsEditedBy(userId: string): Promise<string[]> {
    const rows = await this.sql.rows<{ id: string }>(
      'select project_id as id from members where user_id = $1 and role = any($2)',
      [userId, roles.filter((role) => includesRole(role, 'editor'))],
    );
    return rows.map(({ id }) => id);
  }
}
