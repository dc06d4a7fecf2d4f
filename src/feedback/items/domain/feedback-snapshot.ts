import {
  type AttachmentRecord,
  type UserRecord,
  type Versioned,
  withoutMembers,
} from '../../../shared/records.js';
import type { JsonObject } from '../../../shared/rules.js';
import type { CommentRecord } from '../../comments/domain/comment.record.js';
import type { Approval } from './approval.js';
import type { FeedbackRecord } from './feedback.js';

/** Feedback as events contain it: with everything that does not depend on a reader. */
export interface FeedbackSnapshot extends FeedbackRecord {
  /** Slug of the board that it is on; `''` if it is on none. */
  board: string;
  /** Values of fields of the project, by their keys; without those that are not set. */
  fields: JsonObject;
  /** The user who takes care of it; null: nobody. */
  assignee: UserRecord | null;
  /** When it is expected to be done, as `YYYY-MM-DD`; `''`: unknown. */
  estimated_date: string;
  /** Time of the last change, including a merge into other feedback. Votes, comments, metadata and merges of others into it do not change it. */
  updated_at: string;
  /** Time of the last change of its status, or of its submission. */
  status_changed_at: string;
  /** Ids of the feedback that is merged into it, in their order. */
  merged_ids: string[];
  /** The newest comment of the kind `response`, also on feedback that is merged into it; null if there is none. */
  response: CommentRecord | null;
  /** The files that are attached to it. */
  attachments: AttachmentRecord[];
  /** Whether it has been approved. */
  approval: Approval;
  /** Whether front ends show it before other feedback. */
  pinned: boolean;
  /** Whether only editors can comment. */
  comments_locked: boolean;
  /** The system that it was imported from, and its id there; null if it was not imported. */
  source: { name: string; external_id: string } | null;
  metadata: JsonObject;
  /** The revenue of the companies that want it, together. */
  revenue: number;
  /** The number of companies that want it. */
  companies: number;
}

/** What feedback in events has in addition to records. */
const snapshotMembers = {
  board: true,
  fields: true,
  assignee: true,
  estimated_date: true,
  updated_at: true,
  status_changed_at: true,
  merged_ids: true,
  response: true,
  attachments: true,
  approval: true,
  pinned: true,
  comments_locked: true,
  source: true,
  metadata: true,
  revenue: true,
  companies: true,
} satisfies Record<Exclude<keyof FeedbackSnapshot, keyof FeedbackRecord>, true>;

/** Returns the record of feedback without what only events contain. */
export function recordOf(snapshot: Versioned<FeedbackSnapshot>): Versioned<FeedbackRecord> {
  return withoutMembers(snapshot, snapshotMembers);
}

/**
 * The fields that `previous` of an event omits: users, counters, sums, comments and merges are changed by other use cases, and changes
 * of the status and of the metadata are separate events. All other fields are compared.
 */
export const notInPrevious = [
  'user',
  'status',
  'upvotes',
  'comment_count',
  'updated_at',
  'status_changed_at',
  'merged_ids',
  'response',
  'source',
  'metadata',
  'revenue',
  'companies',
] as const satisfies readonly (keyof FeedbackSnapshot)[];
