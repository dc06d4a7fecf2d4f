import { Injectable } from '@nestjs/common';
import { Conditions, isoTimestamp, type KeysetColumn, Sql } from '../../../platform/persistence/index.js';
import type { ProjectReader } from '../../../project/index.js';
import type { Page, PageRequest } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import type { FeedbackRecord } from '../../items/domain/feedback.js';
import { satisfies } from '../../items/persistence/visible-feedback.js';
import type { DuplicateReason } from '../domain/duplicate-finder.js';

/** A suggestion as the API returns it. */
export interface DuplicateRecord {
  id: string;
  /** The record that was created later. */
  feedback: FeedbackRecord;
  /** What it may be a duplicate of. */
  of: FeedbackRecord;
  /** How certain it is, from 0 to 1. */
  score: number;
  reasons: DuplicateReason[];
  dismissed: boolean;
  created_at: string;
}

/** A suggestion with the ids of its feedback. */
export interface StoredDuplicate extends Omit<DuplicateRecord, 'feedback' | 'of'> {
  feedback_id: string;
  of_id: string;
}

export const duplicateSorts = ['best', 'newest'] as const;

export type DuplicateSort = (typeof duplicateSorts)[number];

/** Which suggestions are listed. */
interface DuplicateFilter {
  /** Only those with this record, as either of the two. */
  readonly feedbackId?: string;
  /** Whether dismissed ones are listed, instead of open ones. */
  readonly dismissed: boolean;
}

const columns = `d.id, d.feedback_id, d.of_id, d.score / 100.0::float8 as score, d.reasons, d.dismissed,
  ${isoTimestamp('d.created_at')} as created_at`;

/** Only suggestions whose feedback can be merged. */
const tables = `feedback_duplicates d
  join comparable_feedback f on f.id = d.feedback_id join comparable_feedback o on o.id = d.of_id`;

const sortColumns: Record<DuplicateSort, KeysetColumn<StoredDuplicate>> = {
  best: { sql: 'd.score', type: 'integer', of: ({ score }) => String(Math.round(100 * score)) },
  newest: { sql: 'd.created_at', type: 'timestamptz', of: (record) => record.created_at },
};

/** Reads suggestions. Those with feedback that has been merged, or is not approved, do not exist. */
@Injectable()
export class DuplicateQueries {
  constructor(private readonly sql: Sql) {}

  /** Returns a page of the suggestions of a project without those that a host hides from the reader. */
  async list(
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
      conditions.where.push(satisfies(id, ofHost.feedback!, (value) => conditions.value(value)));
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

  /** Returns null when it does not exist, or the id is not a UUID. */
  async find(projectId: string, id: string): Promise<StoredDuplicate | null> {
    if (!isUuid(id)) return null;
    return this.sql.row<StoredDuplicate>(
      `select ${columns} from ${tables} where d.project_id = $1 and d.id = $2`,
      [projectId, id],
    );
  }
}
