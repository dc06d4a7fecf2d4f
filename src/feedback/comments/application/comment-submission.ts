import type { OnBehalfOfUser } from '../../items/application/acting-user-resolver.js';
import type { CommentInput } from '../../items/application/feedback-policy.js';

/** A new comment. Only editors can set another kind than `comment`, metadata, and another user. */
export interface CommentSubmission extends OnBehalfOfUser, Omit<CommentInput, 'approval'> {
  readonly content: string;
  /** Time of creation. Setting it requires an editor. */
  readonly createdAt?: Date | undefined;
}

/** Changes to a comment. Omitted values stay unchanged. */
export type WrittenCommentChanges = Omit<CommentInput, 'parentId'>;
