import { ApiProperty, ApiPropertyOptional, OmitType, PartialType } from '@nestjs/swagger';
import { AttachmentResponse } from '../../../attachments/index.js';
import { UserResponse } from '../../../identity/index.js';
import { ApiRecord, choice, id, instant } from '../../../platform/http/index.js';
import { approvals } from '../../items/domain/approval.js';
import { commentMembers, type ViewedComment } from '../application/comment-view.js';
import {
  commentKinds,
  type CommentRecord,
  type CommentSnapshot,
  notInPrevious,
} from '../domain/comment.record.js';

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
}

/** The data of events. */
@ApiRecord('CommentSnapshot', 'A comment at the time of an event.')
export class CommentSnapshotResponse
  extends OmitType(CommentResponse, commentMembers)
  implements CommentSnapshot
{
  static readonly example: CommentSnapshot = { ...CommentResponse.example, attachments: [] };

  @ApiProperty({ type: [AttachmentResponse], description: 'The files that are attached to it.' })
  attachments!: AttachmentResponse[];
}

/** `previous` of events. */
@ApiRecord('PreviousComment', 'Previous values of the changed fields of a comment.')
export class PreviousComment extends PartialType(OmitType(CommentSnapshotResponse, notInPrevious)) {
  static readonly example: PreviousComment = { content: 'On a schedule.' };
}
