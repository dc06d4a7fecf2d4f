import { EntitySchema } from 'typeorm';
import { timestampColumn } from '../../platform/persistence/index.js';
import { Comment } from '../domain/comment.js';
import { Feedback } from '../domain/feedback.js';
import { Tag } from '../domain/tag.js';

/** The tags of feedback are in `feedback_tags`, which the repository reads and writes. */
export const feedbackSchema = new EntitySchema<Feedback>({
  name: 'Feedback',
  tableName: 'feedback',
  target: Feedback,
  columns: {
    id: { type: 'uuid', primary: true },
    projectId: { type: 'uuid', name: 'project_id' },
    userId: { type: 'uuid', name: 'user_id' },
    title: { type: 'text' },
    description: { type: 'text' },
    status: { type: 'text' },
    createdAt: timestampColumn('created_at'),
    mergedInto: { type: 'uuid', name: 'merged_into', nullable: true },
  },
});

export const commentSchema = new EntitySchema<Comment>({
  name: 'Comment',
  tableName: 'comments',
  target: Comment,
  columns: {
    id: { type: 'uuid', primary: true },
    feedbackId: { type: 'uuid', name: 'feedback_id' },
    userId: { type: 'uuid', name: 'user_id' },
    content: { type: 'text' },
    createdAt: timestampColumn('created_at'),
    updatedAt: timestampColumn('updated_at'),
  },
});

export const tagSchema = new EntitySchema<Tag>({
  name: 'Tag',
  tableName: 'tags',
  target: Tag,
  columns: {
    id: { type: 'uuid', primary: true },
    projectId: { type: 'uuid', name: 'project_id' },
    name: { type: 'text' },
    nameKey: { type: 'text', name: 'name_key', select: false },
    color: { type: 'text' },
  },
});
