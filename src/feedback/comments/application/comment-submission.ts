import type { JsonObject } from '../../../shared/rules.js';
import type { OnBehalfOfUser } from '../../items/application/acting-user-resolver.js';
import type { CommentChanges } from '../domain/comment.js';

/** A new comment. Only editors can set another kind than `comment`, metadata, and another user. */
export interface CommentSubmission extends OnBehalfOfUser, Omit<CommentChanges, 'approval'> {
  readonly content: string;
  /** Id of the comment that it replies to. */
  readonly parentId?: string | undefined;
  /** Ids of files that were uploaded. */
  readonly attachmentIds?: readonly string[] | undefined;
  readonly metadata?: JsonObject | undefined;
  /** Values of declared fields, by their keys. */
  readonly fields?: JsonObject | undefined;
  /** Time of creation. Setting it requires an editor. */
  readonly createdAt?: Date | undefined;
}

/** Changes to a comment. Omitted values stay unchanged. */
export interface WrittenCommentChanges extends CommentChanges {
  /** Ids of files, which replace the current ones. */
  readonly attachmentIds?: readonly string[] | undefined;
  /** A merge patch (RFC 7396). Changing metadata requires an editor. */
  readonly metadata?: JsonObject | undefined;
  /** Values of declared fields, by their keys; `null` removes one. */
  readonly fields?: JsonObject | undefined;
}
