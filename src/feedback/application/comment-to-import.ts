import type { ImportedValues } from '../../project/index.js';
import type { ImportFailure, RecordOrigin } from '../../shared/imports.js';
import { parseTimestamp } from '../../shared/rules.js';
import type { Approval } from '../domain/approval.js';
import type { CommentKind } from '../domain/comment.record.js';
import type { FoundComment, ImportedComment } from '../domain/feedback-import.repository.js';

/** A comment of another system. Its values are not checked yet. */
export interface CommentToImport {
  readonly externalId: string;
  readonly origin?: RecordOrigin | undefined;
  /** Null if the feedback or the user is not stored yet, in a dry run. */
  readonly feedbackId: string | null;
  readonly userId: string | null;
  /** External id of the comment that it replies to, which is stored already, unless this is a dry run; empty if none. */
  readonly parent?: string | undefined;
  /** Unchanged if omitted, initially `comment`. */
  readonly kind?: CommentKind | undefined;
  /** Unchanged if omitted, initially `approved`. Replies to a comment that is not approved are not approved. */
  readonly approval?: Approval | undefined;
  readonly content: string;
  readonly createdAt: string;
  readonly updatedAt?: string | undefined;
}

/** Returns whether a comment on feedback can be a reply to a stored one. */
export function canReplyTo(parent: FoundComment, feedbackId: string | null): boolean {
  return parent.parentId === null && (feedbackId === null || parent.feedbackId === feedbackId);
}

/** The parent of a reply was not imported, is a reply itself, or is on other feedback. */
export const unknownParent: ImportFailure = {
  code: 'unknown_parent',
  detail: 'The comment that it replies to was not imported, is a reply itself, or is on other feedback.',
};

/** A stored comment that an import changes. */
export type ChangedComment = Omit<ImportedComment, 'source' | 'externalId'>;

/** Returns the fields that an import can change. */
export function fieldsOf(
  { feedbackId, content, createdAt, updatedAt = createdAt, ...comment }: CommentToImport,
  before: FoundComment | undefined,
  parent: FoundComment | undefined,
): CommentFields {
  // A stored reply stays where its parent is.
  const isReply = !parent && typeof before?.parentId === 'string';
  const kind = parent?.kind === 'internal' ? parent.kind : comment.kind;
  return {
    feedbackId: isReply ? before.feedbackId : (feedbackId ?? ''),
    kind: kind ?? before?.kind ?? 'comment',
    approval: approvalIn(parent, comment.approval ?? before?.approval ?? 'approved'),
    content,
    createdAt: parseTimestamp(createdAt)!,
    updatedAt: parseTimestamp(updatedAt)!,
  };
}

/** Merges the fields of the source with those that are stored, if there are any. */
export function mergeFields(
  values: ImportedValues,
  stored: FoundComment | undefined,
  given: CommentFields,
): CommentFields {
  const here = stored ?? given;
  const content = values.merge('content', here.content, given.content);
  return {
    ...given,
    kind: values.merge('kind', here.kind, given.kind),
    approval: values.merge('approval', here.approval, given.approval),
    content,
    updatedAt: content === given.content ? given.updatedAt : here.updatedAt,
  };
}

function approvalIn(parent: FoundComment | undefined, approval: Approval): Approval {
  return parent && parent.approval !== 'approved' && approval === 'approved' ? parent.approval : approval;
}

type CommentFields = Pick<
  ImportedComment,
  'feedbackId' | 'kind' | 'approval' | 'content' | 'createdAt' | 'updatedAt'
>;

/** Returns whether a stored comment has these fields already. */
export function isSame(stored: CommentFields, given: CommentFields): boolean {
  return (
    stored.feedbackId === given.feedbackId &&
    stored.kind === given.kind &&
    stored.approval === given.approval &&
    stored.content === given.content &&
    stored.createdAt.getTime() === given.createdAt.getTime() &&
    stored.updatedAt.getTime() === given.updatedAt.getTime()
  );
}
