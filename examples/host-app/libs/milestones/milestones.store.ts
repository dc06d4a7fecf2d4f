import { Injectable } from '@nestjs/common';
import {
  Conditions,
  isoTimestamp,
  isUuid,
  type Page,
  type PageRequest,
  recordColumns,
  Sql,
  type Versioned,
  versionedRecord,
} from 'feedback-changelog-service/kit';
import type { MilestoneRecord } from './milestone.js';

/** A new milestone, or the values of a stored one. */
export type MilestoneValues = Pick<MilestoneRecord, 'name' | 'due' | 'state'>;

const columns = `m.id, m.project_id, m.name, coalesce(m.due::text, '') as due, m.state,
  ${isoTimestamp('m.created_at')} as created_at`;

const oneMilestone = versionedRecord(
  columns,
  'm.version',
  'milestones m where m.project_id = $1 and m.id = $2',
);

const inserted = `with m as (
    insert into milestones (id, project_id, name, due, state, created_by, created_at)
    values ($1, $2, $3, nullif($4, '')::date, $5, $6, $7) returning *)
  select ${recordColumns(columns, 'm.version')} from m`;

const updated = `with m as (
    update milestones set name = $3, due = nullif($4, '')::date, state = $5, version = version + 1
    where project_id = $1 and id = $2 returning *)
  select ${recordColumns(columns, 'm.version')} from m`;

/** Milestones in the database. */
@Injectable()
export class MilestonesStore {
  constructor(private readonly sql: Sql) {}

  async list(
    projectId: string,
    state: string | undefined,
    page: PageRequest,
  ): Promise<Page<MilestoneRecord>> {
    const { where, values } = new Conditions().and('m.project_id = ?', projectId).and('m.state = ?', state);
    return this.sql.page<MilestoneRecord>(
      {
        select: columns,
        from: 'milestones m',
        where,
        values,
        order: [
          { sql: 'm.created_at', type: 'timestamptz', of: (record) => record.created_at },
          { sql: 'm.id', type: 'uuid', of: (record) => record.id },
        ],
        descending: false,
      },
      page,
    );
  }

  /** Returns null if the project has no such milestone. */
  async find(projectId: string, id: string): Promise<Versioned<MilestoneRecord> | null> {
    return isUuid(id) ? this.sql.record(oneMilestone, [projectId, id]) : null;
  }

  /** Returns the record, which is locked until the unit of work ends; null if the project has no such milestone. */
  async lock(projectId: string, id: string): Promise<Versioned<MilestoneRecord> | null> {
    return isUuid(id) ? this.sql.record(`${oneMilestone} for update`, [projectId, id]) : null;
  }

  async add(
    { id, projectId, userId, createdAt }: { id: string; projectId: string; userId: string; createdAt: Date },
    { name, due, state }: MilestoneValues,
  ): Promise<Versioned<MilestoneRecord>> {
    return (await this.sql.record<MilestoneRecord>(inserted, [
      ...[id, projectId, name, due, state, userId],
      createdAt.toISOString(),
    ]))!;
  }

  async save({ project_id, id, name, due, state }: MilestoneRecord): Promise<Versioned<MilestoneRecord>> {
    return (await this.sql.record<MilestoneRecord>(updated, [project_id, id, name, due, state]))!;
  }
}
