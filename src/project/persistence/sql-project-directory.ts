import { Injectable } from '@nestjs/common';
import { type Caller, ProjectDirectory } from '../../identity/index.js';
import { Sql } from '../../platform/persistence/index.js';
import { ProjectQueries } from '../application/project.queries.js';

@Injectable()
export class SqlProjectDirectory extends ProjectDirectory {
  constructor(
    private readonly sql: Sql,
    private readonly queries: ProjectQueries,
  ) {
    super();
  }

  override async idOf(slug: string, caller: Caller): Promise<string | null> {
    const project = await this.queries.resolve(slug, caller);
    const reached = project?.slug === slug && (caller.instanceAdmin || project.role !== null);
    return reached ? project.id : null;
  }

  override async slugsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.sql.rows<{ id: string; slug: string }>(
      'select id, slug from projects where id = any($1::uuid[])',
      [ids],
    );
    return new Map(rows.map(({ id, slug }) => [id, slug]));
  }
}
