import { ApiProperty, ApiPropertyOptional, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { AttachmentResponse } from '../../attachments/index.js';
import { PublicUserResponse, UserResponse } from '../../identity/index.js';
import { TagResponse } from '../../project/index.js';
import type { PublicFeedbackRecord } from '../application/public-feedback.service.js';
import type { DescribedEvent } from '../../platform/openapi/index.js';
import type { JsonObject } from '../../shared/rules.js';
import { ApiRecord, count, id, instant } from '../../platform/http/index.js';
import { feedbackMembers, type FeedbackMembers, type ViewedFeedback } from '../application/feedback-view.js';
import type { UpvoteRecord } from '../application/vote.queries.js';
import type { FeedbackRecord } from '../domain/feedback.js';
import { type FeedbackSnapshot, notInPrevious } from '../domain/feedback-snapshot.js';
import type { feedbackEventTypes } from '../domain/feedback.events.js';
import { CommentResponse, CommentSnapshotResponse, PreviousComment } from './comment.responses.js';

@ApiRecord('FeedbackViewer', 'What concerns the caller of a request for feedback.')
export class FeedbackViewerResponse {
  static readonly example: FeedbackMembers['viewer'] = { voted: true, subscribed: true, can_edit: false };

  @ApiProperty({ description: 'Whether the caller voted for it, or for feedback merged into it.' })
  voted!: boolean;
  @ApiProperty({
    description:
      'Whether the caller is subscribed to it, or to feedback merged into it. Votes, comments and assignments subscribe within a second.',
  })
  subscribed!: boolean;
  @ApiProperty({ description: 'Whether the caller can update and delete it with this token.' })
  can_edit!: boolean;
}

@ApiRecord('FeedbackSource', 'Where feedback was imported from.')
export class FeedbackSourceResponse {
  static readonly example = { name: 'canny', external_id: '5f0c7d' };

  @ApiProperty({ description: 'Name of the system, such as `canny`.' }) name!: string;
  @ApiProperty({ description: 'Its id in that system.' }) external_id!: string;
}

@ApiRecord('Feedback', 'An idea, request or bug report submitted by a user.')
export class FeedbackResponse implements ViewedFeedback {
  static readonly example: FeedbackRecord = {
    id: '01a1f99e-4fbc-7a8a-99ef-c3f97a7b067d',
    project_id: '01a1f99e-4f7a-7ce7-821c-b642cf641984',
    user_id: UserResponse.example.id,
    user: UserResponse.example,
    title: 'Dark mode',
    description: 'My eyes hurt at night.',
    tags: [TagResponse.example],
    status: 'in_review',
    upvotes: 1,
    comment_count: 1,
    created_at: '2026-11-20T15:41:04.316Z',
  };

  @ApiProperty(id('Id of the feedback.')) id!: string;
  @ApiProperty(id('Id of the project.')) project_id!: string;
  @ApiProperty(id('Id of the user who submitted the feedback.')) user_id!: string;
  @ApiProperty({ description: 'The user who submitted the feedback.' }) user!: UserResponse;
  @ApiProperty({ description: 'Title, a single line.' }) title!: string;
  @ApiProperty({ description: 'Full text of the feedback. Plain text or Markdown, stored as sent.' })
  description!: string;
  @ApiProperty({ type: [TagResponse], description: 'Tags of the feedback, sorted by name.' })
  tags!: TagResponse[];
  @ApiProperty({
    description: 'Key of a status of the project, set by editors. All transitions are allowed.',
  })
  status!: string;
  @ApiProperty(count('Number of users who voted for the feedback.')) upvotes!: number;
  @ApiProperty(count('Number of comments, without internal ones.')) comment_count!: number;
  @ApiProperty(instant('Time of submission.')) created_at!: string;
  @ApiPropertyOptional({
    description: 'With `include=board`: slug of the board that it is on; empty if it is on none.',
  })
  board?: string;
  @ApiPropertyOptional({
    type: UserResponse,
    nullable: true,
    description: 'With `include=assignee`: the user who takes care of it; `null`: nobody.',
  })
  assignee?: UserResponse | null;
  @ApiPropertyOptional({
    description:
      'With `include=estimated_date`: when it is expected to be done, as `YYYY-MM-DD`; `""`: unknown.',
  })
  estimated_date?: string;
  @ApiPropertyOptional(
    instant(
      'With `include=updated_at`: time of the last change of its text, status, board, tags, attachments or merge. Votes and comments are none.',
    ),
  )
  updated_at?: string;
  @ApiPropertyOptional(
    instant('With `include=status_changed_at`: time of the last change of the status, or of the submission.'),
  )
  status_changed_at?: string;
  @ApiPropertyOptional({
    type: 'array',
    items: id('Id of feedback.'),
    description: 'With `include=merged_ids`: ids of the feedback that is merged into it.',
  })
  merged_ids?: string[];
  @ApiPropertyOptional({
    type: CommentResponse,
    nullable: true,
    description:
      'With `include=response`: the newest official response, also to feedback that is merged into it; `null` if there is none.',
  })
  response?: CommentResponse | null;
  @ApiPropertyOptional({
    type: [AttachmentResponse],
    description: 'With `include=attachments`: the files that are attached to it.',
  })
  attachments?: AttachmentResponse[];
  @ApiPropertyOptional({
    description: 'With `include=pinned`: whether front ends show it before other feedback.',
  })
  pinned?: boolean;
  @ApiPropertyOptional({
    description: 'With `include=comments_locked`: whether only editors can comment.',
  })
  comments_locked?: boolean;
  @ApiPropertyOptional({ description: 'With `include=viewer`: what concerns the caller.' })
  viewer?: FeedbackViewerResponse;
  @ApiPropertyOptional({
    type: FeedbackSourceResponse,
    nullable: true,
    description: 'With `include=source`: where it was imported from; `null` if it was not imported.',
  })
  source?: FeedbackSourceResponse | null;
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'With `include=metadata`: its metadata.',
  })
  metadata?: JsonObject;
  @ApiPropertyOptional(count('With `include=revenue`, for editors: revenue of the companies that want it.'))
  revenue?: number;
  @ApiPropertyOptional(count('With `include=companies`, for editors: number of companies that want it.'))
  companies?: number;
}

@ApiRecord('Upvote', 'A vote for feedback.')
export class UpvoteResponse implements UpvoteRecord {
  static readonly example: UpvoteRecord = {
    user: UserResponse.example,
    created_at: '2026-11-20T15:43:11.870Z',
  };

  @ApiProperty({ description: 'The user who voted.' }) user!: UserResponse;
  @ApiProperty(instant('Time of the vote.')) created_at!: string;
}

const { user_id: _, user: __, ...publicFeedback } = FeedbackResponse.example;

@ApiRecord('PublicFeedback', 'Feedback as everyone can read it.')
export class PublicFeedbackResponse
  extends OmitType(FeedbackResponse, ['user_id', 'user', ...feedbackMembers])
  implements PublicFeedbackRecord
{
  static readonly example: PublicFeedbackRecord = publicFeedback;

  @ApiPropertyOptional({ description: 'The user who submitted it, if `public_names` is set.' })
  user?: PublicUserResponse;
}

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
export class FeedbackSnapshotResponse
  extends OmitType(FeedbackResponse, feedbackMembers)
  implements FeedbackSnapshot
{
  static readonly example: FeedbackSnapshot = {
    ...FeedbackResponse.example,
    board: 'ideas',
    assignee: null,
    estimated_date: '',
    updated_at: FeedbackResponse.example.created_at,
    status_changed_at: FeedbackResponse.example.created_at,
    merged_ids: [],
    response: null,
    attachments: [],
    pinned: false,
    comments_locked: false,
    source: null,
    metadata: {},
    revenue: 0,
    companies: 0,
  };

  @ApiProperty({ description: 'Slug of the board that it is on; empty if it is on none.' }) board!: string;
  @ApiProperty({
    type: UserResponse,
    nullable: true,
    description: 'The user who takes care of it; `null`: nobody.',
  })
  assignee!: UserResponse | null;
  @ApiProperty({ description: 'When it is expected to be done, as `YYYY-MM-DD`; `""`: unknown.' })
  estimated_date!: string;
  @ApiProperty(instant('Time of the last change of its text, status, board, tags, attachments or merge.'))
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
export const feedbackEvents: Readonly<Record<(typeof feedbackEventTypes)[number], DescribedEvent>> = {
  'feedback.created': { when: 'Feedback was submitted.', data: FeedbackSnapshotResponse },
  'feedback.updated': {
    when: 'The title, description, board, tags or attachments of feedback changed, or its comments were locked or unlocked.',
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
  'comment.created': { when: 'A comment was created.', data: CommentSnapshotResponse },
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
