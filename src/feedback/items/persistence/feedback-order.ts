import type { KeysetColumn } from '../../../platform/persistence/index.js';
import type { sorts } from '../application/feedback-filter.js';
import type { FeedbackRecord } from '../domain/feedback.js';

/** The order in which feedback was created, of lists that are not read from another table. */
export const createdAt: KeysetColumn<FeedbackRecord> = {
  sql: 'f.created_at',
  type: 'timestamptz',
  of: (record) => record.created_at,
};

/** The last column of every order. */
export const idColumn: KeysetColumn<FeedbackRecord> = {
  sql: 'f.id',
  type: 'uuid',
  of: (record) => record.id,
};

/** The columns by which lists are sorted, before the id. */
export const sortColumns: Record<(typeof sorts)[number], KeysetColumn<FeedbackRecord>> = {
  newest: createdAt,
  oldest: createdAt,
  relevance: createdAt,
  recently_updated: { sql: 'f.updated_at', type: 'timestamptz' },
  // The order of the feedback that no company wants: see `byRevenue`.
  most_revenue: createdAt,
  most_upvoted: { sql: 'f.upvotes', type: 'integer', of: (record) => String(record.upvotes) },
  most_commented: { sql: 'f.comment_count', type: 'integer', of: (record) => String(record.comment_count) },
};

/** The sort columns of chronological lists, by the alias of the table whose index has that order. */
export const timeOrders: Partial<Record<string, KeysetColumn<FeedbackRecord>[]>> = {
  s: [
    { ...createdAt, sql: 's.created_at' },
    { ...idColumn, sql: 's.feedback_id' },
  ],
  ft: [
    { ...createdAt, sql: 'ft.created_at' },
    { ...idColumn, sql: 'ft.feedback_id' },
  ],
  fv: [
    { ...createdAt, sql: 'fv.created_at' },
    { ...idColumn, sql: 'fv.feedback_id' },
  ],
};

/** What chronological lists are read from. */
export const tables = {
  f: 'feedback f',
  ft: 'feedback_tags ft join feedback f on f.id = ft.feedback_id',
  fv: 'feedback_field_values fv join feedback f on f.id = fv.feedback_id',
  s: 'feedback_search s join feedback f on f.id = s.feedback_id',
};
