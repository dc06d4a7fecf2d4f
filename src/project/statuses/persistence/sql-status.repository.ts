import { Injectable } from '@nestjs/common';
import { brokenConstraint, Sql, versionedRecord } from '../../../platform/persistence/index.js';
import { ProjectNotFound } from '../../projects/domain/project.errors.js';
import { StatusInUse } from '../domain/status.errors.js';
import { StatusRepository } from '../domain/status.repository.js';
import { Statuses, type StatusRecord } from '../domain/status.js';

/** The columns of a status, which are the members of its record. */
export const statusFields = 's.key, s.name, s.color, s.kind, s.position, s.on_roadmap';

export const oneStatus = versionedRecord(
  statusFields,
  's.version',
  'statuses s where s.project_id = $1 and s.key = $2',
);

const saveStatus = `
  insert into statuses (project_id, key, name, color, kind, position, on_roadmap) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (project_id, key) do update set (name, color, kind, position, on_roadmap)
    = row(excluded.name, excluded.color, excluded.kind, excluded.position, excluded.on_roadmap)`;

@Injectable()
export class SqlStatusRepository extends StatusRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async load(projectId: string): Promise<Statuses> {
    // The row stands for all statuses: a new one has no row of its own to lock.
    const [, records] = await Promise.all([
      this.sql.rows('select from project_settings where project_id = $1 for no key update', [projectId]),
      this.sql.rows<StatusRecord>(`select ${statusFields} from statuses s where s.project_id = $1`, [
        projectId,
      ]),
    ]);
    return Statuses.restore(projectId, records);
  }

  override async save(projectId: string, status: StatusRecord): Promise<void> {
    const { key, name, color, kind, position, on_roadmap } = status;
    await this.sql
      .rows(saveStatus, [projectId, key, name, color, kind, position, on_roadmap])
      .catch((error) => {
        throw brokenConstraint(error) === 'statuses_project_id_fkey' ? new ProjectNotFound() : error;
      });
  }

  override async remove(projectId: string, key: string): Promise<void> {
    await this.sql
      .rows('delete from statuses where project_id = $1 and key = $2', [projectId, key])
      .catch((error) => {
        throw brokenConstraint(error) === 'feedback_status_fkey' ? new StatusInUse() : error;
      });
  }
}
