import {
  allSatisfy,
  jsonArray,
  membersOf,
  publicUser,
  recordColumns,
  userRecord,
} from '../../../platform/persistence/index.js';
import type { VisibilityConditions } from '../../../project/index.js';
import type { ShownPeople } from '../../../shared/records.js';
import { type CommentMember, commentMembers, type CommentReader } from '../application/comment-view.js';
import type { Approval } from '../../items/domain/approval.js';
import type { CommentKind } from '../domain/comment.record.js';
import { recordFields } from './comment.entity.js';

/** The fields of the record of comment `c`. */
export const commentRecordFields = recordFields(`c.user_id, ${userRecord('c.user_id')} as "user",`);

const fieldsByPeople: Readonly<Record<ShownPeople | 'all', string>> = {
  all: commentRecordFields,
  names: `${recordFields('')}, ${publicUser('c.user_id')} as "user"`,
  nobody: recordFields(''),
};

/** SQL of the files that are attached to the record with the alias, in their order. */
export const attachmentsOf = (alias: string): string =>
  jsonArray(
    'a.id, a.url, a.filename, a.media_type, a.size, a.created_at',
    `from attachment_records a where a.attached_to = ${alias}.id order by a.position`,
  );

/** SQL of the additional members of comment `c`. */
const members: Record<CommentMember, string> = {
  attachments: attachmentsOf('c'),
  by_team: "coalesce(role_in_project(c.project_id, c.user_id) in ('editor', 'owner'), false)",
  metadata: 'c.metadata',
  fields: 'c.fields',
};

/**
 * The fields of the record of comment `c` with additional members.
 *
 * @param fieldKeys keys of the declared fields that the reader can see, which are words; absent if they see all values
 */
export function fieldsOf(
  include: readonly CommentMember[] = [],
  people: ShownPeople | 'all' = 'all',
  fieldKeys?: readonly string[],
): string {
  const included = commentMembers.filter((name) => include.includes(name));
  const seen = fieldKeys
    ? { ...members, fields: membersOf('c.fields', `'{${fieldKeys.join()}}'::text[]`) }
    : members;
  return [fieldsByPeople[people], ...included.map((name) => `${seen[name]} as ${name}`)].join(', ');
}

/** The record of comment `c` with additional members, as columns `json` and `version`. */
export function commentRecord(include?: readonly CommentMember[], fieldKeys?: readonly string[]): string {
  const version = "concat_ws('-', c.version, (select version from user_versions where id = c.user_id))";
  return recordColumns(fieldsOf(include, 'all', fieldKeys), version);
}

/** The snapshot of comment `c` as columns `json` and `version`. */
export const commentSnapshot = commentRecord(['attachments', 'metadata', 'fields']);

/** SQL for whether everybody who sees the feedback sees comment `c`. The counters count these comments. */
export const isPublicComment = "c.kind <> 'internal' and c.approval = 'approved'";

/**
 * The conditions under which the reader sees comment `c`.
 *
 * @param parameter adds a value to the statement, and returns its placeholder
 */
export function visibleTo(
  { seesInternal, seesUnapproved, userId, conditions }: CommentReader,
  parameter: (value: unknown) => string,
): string[] {
  return [
    ...(seesInternal ? [] : ["c.kind <> 'internal'"]),
    ...(seesUnapproved ? [] : [`(c.approval = 'approved' or c.user_id = ${parameter(userId)}::uuid)`]),
    ...shownTo(conditions, parameter),
  ];
}

/**
 * The conditions that a host hides neither comment `c` nor the one that it replies to.
 *
 * @param parameter adds a value to the statement, and returns its placeholder
 */
export function shownTo({ comment }: VisibilityConditions, parameter: (value: unknown) => string): string[] {
  return comment ? [allSatisfy('comment', 'c.id, c.parent_id', comment, parameter)] : [];
}

/** SQL for whether comment `c` has the approval. It names the approval, because indexes are partial. */
export const hasApproval: Readonly<Record<Approval, string>> = {
  approved: "c.approval = 'approved'",
  pending: "c.approval = 'pending'",
  rejected: "c.approval = 'rejected'",
};

/** SQL for whether comment `c` has the kind. It names the kind, because the indexes of rare kinds are partial. */
export const isOfKind: Readonly<Record<CommentKind, string>> = {
  comment: "c.kind = 'comment'",
  internal: "c.kind = 'internal'",
  response: "c.kind = 'response'",
};
