import {
  type AttachmentRecord,
  type UserRecord,
  type Versioned,
  withoutMembers,
} from '../../../shared/records.js';
import type { JsonObject } from '../../../shared/rules.js';
import type { Approval } from '../../items/domain/approval.js';

/**
 * The kinds of comments: `comment` is an ordinary one, `internal` one that only editors see, and `response` an official
 * answer.
 */
export const commentKinds = ['comment', 'internal', 'response'] as const;

export type CommentKind = (typeof commentKinds)[number];

/** A comment as the API returns it. */
export interface CommentRecord {
  id: string;
  /** Id of the feedback that it was written on, which may be merged into the one that lists it. */
  feedback_id: string;
  user_id: string;
  user: UserRecord;
  content: string;
  created_at: string;
  updated_at: string;
  /** Id of the top-level comment that it replies to; `""` for a top-level comment. */
  parent_id: string;
  kind: CommentKind;
  /** Whether it has been approved. */
  approval: Approval;
}

/** A comment as events contain it: with everything that does not depend on a reader. */
export interface CommentSnapshot extends CommentRecord {
  /** The files that are attached to it. */
  attachments: AttachmentRecord[];
  /** What an application stores with it. */
  metadata: JsonObject;
  /** Values of fields that the application around the service declares, by their keys. */
  fields: JsonObject;
}

/** What comments in events have in addition to records. */
const snapshotMembers = {
  attachments: true,
  metadata: true,
  fields: true,
} satisfies Record<Exclude<keyof CommentSnapshot, keyof CommentRecord>, true>;

/** Returns the record of a comment without what only events contain. */
export function recordOf(snapshot: Versioned<CommentSnapshot>): Versioned<CommentRecord> {
  return withoutMembers(snapshot, snapshotMembers);
}

/**
 * The field that `previous` of an event omits: the user is changed by other use cases. All other fields are compared.
 */
export const notInPrevious = ['user'] as const satisfies readonly (keyof CommentSnapshot)[];
