import { AttachmentIdsField } from '../../attachments/index.js';
import type { Caller } from '../../identity/index.js';
import { PageQuery } from '../../platform/http/index.js';
import { Field, IncludeParam, OptionalField, ReadOnlyField } from '../../platform/input/index.js';
import type { CommentChanges, NewComment } from '../application/comment.service.js';
import { type CommentMember, commentMembers } from '../application/comment-view.js';
import { commentRules } from '../domain/comment.js';
import { OnBehalfOfUserRequest } from './feedback.requests.js';

export class WriteCommentRequest extends OnBehalfOfUserRequest {
  @Field(commentRules.content) content!: string;
  @AttachmentIdsField() attachment_ids?: string[];

  comment(caller: Caller): NewComment {
    return { content: this.content, attachmentIds: this.attachment_ids, ...this.actingFor(caller) };
  }
}

export class EditCommentRequest {
  @OptionalField(commentRules.content) content?: string;
  @AttachmentIdsField() attachment_ids?: string[];
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() feedback_id?: unknown;
  @ReadOnlyField() user_id?: unknown;
  @ReadOnlyField() user?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() updated_at?: unknown;
  @ReadOnlyField() attachments?: unknown;

  changes(): CommentChanges {
    return { content: this.content, attachmentIds: this.attachment_ids };
  }
}

/** The query of operations that return a comment, but no list. */
export class CommentQuery {
  @IncludeParam(commentMembers) include?: CommentMember[];
}

export class PublicCommentListQuery extends PageQuery {}

export class CommentListQuery extends PageQuery {
  @IncludeParam(commentMembers) include?: CommentMember[];
}
