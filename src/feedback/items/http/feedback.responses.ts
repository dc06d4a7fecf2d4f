import { ApiProperty, type ApiPropertyOptions, ApiPropertyOptional } from '@nestjs/swagger';
import { AttachmentResponse } from '../../../attachments/index.js';
import { UserResponse } from '../../../identity/index.js';
import { TagResponse, statusKinds } from '../../../project/index.js';
import type { JsonObject } from '../../../shared/rules.js';
import { ApiRecord, choice, count, id, instant } from '../../../platform/http/index.js';
import type { IncludableFields, ViewedFeedback } from '../application/feedback-view.js';
import { type Approval, approvals } from '../domain/approval.js';
import type { FeedbackRecord } from '../domain/feedback.js';
import { CommentResponse } from '../../comments/http/comment.dto.js';
import { FormerStatusResponse } from '../../status-changes/http/status-change.dto.js';
import type { FeedbackStatsRecord } from '../application/feedback.queries.js';

/** The schema of the value of a field. */
export const fieldValue = {
  oneOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: { type: 'string' } },
  ],
} satisfies ApiPropertyOptions['additionalProperties'];

@ApiRecord('FeedbackViewer', 'What concerns the caller of a request for feedback.')
class FeedbackViewerResponse {
  static readonly example: IncludableFields['viewer'] = { voted: true, subscribed: true, can_edit: false };

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
  @ApiProperty(
    count(
      'Number of users who voted for the feedback or for what is merged into it, and of votes that were imported without their voters.',
    ),
  )
  upvotes!: number;
  @ApiProperty(
    count(
      'Number of approved comments, with those on feedback that is merged into it, and without internal ones.',
    ),
  )
  comment_count!: number;
  @ApiProperty(instant('Time of submission.')) created_at!: string;
  @ApiPropertyOptional({
    description: 'With `include=board`: slug of the board that it is on; empty if it is on none.',
  })
  board?: string;
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: fieldValue,
    description:
      'With `include=fields`: the values of fields of the project that the caller can see, by their keys; without those that are not set.',
  })
  fields?: JsonObject;
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
    instant('With `include=updated_at`: time of the last change. Votes, comments and metadata are none.'),
  )
  updated_at?: string;
  @ApiPropertyOptional(
    instant('With `include=status_changed_at`: time of the last change of the status, or of the submission.'),
  )
  status_changed_at?: string;
  @ApiPropertyOptional({
    type: [FormerStatusResponse],
    description: 'With `include=status_changes`: the last hundred, oldest first.',
  })
  status_changes?: FormerStatusResponse[];
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
  @ApiPropertyOptional(
    choice(
      approvals,
      'With `include=approval`: whether it has been approved. Other feedback is visible to its author and to editors only.',
    ),
  )
  approval?: Approval;
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

const byStatusKind = Object.fromEntries(
  statusKinds.map((kind) => [
    kind,
    count(`Number of feedback records with a status of the kind \`${kind}\`.`),
  ]),
);

@ApiRecord('TagStats', 'A tag and how often it is used.')
class TagStatsResponse extends TagResponse {
  static override readonly example = { ...TagResponse.example, count: 5 };

  @ApiProperty(count('Number of feedback records with this tag.')) count!: number;
}

@ApiRecord('FeedbackStats', 'Counts of the feedback of a project. Merged feedback is excluded.')
export class FeedbackStatsResponse implements FeedbackStatsRecord {
  static readonly example: FeedbackStatsRecord = {
    total: 12,
    by_status: { in_review: 5, under_discussion: 1, planned: 3, in_progress: 1, completed: 2, rejected: 0 },
    by_status_kind: { open: 6, planned: 3, active: 1, done: 2, closed: 0 },
    by_tag: [TagStatsResponse.example],
  };

  @ApiProperty(count('Number of feedback records.')) total!: number;
  @ApiProperty({
    type: 'object',
    description:
      'Number of feedback records by the key of the status. Contains all statuses of the project, in their order.',
    additionalProperties: { type: 'integer' },
  })
  by_status!: Record<string, number>;
  @ApiProperty({
    type: 'object',
    description: 'Number of feedback records by the kind of the status.',
    properties: byStatusKind,
    required: [...statusKinds],
    selfRequired: true,
    additionalProperties: false,
  })
  by_status_kind!: FeedbackStatsRecord['by_status_kind'];
  @ApiProperty({
    type: [TagStatsResponse],
    description: 'The 100 most used tags, most used first; also tags that are not used.',
  })
  by_tag!: TagStatsResponse[];
}
