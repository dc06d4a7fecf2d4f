import { Injectable } from '@nestjs/common';
import { type Caller, ProjectDirectory } from '../../identity/index.js';
import { Sql } from '../../platform/persistence/index.js';
import { includesRole, roles } from '../domain/member.js';
import { isNameOf, ProjectQueries } from '../application/project.queries.js';

@Injectable()
export class SqlProjectDirectory extends ProjectDirectory {
  constructor(
    private readonly sql: Sql,
    private readonly queries: ProjectQueries,
  ) {
    super();
  }

  override async idOf(slugOrId: string, caller: Caller): Promise<string | null> {
    const project = await this.queries.resolve(slugOrId, caller);
    if (!project || !isNameOf(project, slugOrId)) return null;
    return caller.instanceAdmin || project.role !== null || project.signed_in !== '' ? project.id : null;
  }

  override async isEditor({ userId, projectRoles = [] }: Caller): Promise<boolean> {
    const sufficient: readonly string[] = roles.filter((role) => includesRole(role, 'editor'));
    if (projectRoles.some(({ role }) => sufficient.includes(role))) return true;
    const found = await this.sql.readRow(
      'select 1 as found from members where user_id = $1 and role = any($2) limit 1',
      [userId, sufficient],
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
