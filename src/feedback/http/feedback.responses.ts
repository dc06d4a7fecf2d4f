import { ApiProperty } from '@nestjs/swagger';
import { UserResponse } from '../../identity/index.js';
import type { DescribedEvent } from '../../platform/openapi/index.js';
import { ApiRecord, choice, count, id, instant } from '../../platform/http/index.js';
import type {
  CommentRecord,
  FeedbackRecord,
  TagRecord,
  UpvoteRecord,
} from '../application/feedback.queries.js';
import { statuses } from '../domain/feedback.js';
import type { feedbackEventTypes } from '../domain/feedback.events.js';

@ApiRecord('Tag', "A label for a project's feedback.")
export class TagResponse implements TagRecord {
  static readonly example: TagRecord = { name: 'Mobile', color: '#0ea5e9' };

  @ApiProperty({ description: 'Unique in the project, without regard to case.' }) name!: string;
  @ApiProperty({ description: 'A CSS hex colour.' }) color!: string;
}

@ApiRecord('Feedback', 'What a user wishes of a project.')
export class FeedbackResponse implements FeedbackRecord {
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
  @ApiProperty(id('Id of the user who submitted it.')) user_id!: string;
  @ApiProperty({ description: 'The user who submitted it.' }) user!: UserResponse;
  @ApiProperty({ description: 'A line.' }) title!: string;
  @ApiProperty({ description: 'The whole wish: plain text or Markdown, stored as sent.' })
  description!: string;
  @ApiProperty({ type: [TagResponse], description: 'Its tags, by name.' }) tags!: TagResponse[];
  @ApiProperty(choice(statuses, 'What becomes of it: any may follow any other. Editors set it.'))
  status!: FeedbackRecord['status'];
  @ApiProperty(count('Users who voted for it, each once.')) upvotes!: number;
  @ApiProperty(count('Comments on it.')) comment_count!: number;
  @ApiProperty(instant('When it was submitted.')) created_at!: string;
}

@ApiRecord('Upvote', 'A vote for feedback.')
export class UpvoteResponse implements UpvoteRecord {
  static readonly example: UpvoteRecord = {
    user: UserResponse.example,
    created_at: '2026-11-20T15:43:11.870Z',
  };

  @ApiProperty({ description: 'Who voted.' }) user!: UserResponse;
  @ApiProperty(instant('When the user voted.')) created_at!: string;
}

@ApiRecord('Comment', 'What a user says about feedback.')
export class CommentResponse implements CommentRecord {
  static readonly example: CommentRecord = {
    id: '01a1f9a0-7a4e-7b11-8d35-6e0b3a0f9c52',
    feedback_id: FeedbackResponse.example.id,
    user_id: UserResponse.example.id,
    user: UserResponse.example,
    content: 'On a schedule, please.',
    created_at: '2026-11-20T15:43:30.510Z',
    updated_at: '2026-11-20T15:43:30.510Z',
  };

  @ApiProperty(id('Id of the comment.')) id!: string;
  @ApiProperty(
    id('Id of the feedback that it was written on, which may be merged into the one that shows it.'),
  )
  feedback_id!: string;
  @ApiProperty(id('Id of the user who wrote it.')) user_id!: string;
  @ApiProperty({ description: 'The user who wrote it.' }) user!: UserResponse;
  @ApiProperty({ description: 'What it says: plain text or Markdown, stored as sent.' }) content!: string;
  @ApiProperty(instant('When it was written.')) created_at!: string;
  @ApiProperty(instant('When it was last edited; when it was written, where it never was.'))
  updated_at!: string;
}

/** The data of events about votes. */
@ApiRecord('Vote', 'A vote that was cast or taken back.')
class VoteData {
  static readonly example: VoteData = {
    feedback_id: FeedbackResponse.example.id,
    user_id: UserResponse.example.id,
    upvotes: 1,
  };

  @ApiProperty(id('Id of the feedback.')) feedback_id!: string;
  @ApiProperty(id('Id of the user whose vote it is.')) user_id!: string;
  @ApiProperty(count('Votes that the feedback has now.')) upvotes!: number;
}

/** Events of this module, by their types. */
export const feedbackEvents: Readonly<Record<(typeof feedbackEventTypes)[number], DescribedEvent>> = {
  'feedback.created': { when: 'Feedback was submitted.', data: FeedbackResponse },
  'feedback.updated': {
    when: 'Title, description or tags of feedback were changed.',
    data: FeedbackResponse,
  },
  'feedback.status_changed': { when: 'Feedback has another status.', data: FeedbackResponse },
  'feedback.deleted': { when: 'Feedback was deleted: `data` is what it was last.', data: FeedbackResponse },
  'feedback.upvoted': { when: 'A user voted for feedback.', data: VoteData },
  'feedback.upvote_removed': { when: 'A user took a vote back.', data: VoteData },
  'feedback.merged': {
    when: 'Other feedback was merged into this one: `previous.merged_id` is its id.',
    data: FeedbackResponse,
  },
  'feedback.unmerged': {
    when: 'Feedback that was merged into other is on its own again.',
    data: FeedbackResponse,
  },
  'comment.created': { when: 'A comment was written.', data: CommentResponse },
  'comment.updated': { when: 'A comment was edited.', data: CommentResponse },
  'comment.deleted': { when: 'A comment was deleted: `data` is what it was last.', data: CommentResponse },
  'tag.created': { when: 'A tag was made.', data: TagResponse },
  'tag.updated': { when: 'A tag has another name or colour.', data: TagResponse },
  'tag.deleted': { when: 'A tag was deleted, also from all feedback.', data: TagResponse },
};
