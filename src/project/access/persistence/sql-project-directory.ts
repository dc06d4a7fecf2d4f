import { Injectable } from '@nestjs/common';
import { type Caller, ProjectDirectory } from '../../../identity/index.js';
import { Sql } from '../../../platform/persistence/index.js';
import { isUuid } from '../../../shared/rules.js';
import { includesRole, roles } from '../domain/role.js';
import { AccessQueries, isNameOf } from '../application/access.queries.js';
import { tokenRolesOf } from '../application/token-roles.js';
import { hasBlocked, projectsNamed } from './accessible-projects.js';

/** Uses SQL, because it only reads, like queries. */
@Injectable()
export class SqlProjectDirectory extends ProjectDirectory {
  constructor(
    private readonly sql: Sql,
    private readonly queries: AccessQueries,
  ) {
    super();
  }

  override async idOf(slugOrId: string, caller: Caller): Promise<string | null> {
    const project = await this.queries.resolve(slugOrId, caller);
    if (!project || !isNameOf(project, slugOrId)) return null;
    return caller.instanceAdmin || project.role !== null || project.signed_in !== '' ? project.id : null;
  }

  override async isEditor(caller: Caller): Promise<boolean> {
    const sufficient = roles.filter((role) => includesRole(role, 'editor'));
    const granted = tokenRolesOf(caller)
      .filter(({ role }) => includesRole(role, 'editor'))
      .map(({ project }) => project);
    const found = await this.sql.readRow(
      `select 1 as found where exists (select from members where user_id = $1 and role = any($2))
         or exists (select from (${projectsNamed('$3', '$4')}) p where not ${hasBlocked('p.id', '$1')})`,
      [caller.userId, sufficient, granted, granted.filter(isUuid)],
    );
    return found !== null;
  }

  override async slugsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.sql.rows<{ id: string; slug: string }>(
      'select id, slug from projects where id = any($1::uuid[])',
      [ids],
    );
    return new Map(rows.map(({ id, slug }) => [id, slug]));
  }
}
