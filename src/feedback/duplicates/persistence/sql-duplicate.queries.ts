import { Injectable } from '@nestjs/common';
import {
  bindCondition,
  Conditions,
  isoTimestamp,
  type KeysetColumn,
  Sql,
} from '../../../platform/persistence/index.js';
import type { ProjectReader } from '../../../project/index.js';
import type { Page, PageRequest } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import {
  type DuplicateFilter,
  DuplicateQueries,
  type DuplicateSort,
  type StoredDuplicate,
} from '../application/duplicate.queries.js';

const columns = `d.id, d.feedback_id, d.of_id, d.score / 100.0::float8 as score, d.reasons, d.dismissed,
  ${isoTimestamp('d.created_at')} as created_at`;

/** Only suggestions whose feedback can be merged. */
const tables = `feedback_duplicates d
  join comparable_feedback f on f.id = d.feedback_id join comparable_feedback o on o.id = d.of_id`;

const sortColumns: Record<DuplicateSort, KeysetColumn<StoredDuplicate>> = {
  best: { sql: 'd.score', type: 'integer', of: ({ score }) => String(Math.round(100 * score)) },
  newest: { sql: 'd.created_at', type: 'timestamptz', of: (record) => record.created_at },
};

@Injectable()
export class SqlDuplicateQueries extends DuplicateQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async list(
    { projectId, conditions: ofHost }: Pick<ProjectReader, 'projectId' | 'conditions'>,
    { feedbackId, dismissed }: DuplicateFilter,
    sort: DuplicateSort,
    page: PageRequest,
  ): Promise<Page<StoredDuplicate>> {
    const conditions = new Conditions()
      .and('d.project_id = ?', projectId)
      .and('d.dismissed = ?', dismissed)
      .and('(d.feedback_id = ?::uuid or d.of_id = ?::uuid)', feedbackId);
    for (const id of ofHost.feedback ? ['d.feedback_id', 'd.of_id'] : []) {
      conditions.where.push(`exists (select from feedback_records_v1 feedback where feedback.id = ${id}
        and (${bindCondition(ofHost.feedback!, (value) => conditions.value(value))}))`);
    }
    return this.sql.page<StoredDuplicate>(
      {
        select: columns,
        from: tables,
        where: conditions.where,
        values: conditions.values,
        order: [sortColumns[sort], { sql: 'd.id', type: 'uuid', of: ({ id }) => id }],
        descending: true,
      },
      page,
    );
  }

  override async find(projectId: string, id: string): Promise<StoredDuplicate | null> {
    if (!isUuid(id)) return null;
    return this.sql.row<StoredDuplicate & Record<string, unknown>>(
      `select ${columns} from ${tables} where d.project_id = $1 and d.id = $2`,
      [projectId, id],
    );
  }
}
