import { asJson, isoTimestamp } from '../../platform/persistence/index.js';
import type { CommentReader } from '../application/comment.queries.js';
import type { CommentKind } from '../domain/comment.record.js';

/** The fields of the record of comment `c`. */
export const commentFields = `c.id, c.feedback_id, c.user_id, (select row_to_json(u) from user_record(c.user_id) u) as "user",
  c.content, ${isoTimestamp('c.created_at')} as created_at, ${isoTimestamp('c.updated_at')} as updated_at,
  coalesce(c.parent_id::text, '') as parent_id, c.kind`;

/** The record of comment `c` as columns `json` and `version`. */
export const commentRecord = `${asJson(commentFields)} as json,
  concat_ws('-', c.version, (select version from user_versions where id = c.user_id)) as version`;

/** SQL for whether everybody who sees the feedback sees comment `c`. The counters count these comments. */
export const isPublicComment = "c.kind <> 'internal'";

/** The conditions under which the reader sees comment `c`. */
export function visibleTo({ seesInternal }: CommentReader): string[] {
  return seesInternal ? [] : [isPublicComment];
}

/** SQL for whether comment `c` has the kind. It names the kind, because the indexes of rare kinds are partial. */
export const isOfKind: Readonly<Record<CommentKind, string>> = {
  comment: "c.kind = 'comment'",
  internal: "c.kind = 'internal'",
  response: "c.kind = 'response'",
};
