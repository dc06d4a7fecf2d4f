import { DomainError, InvalidInput } from '../../../shared/domain-error.js';

export class CommentNotFound extends DomainError {
  override readonly remedy =
    'Check the id. The comment may have been deleted, or may belong to other feedback.';

  constructor() {
    super('not_found', 'comment_not_found', 'The comment does not exist on this feedback.');
  }
}

/** Only editors can comment on feedback whose comments are locked. */
export class CommentsLocked extends DomainError {
  override readonly remedy =
    'Do not offer commenting on this feedback: `include=comments_locked` shows whether it is locked. Editors can unlock it.';

  constructor() {
    super('conflict', 'comments_locked', 'The comments on the feedback are locked.');
  }
}

/** The comment that another one replies to must be on the same feedback, and visible to the caller. */
export class UnknownParent extends InvalidInput {
  constructor() {
    super([
      { pointer: '/parent_id', code: 'not_found', detail: 'The comment does not exist on this feedback.' },
    ]);
  }
}

/** Replies have no replies. */
export class NestedReply extends InvalidInput {
  constructor() {
    super([
      {
        pointer: '/parent_id',
        code: 'nested_reply',
        detail: 'The comment is a reply, which has no replies.',
      },
    ]);
  }
}

/** The maximum number of replies to a comment. Deleting, hiding or rejecting it changes all of them in one transaction. */
export const maxReplies = 1_000;

export class TooManyReplies extends DomainError {
  override readonly remedy = 'Write a new comment, or reply to another one.';

  constructor() {
    super('conflict', 'too_many_replies', `The comment has ${maxReplies} replies, and cannot have more.`);
  }
}

/** Replies to internal comments are internal. */
export class InternalParent extends InvalidInput {
  constructor() {
    super([
      { pointer: '/kind', code: 'internal_parent', detail: 'Replies to internal comments are internal.' },
    ]);
  }
}
