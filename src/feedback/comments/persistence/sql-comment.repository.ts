import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/persistence/index.js';
import { type Loaded, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import type { Approval } from '../../items/domain/approval.js';
import type { CommentKind, CommentSnapshot } from '../domain/comment.record.js';
import { CommentRepository, type LoadedComment } from '../domain/comment.repository.js';
import { Comment } from '../domain/comment.js';
import { commentSnapshot, isPublicComment } from './comment-record.js';

interface RecordRow {
  json: string;
  version: string;
}

interface LoadedRow extends RecordRow {
  announced: boolean;
  parent: { kind: CommentKind; approval: Approval } | null;
}

const lockFeedback = `
  select comments_locked, approval from feedback where project_id = $1 and id = $2 for no key update`;

/** Adds a comment that feedback `$2` lists: on this feedback, or on feedback that is merged into it. */
const addComment = `
  with listing as (
    select project_id from feedback
    where project_id = $1 and id = $2 and merged_into is null and ($3::boolean or not comments_locked)
      and ($11::boolean or approval = 'approved')
  ), added as (
    insert into comments (id, feedback_id, parent_id, user_id, kind, content, approval, announced, created_at,
      updated_at, project_id)
    select $4, $5, $6, $7, $8, $9, $12, $13, $10, $10, project_id from listing
    returning *
  ), counted as (
    update feedback f set comment_count = comment_count + 1 from added c
    where f.id in ($2, $5) and ${isPublicComment}
  )
  select ${commentSnapshot} from added c`;

const loadedColumns = `${commentSnapshot}, c.announced,
  (select row_to_json(p) from (select kind, approval from comments where id = c.parent_id) p) as parent`;

const readComment = `
  select ${loadedColumns} from feedback f
  join comments c on c.feedback_id = f.id or c.feedback_id in (select m.id from feedback m where m.merged_into = f.id)
  where f.project_id = $1 and f.id = $2 and f.merged_into is null and c.id = $3`;

const readReplies = `
  select ${loadedColumns} from comments c where c.parent_id = $1 order by c.created_at, c.id`;

/** SQL for whether feedback `f` is that of a comment, or the target that it is merged into. */
const counts = (feedbackId: string) =>
  `f.id in (${feedbackId}, (select merged_into from feedback where id = ${feedbackId}))`;

const saveComment = `
  with counted as (
    update feedback f set comment_count = f.comment_count + change.number
    from (
      select ($3 <> 'internal' and $6 = 'approved')::int - (${isPublicComment})::int as number
      from comments c where c.id = $1
    ) change
    where change.number <> 0 and ${counts('$5')}
  )
  update comments c set content = $2, kind = $3, updated_at = $4, approval = $6, announced = $7, version = c.version + 1
  where c.id = $1 returning ${commentSnapshot}`;

const removeComment = `
  with removed as (delete from comments where id = $1 returning *)
  update feedback f set comment_count = f.comment_count - 1 from removed c
  where ${isPublicComment} and ${counts('$2')}`;

/** Writes a comment and the counter of comments in one statement. */
@Injectable()
export class SqlCommentRepository extends CommentRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async add(
    projectId: string,
    feedbackId: string,
    comment: Comment,
    evenIf: { readonly locked: boolean; readonly unapproved?: boolean },
  ): Promise<Versioned<CommentSnapshot> | null> {
    if (!isUuid(feedbackId)) return null;
    const { id, parent, userId, kind, content, approval, announced, createdAt } = comment;
    const stored = [
      id,
      comment.feedbackId,
      parent?.id ?? null,
      userId,
      kind,
      content,
      createdAt.toISOString(),
      evenIf.unapproved === true,
      approval,
      announced,
    ];
    const [, row] = await Promise.all([
      // Where there is no comment to add because of a merge, the merge is not undone before the caller has found it.
      this.sql.rows(lockFeedback, [projectId, feedbackId]),
      this.sql.row<RecordRow>(addComment, [projectId, feedbackId, evenIf.locked, ...stored]),
    ]);
    return row && Versioned.fromJson(row.json, row.version);
  }

  override async load(projectId: string, feedbackId: string, id: string): Promise<LoadedComment | null> {
    if (!isUuid(feedbackId) || !isUuid(id)) return null;
    const [feedback, row] = await Promise.all([
      this.sql.row<{ comments_locked: boolean; approval: Approval }>(lockFeedback, [projectId, feedbackId]),
      this.sql.row<LoadedRow>(readComment, [projectId, feedbackId, id]),
    ]);
    return (
      row && {
        ...toLoaded(row),
        isLocked: feedback?.comments_locked === true,
        isOnApproved: feedback?.approval === 'approved',
      }
    );
  }

  override async replies({ id }: Comment): Promise<Loaded<Comment, CommentSnapshot>[]> {
    return (await this.sql.rows<LoadedRow>(readReplies, [id])).map(toLoaded);
  }

  override async countReplies(commentId: string): Promise<number> {
    const statement = 'select count(*)::int as count from comments where parent_id = $1';
    return (await this.sql.row<{ count: number }>(statement, [commentId]))!.count;
  }

  override async save(comment: Comment): Promise<Versioned<CommentSnapshot>> {
    const { id, content, kind, updatedAt, feedbackId, approval, announced } = comment;
    const values = [id, content, kind, updatedAt.toISOString(), feedbackId, approval, announced];
    const row = await this.sql.row<RecordRow>(saveComment, values);
    return Versioned.fromJson(row!.json, row!.version);
  }

  override async remove({ id, feedbackId }: Comment): Promise<void> {
    await this.sql.rows(removeComment, [id, feedbackId]);
  }
}

function toLoaded({ json, version, announced, parent }: LoadedRow): Loaded<Comment, CommentSnapshot> {
  const before = Versioned.fromJson<CommentSnapshot>(json, version);
  const { record } = before;
  const aggregate = Comment.restore({
    id: record.id,
    feedbackId: record.feedback_id,
    parent: parent && { id: record.parent_id, ...parent },
    userId: record.user_id,
    content: record.content,
    kind: record.kind,
    attachmentIds: record.attachments.map(({ id }) => id),
    approval: record.approval,
    announced,
    createdAt: new Date(record.created_at),
    updatedAt: new Date(record.updated_at),
  });
  return { aggregate, before };
}
