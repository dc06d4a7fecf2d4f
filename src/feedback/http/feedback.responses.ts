import { userShape } from '../../identity/index.js';
import type { DescribedEvent } from '../../platform/openapi/index.js';
import { choice, count, id, instant, listOf, recordOf, Shape, string } from '../../platform/http/index.js';
import type {
  CommentRecord,
  FeedbackRecord,
  TagRecord,
  UpvoteRecord,
} from '../application/feedback.queries.js';
import { statuses } from '../domain/feedback.js';
import type { feedbackEventTypes } from '../domain/feedback.events.js';

export const tagShape = new Shape<TagRecord>(
  'Tag',
  "A label for a project's feedback.",
  {
    name: string('Unique in the project, without regard to case.'),
    color: string('A CSS hex colour.'),
  },
  { name: 'Mobile', color: '#0ea5e9' },
);

export const feedbackShape = new Shape<FeedbackRecord>(
  'Feedback',
  'What a user wishes of a project.',
  {
    id: id('Id of the feedback.'),
    project_id: id('Id of the project.'),
    user_id: id('Id of the user who submitted it.'),
    user: recordOf(userShape, 'The user who submitted it.'),
    title: string('A line.'),
    description: string('The whole wish: plain text or Markdown, stored as sent.'),
    tags: listOf(tagShape, 'Its tags, by name.'),
    status: choice(statuses, 'What becomes of it: any may follow any other. Editors set it.'),
    upvotes: count('Users who voted for it, each once.'),
    comment_count: count('Comments on it.'),
    created_at: instant('When it was submitted.'),
  },
  {
    id: '01a1f99e-4fbc-7a8a-99ef-c3f97a7b067d',
    project_id: '01a1f99e-4f7a-7ce7-821c-b642cf641984',
    user_id: userShape.example.id,
    user: userShape.example,
    title: 'Dark mode',
    description: 'My eyes hurt at night.',
    tags: [tagShape.example],
    status: 'in_review',
    upvotes: 1,
    comment_count: 1,
    created_at: '2026-11-20T15:41:04.316Z',
  },
);

export const upvoteShape = new Shape<UpvoteRecord>(
  'Upvote',
  'A vote for feedback.',
  { user: recordOf(userShape, 'Who voted.'), created_at: instant('When the user voted.') },
  { user: userShape.example, created_at: '2026-11-20T15:43:11.870Z' },
);

export const commentShape = new Shape<CommentRecord>(
  'Comment',
  'What a user says about feedback.',
  {
    id: id('Id of the comment.'),
    feedback_id: id(
      'Id of the feedback that it was written on, which may be merged into the one that shows it.',
    ),
    user_id: id('Id of the user who wrote it.'),
    user: recordOf(userShape, 'The user who wrote it.'),
    content: string('What it says: plain text or Markdown, stored as sent.'),
    created_at: instant('When it was written.'),
    updated_at: instant('When it was last edited; when it was written, where it never was.'),
  },
  {
    id: '01a1f9a0-7a4e-7b11-8d35-6e0b3a0f9c52',
    feedback_id: feedbackShape.example.id,
    user_id: userShape.example.id,
    user: userShape.example,
    content: 'On a schedule, please.',
    created_at: '2026-11-20T15:43:30.510Z',
    updated_at: '2026-11-20T15:43:30.510Z',
  },
);

/** What the events of votes tell. */
interface Vote {
  feedback_id: string;
  user_id: string;
  upvotes: number;
}

const voteShape = new Shape<Vote>(
  'Vote',
  'A vote that was cast or taken back.',
  {
    feedback_id: id('Id of the feedback.'),
    user_id: id('Id of the user whose vote it is.'),
    upvotes: count('Votes that the feedback has now.'),
  },
  { feedback_id: feedbackShape.example.id, user_id: userShape.example.id, upvotes: 1 },
);

/** Events of this module, by their types. */
export const feedbackEvents: Readonly<Record<(typeof feedbackEventTypes)[number], DescribedEvent>> = {
  'feedback.created': { when: 'Feedback was submitted.', data: feedbackShape },
  'feedback.updated': { when: 'Title, description or tags of feedback were changed.', data: feedbackShape },
  'feedback.status_changed': { when: 'Feedback has another status.', data: feedbackShape },
  'feedback.deleted': { when: 'Feedback was deleted: `data` is what it was last.', data: feedbackShape },
  'feedback.upvoted': { when: 'A user voted for feedback.', data: voteShape },
  'feedback.upvote_removed': { when: 'A user took a vote back.', data: voteShape },
  'feedback.merged': {
    when: 'Other feedback was merged into this one: `previous.merged_id` is its id.',
    data: feedbackShape,
  },
  'feedback.unmerged': {
    when: 'Feedback that was merged into other is on its own again.',
    data: feedbackShape,
  },
  'comment.created': { when: 'A comment was written.', data: commentShape },
  'comment.updated': { when: 'A comment was edited.', data: commentShape },
  'comment.deleted': { when: 'A comment was deleted: `data` is what it was last.', data: commentShape },
  'tag.created': { when: 'A tag was made.', data: tagShape },
  'tag.updated': { when: 'A tag has another name or colour.', data: tagShape },
  'tag.deleted': { when: 'A tag was deleted, also from all feedback.', data: tagShape },
};
