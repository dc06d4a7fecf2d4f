import { Injectable } from '@nestjs/common';
import { brokenConstraint, Sql } from '../../platform/persistence/index.js';
import { ProjectNotFound } from '../../project/index.js';
import { PublicChangelogRepository } from '../domain/public-changelog.repository.js';

@Injectable()
export class SqlPublicChangelogRepository extends PublicChangelogRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async load(projectId: string): Promise<boolean> {
    try {
      // Locks the row, also when it exists already.
      const row = await this.sql.row<{ enabled: boolean }>(
        `insert into public_changelogs (project_id, enabled, changed_at) values ($1, false, clock_timestamp())
         on conflict (project_id) do update set enabled = public_changelogs.enabled returning enabled`,
        [projectId],
      );
      return row!.enabled;
    } catch (error) {
      const isDeleted = brokenConstraint(error) === 'public_changelogs_project_id_fkey';
      throw isDeleted ? new ProjectNotFound() : error;
    }
  }

  override async save(projectId: string, enabled: boolean): Promise<void> {
    await this.sql.rows(
      'update public_changelogs set enabled = $2, changed_at = clock_timestamp() where project_id = $1',
      [projectId, enabled],
    );
  }
}
