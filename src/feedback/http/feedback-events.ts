import { ApiProperty, ApiPropertyOptional, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { AttachmentResponse } from '../../attachments/index.js';
import { UserResponse } from '../../identity/index.js';
import { ApiRecord, choice, count, id, instant } from '../../platform/http/index.js';
import type { DescribedEvent } from '../../platform/openapi/index.js';
import type { JsonObject } from '../../shared/rules.js';
import { includableFields } from '../items/application/feedback-view.js';
import { type Approval, approvals } from '../items/domain/approval.js';
import { type FeedbackSnapshot, notInPrevious } from '../items/domain/feedback-snapshot.js';
import { CommentResponse, CommentSnapshotResponse, PreviousComment } from '../comments/http/comment.dto.js';
import { FeedbackResponse, FeedbackSourceResponse, fieldValue } from '../items/http/feedback.responses.js';

/** The data of events. */
@ApiRecord('FeedbackReference', 'Feedback.')
class FeedbackReference {
  static readonly example: FeedbackReference = { feedback_id: FeedbackResponse.example.id };

  @ApiProperty(id('Id of the feedback.')) feedback_id!: string;
}

/** The data of vote events. */
@ApiRecord('Vote', 'A vote that was added or removed.')
class VoteData {
  static readonly example: VoteData = {
    feedback_id: FeedbackResponse.example.id,
    user_id: UserResponse.example.id,
    upvotes: 1,
  };

  @ApiProperty(id('Id of the feedback.')) feedback_id!: string;
  @ApiProperty(id('Id of the user who voted.')) user_id!: string;
  @ApiProperty(count('Number of votes for the feedback after the change.')) upvotes!: number;
}

/** The data of events. */
@ApiRecord('FeedbackSnapshot', 'Feedback at the time of an event.')
class FeedbackSnapshotResponse
  extends OmitType(FeedbackResponse, includableFields)
  implements FeedbackSnapshot
{
  static readonly example: FeedbackSnapshot = {
    ...FeedbackResponse.example,
    board: 'ideas',
    fields: { platform: 'iOS' },
    assignee: null,
    estimated_date: '',
    updated_at: FeedbackResponse.example.created_at,
    status_changed_at: FeedbackResponse.example.created_at,
    merged_ids: [],
    response: null,
    attachments: [],
    approval: 'approved',
    pinned: false,
    comments_locked: false,
    source: null,
    metadata: {},
    revenue: 0,
    companies: 0,
  };

  @ApiProperty({ description: 'Slug of the board that it is on; empty if it is on none.' }) board!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: fieldValue,
    description: 'Values of fields of the project, by their keys; without those that are not set.',
  })
  fields!: JsonObject;
  @ApiProperty({
    type: UserResponse,
    nullable: true,
    description: 'The user who takes care of it; `null`: nobody.',
  })
  assignee!: UserResponse | null;
  @ApiProperty({ description: 'When it is expected to be done, as `YYYY-MM-DD`; `""`: unknown.' })
  estimated_date!: string;
  @ApiProperty(instant('Time of the last change. Votes, comments and metadata are none.'))
  updated_at!: string;
  @ApiProperty(instant('Time of the last change of the status, or of the submission.'))
  status_changed_at!: string;
  @ApiProperty({
    type: 'array',
    items: id('Id of feedback.'),
    description: 'Ids of the feedback that is merged into it.',
  })
  merged_ids!: string[];
  @ApiProperty({
    type: CommentResponse,
    nullable: true,
    description: 'The newest official response; `null` if there is none.',
  })
  response!: CommentResponse | null;
  @ApiProperty({ type: [AttachmentResponse], description: 'The files that are attached to it.' })
  attachments!: AttachmentResponse[];
  @ApiProperty(choice(approvals, 'Whether it has been approved.')) approval!: Approval;
  @ApiProperty({ description: 'Whether front ends show it before other feedback.' }) pinned!: boolean;
  @ApiProperty({ description: 'Whether only editors can comment.' }) comments_locked!: boolean;
  @ApiProperty({
    type: FeedbackSourceResponse,
    nullable: true,
    description: 'Where it was imported from; `null` if it was not imported.',
  })
  source!: FeedbackSourceResponse | null;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Its metadata.' })
  metadata!: JsonObject;
  @ApiProperty(count('Revenue of the companies that want it, together.')) revenue!: number;
  @ApiProperty(count('Number of companies that want it.')) companies!: number;
}

/** `previous` of events. */
@ApiRecord('PreviousFeedback', 'Previous values of the changed fields of feedback.')
class PreviousFeedback extends PartialType(
  OmitType(FeedbackSnapshotResponse, [...notInPrevious, 'assignee']),
) {
  static readonly example: PreviousFeedback = { title: 'Night mode' };

  @ApiPropertyOptional(id('Id of the user who took care of it; `""`: nobody.')) assignee_id?: string;
}

/** `previous` of events. */
@ApiRecord('PreviousStatus', 'The previous status of feedback.')
class PreviousStatus extends PickType(FeedbackResponse, ['status']) {
  static readonly example: PreviousStatus = { status: 'planned' };
}

/** `previous` of events. */
@ApiRecord('PreviousMetadata', 'The previous metadata of feedback.')
class PreviousMetadata extends PickType(FeedbackSnapshotResponse, ['metadata']) {
  static readonly example: PreviousMetadata = { metadata: { plan: 'trial' } };
}

/** `previous` of events. */
@ApiRecord('MergedFeedback', 'The feedback that was merged.')
class MergedFeedback {
  static readonly example: MergedFeedback = { merged_id: FeedbackResponse.example.id };

  @ApiProperty(id('Id of the merged feedback.')) merged_id!: string;
}

/** `previous` of events. */
@ApiRecord('UnmergedFrom', 'The feedback from which feedback was separated.')
class UnmergedFrom {
  static readonly example: UnmergedFrom = { merged_into: FeedbackResponse.example.id };

  @ApiProperty(id('Id of the former target of the merge.')) merged_into!: string;
}

/** The events of this module by type. */
export const feedbackEvents: Readonly<Record<string, DescribedEvent>> = {
  'feedback.pending': { when: 'Feedback waits for approval.', data: FeedbackSnapshotResponse },
  'feedback.created': {
    when: 'Feedback was submitted, or approved for the first time if it had to wait.',
    data: FeedbackSnapshotResponse,
  },
  'feedback.updated': {
    when: 'The title, description, board, fields, tags, attachments, assignee, estimated date or approval of feedback changed, it was pinned or unpinned, or its comments were locked or unlocked. The first approval is `feedback.created` instead.',
    data: FeedbackSnapshotResponse,
    previous: PreviousFeedback,
  },
  'feedback.status_changed': {
    when: 'The status of feedback changed.',
    data: FeedbackSnapshotResponse,
    previous: PreviousStatus,
  },
  'feedback.deleted': {
    when: 'Feedback was deleted. `data` is its last state.',
    data: FeedbackSnapshotResponse,
  },
  'feedback.upvoted': { when: 'A user voted for feedback.', data: VoteData },
  'feedback.upvote_removed': { when: 'A user removed their vote.', data: VoteData },
  'feedback.merged': {
    when: 'Other feedback was merged into this one. `previous.merged_id` is the id of the merged feedback.',
    data: FeedbackSnapshotResponse,
    previous: MergedFeedback,
  },
  'feedback.unmerged': {
    when: 'A merge was undone. `data` is the feedback that had been merged.',
    data: FeedbackSnapshotResponse,
    previous: UnmergedFrom,
  },
  'feedback.metadata_updated': {
    when: 'The metadata of feedback changed.',
    data: FeedbackReference,
    previous: PreviousMetadata,
  },
  'comment.pending': { when: 'A comment waits for approval.', data: CommentSnapshotResponse },
  'comment.created': {
    when: 'A comment was created, or approved for the first time if it had to wait.',
    data: CommentSnapshotResponse,
  },
  'comment.updated': {
    when: 'A comment was updated.',
    data: CommentSnapshotResponse,
    previous: PreviousComment,
  },
  'comment.deleted': {
    when: 'A comment was deleted. `data` is its last state. Each of its replies has an event of its own.',
    data: CommentSnapshotResponse,
  },
};
