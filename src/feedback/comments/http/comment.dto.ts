import { ApiProperty, ApiPropertyOptional, OmitType, PartialType } from '@nestjs/swagger';
import { AttachmentIdsField, AttachmentResponse } from '../../../attachments/index.js';
import { type Caller, resolveMe, userIdRules, UserResponse } from '../../../identity/index.js';
import { PageQuery, ApiRecord, choice, id, instant } from '../../../platform/http/index.js';
import { FieldValuesField } from '../../../project/index.js';
import {
  Field,
  IncludeParam,
  OptionalField,
  QueryParam,
  ReadOnlyField,
} from '../../../platform/input/index.js';
import { metadataRules } from '../../../shared/metadata.js';
import {
  dateOrTimestamp,
  type JsonObject,
  matching,
  parseDateOrTimestamp,
  parseTimestamp,
  timestamp,
  uuid,
} from '../../../shared/rules.js';
import type { CommentFilter, ProjectCommentFilter } from '../application/comment.queries.js';
import type { CommentSubmission, WrittenCommentChanges } from '../application/comment-submission.js';
import { type CommentMember, commentMembers, type ViewedComment } from '../application/comment-view.js';
import { type Approval, approvals } from '../../items/domain/approval.js';
import { commentRules } from '../domain/comment.js';
import {
  type CommentKind,
  commentKinds,
  type CommentRecord,
  type CommentSnapshot,
  notInPrevious,
} from '../domain/comment.record.js';
import { OnBehalfOfUserDto } from '../../items/http/on-behalf-of.dto.js';

const parentRules = matching(
  /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/,
  { code: 'invalid_uuid', detail: 'must be a UUID or empty.', max: 36, mayBeEmpty: true },
);

export class WriteCommentDto extends OnBehalfOfUserDto {
  @Field(commentRules.content) content!: string;
  @OptionalField(parentRules, {
    description: 'Id of the top-level comment that it replies to, on the same feedback.',
  })
  parent_id?: string;
  @OptionalField(commentRules.kind, {
    description:
      '`internal` and `response` require the role `editor`. Defaults to `comment`, in a reply to an internal comment to `internal`.',
  })
  kind?: CommentKind;
  @AttachmentIdsField() attachment_ids?: string[];
  @OptionalField(timestamp, {
    description: 'Time of creation, by default now. Setting it requires the role `editor`.',
  })
  created_at?: string;
  @OptionalField(metadataRules, {
    additionalProperties: true,
    description: 'Metadata. Setting it requires the role `editor`.',
  })
  metadata?: JsonObject;
  @FieldValuesField(
    'Values of the fields that the application around the service declares, by their keys. Contributors must set those that are required.',
  )
  fields?: JsonObject;

  comment(caller: Caller): CommentSubmission {
    const { content, kind, parent_id, attachment_ids: attachmentIds, metadata, fields } = this;
    return {
      content,
      kind,
      parentId: parent_id || undefined,
      attachmentIds,
      metadata,
      fields,
      createdAt: parseTimestamp(this.created_at ?? '') ?? undefined,
      ...this.actingFor(caller),
    };
  }
}

export class EditCommentDto {
  @OptionalField(commentRules.content) content?: string;
  @OptionalField(commentRules.kind, { description: 'Changing it requires the role `editor`.' })
  kind?: CommentKind;
  @AttachmentIdsField() attachment_ids?: string[];
  @OptionalField(commentRules.approval, {
    description: 'Whether it has been approved. Setting it requires the role `editor`.',
  })
  approval?: Approval;
  @OptionalField(metadataRules, {
    additionalProperties: true,
    description:
      'A merge patch of the metadata (RFC 7396): `null` removes a member. It requires the role `editor`.',
  })
  metadata?: JsonObject;
  @FieldValuesField(
    'Values of declared fields, by their keys. Omitted ones stay unchanged; `null` removes one. Some fields require the role `editor`.',
  )
  fields?: JsonObject;
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() feedback_id?: unknown;
  @ReadOnlyField() user_id?: unknown;
  @ReadOnlyField() user?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() updated_at?: unknown;
  @ReadOnlyField() parent_id?: unknown;
  @ReadOnlyField() attachments?: unknown;
  @ReadOnlyField() by_team?: unknown;

  changes(): WrittenCommentChanges {
    return {
      content: this.content,
      kind: this.kind,
      approval: this.approval,
      attachmentIds: this.attachment_ids,
      metadata: this.metadata,
      fields: this.fields,
    };
  }
}

/** The query of operations that return a comment, but no list. */
export class CommentQuery {
  @IncludeParam(commentMembers) include?: CommentMember[];
}

/** The filters of lists of comments that everyone can use. */
export class CommentFilterQuery extends PageQuery {
  @QueryParam(commentRules.kind, { description: 'Returns comments of this kind.' })
  kind?: CommentKind;
  @QueryParam(parentRules, {
    description: 'Returns the replies to the comment with this id; with an empty value, top-level comments.',
  })
  parent_id?: string;

  filter(): CommentFilter {
    return { kind: this.kind, parentId: this.parent_id };
  }
}

export class CommentListQuery extends CommentFilterQuery {
  @IncludeParam(commentMembers) include?: CommentMember[];
}

export class ProjectCommentListQuery extends CommentListQuery {
  @QueryParam(uuid, {
    description: 'Returns comments on the feedback with this id, and on feedback that is merged into it.',
  })
  feedback_id?: string;
  @QueryParam(userIdRules, {
    description: 'Returns comments that this user wrote; `me` stands for the caller.',
  })
  user_id?: string;
  @QueryParam(dateOrTimestamp, { description: 'Returns comments created at or after this time.' })
  created_after?: string;
  @QueryParam(commentRules.approval, {
    description:
      'Returns comments that wait for approval (`pending`) or were rejected, instead of approved comments. Editors find all of them, others their own.',
    default: 'approved',
  })
  approval?: Approval;

  projectFilter(caller: Caller): ProjectCommentFilter {
    return {
      ...this.filter(),
      feedbackId: this.feedback_id,
      userId: resolveMe(this.user_id, caller),
      approval: this.approval,
      createdAfter: parseDateOrTimestamp(this.created_after ?? '') ?? undefined,
    };
  }
}

@ApiRecord('Comment', 'A comment on feedback.')
export class CommentResponse implements ViewedComment {
  static readonly example: CommentRecord = {
    id: '01a1f9a0-7a4e-7b11-8d35-6e0b3a0f9c52',
    feedback_id: '01a1f99e-4fbc-7a8a-99ef-c3f97a7b067d',
    user_id: UserResponse.example.id,
    user: UserResponse.example,
    content: 'On a schedule, please.',
    created_at: '2026-11-20T15:43:30.510Z',
    updated_at: '2026-11-20T15:43:30.510Z',
    parent_id: '',
    kind: 'comment',
    approval: 'approved',
  };

  @ApiProperty(id('Id of the comment.')) id!: string;
  @ApiProperty(
    id('Id of the feedback that it was written on, which may be merged into the one that lists it.'),
  )
  feedback_id!: string;
  @ApiProperty(id('Id of the author.')) user_id!: string;
  @ApiProperty({ description: 'The author.' }) user!: UserResponse;
  @ApiProperty({ description: 'Plain text or Markdown, stored as sent.' })
  content!: string;
  @ApiProperty(instant('Time of creation.')) created_at!: string;
  @ApiProperty(instant('Time of the last update; equals `created_at` if there was none.'))
  updated_at!: string;
  @ApiProperty({
    description: 'Id of the comment that it replies to; empty for a top-level one.',
  })
  parent_id!: string;
  @ApiProperty(
    choice(
      commentKinds,
      '`internal`: for editors only, not part of `comment_count`; `response`: an official answer of the team.',
    ),
  )
  kind!: CommentRecord['kind'];
  @ApiProperty(
    choice(
      approvals,
      'Whether it has been approved. Others are visible to their author and to editors only, and not part of `comment_count`.',
    ),
  )
  approval!: CommentRecord['approval'];
  @ApiPropertyOptional({
    type: [AttachmentResponse],
    description: 'With `include=attachments`: the files that are attached to it.',
  })
  attachments?: AttachmentResponse[];
  @ApiPropertyOptional({
    description: 'With `include=by_team`: whether the author is an editor or owner.',
  })
  by_team?: boolean;
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'With `include=metadata`: its metadata.',
  })
  metadata?: JsonObject;
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description:
      'With `include=fields`: its values of declared fields that the caller can see, by their keys.',
  })
  fields?: JsonObject;
}

/** The data of events. */
@ApiRecord('CommentSnapshot', 'A comment at the time of an event.')
export class CommentSnapshotResponse
  extends OmitType(CommentResponse, commentMembers)
  implements CommentSnapshot
{
  static readonly example: CommentSnapshot = {
    ...CommentResponse.example,
    attachments: [],
    metadata: {},
    fields: {},
  };

  @ApiProperty({ type: [AttachmentResponse], description: 'The files that are attached to it.' })
  attachments!: AttachmentResponse[];
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Its metadata.' })
  metadata!: JsonObject;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Its values of declared fields.' })
  fields!: JsonObject;
}

/** `previous` of events. */
@ApiRecord('PreviousComment', 'Previous values of the changed fields of a comment.')
export class PreviousComment extends PartialType(OmitType(CommentSnapshotResponse, notInPrevious)) {
  static readonly example: PreviousComment = { content: 'On a schedule.' };
}
