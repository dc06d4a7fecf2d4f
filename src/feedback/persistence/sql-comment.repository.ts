import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/persistence/index.js';
import { type Loaded, Versioned } from '../../shared/records.js';
import { isUuid } from '../../shared/rules.js';
import type { CommentSnapshot } from '../domain/comment.record.js';
import { CommentRepository } from '../domain/comment.repository.js';
import { Comment } from '../domain/comment.js';
import { commentSnapshot } from './comment-record.js';

interface RecordRow {
  json: string;
  version: string;
}

const lockFeedback = 'select from feedback where project_id = $1 and id = $2 for no key update';

const addComment = `
  with counted as (
    update feedback set comment_count = comment_count + 1
    where project_id = $1 and id = $2 and merged_into is null
    returning id
  ), added as (
    insert into comments (id, feedback_id, user_id, content, created_at, updated_at)
    select $3, id, $4, $5, $6, $6 from counted
    returning *
  )
  select ${commentSnapshot} from added c`;

const readComment = `
  select ${commentSnapshot} from feedback f
  join comments c on c.feedback_id = f.id or c.feedback_id in (select m.id from feedback m where m.merged_into = f.id)
  where f.project_id = $1 and f.id = $2 and f.merged_into is null and c.id = $3`;

const saveComment = `
  update comments c set content = $2, updated_at = $3 where c.id = $1 returning ${commentSnapshot}`;

const removeComment = `
  with removed as (delete from comments where id = $1)
  update feedback set comment_count = comment_count - 1
  where id in ($2, (select merged_into from feedback where id = $2))`;

/** Writes a comment and the counter of comments in one statement. */
@Injectable()
export class SqlCommentRepository extends CommentRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async add(projectId: string, comment: Comment): Promise<Versioned<CommentSnapshot> | null> {
    const { id, feedbackId, userId, content, createdAt } = comment;
    if (!isUuid(feedbackId)) return null;
    const values = [projectId, feedbackId, id, userId, content, createdAt.toISOString()];
    const [, row] = await Promise.all([
      // Where there is no comment to add because of a merge, the merge is not undone before the caller has found it.
      this.sql.rows(lockFeedback, [projectId, feedbackId]),
      this.sql.row<RecordRow>(addComment, values),
    ]);
    return row && Versioned.fromJson(row.json, row.version);
  }

  override async load(
    projectId: string,
    feedbackId: string,
    id: string,
  ): Promise<Loaded<Comment, CommentSnapshot> | null> {
    if (!isUuid(feedbackId) || !isUuid(id)) return null;
    const [, row] = await Promise.all([
      this.sql.rows(lockFeedback, [projectId, feedbackId]),
      this.sql.row<RecordRow>(readComment, [projectId, feedbackId, id]),
    ]);
    if (!row) return null;
    const before = Versioned.fromJson<CommentSnapshot>(row.json, row.version);
    const { record } = before;
    const aggregate = Comment.restore({
      id: record.id,
      feedbackId: record.feedback_id,
      userId: record.user_id,
      content: record.content,
      attachmentIds: record.attachments.map(({ id: attachmentId }) => attachmentId),
      createdAt: new Date(record.created_at),
      updatedAt: new Date(record.updated_at),
    });
    return { aggregate, before };
  }

  override async save({ id, content, updatedAt }: Comment): Promise<Versioned<CommentSnapshot>> {
    const row = await this.sql.row<RecordRow>(saveComment, [id, content, updatedAt.toISOString()]);
    return Versioned.fromJson(row!.json, row!.version);
  }

  override async remove({ id, feedbackId }: Comment): Promise<void> {
    await this.sql.rows(removeComment, [id, feedbackId]);
  }
}
