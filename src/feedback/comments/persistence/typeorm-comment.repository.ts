import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import { Sql, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import { readCopied } from '../../../shared/copied-fields.js';
import { type Locked, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import { type LockedFeedback, lockFeedback } from '../../items/persistence/feedback-statements.js';
import type { CommentSnapshot } from '../domain/comment.record.js';
import { CommentRepository, type LoadedComment } from '../domain/comment.repository.js';
import { Comment, type CommentParent, copiedFields, type CopiedValues, isPublic } from '../domain/comment.js';
import { CommentEntity, commentValues } from './comment.entity.js';
import { commentSnapshot } from './comment-record.js';

interface LoadedRow {
  json: string;
  version: string;
  announced: boolean;
  parent: Omit<CommentParent, 'id'> | null;
}

const loadedColumns = `${commentSnapshot}, c.announced,
  (select row_to_json(p) from (select kind, approval from comments where id = c.parent_id) p) as parent`;

const readComment = `
  select ${loadedColumns} from feedback f
  join comments c on c.feedback_id = f.id or c.feedback_id in (select m.id from feedback m where m.merged_into = f.id)
  where f.project_id = $1 and f.id = $2 and f.merged_into is null and c.id = $3`;

const readReplies = `
  select ${loadedColumns} from comments c where c.parent_id = $1 order by c.created_at, c.id`;

/**
 * Adds `$3` to the counters of feedback `$2`, on which comment `$1` was written, and of the target that it is merged into, and
 * returns the snapshot of the comment.
 */
const countComment = `
  with counted as (
    update feedback f set comment_count = f.comment_count + $3::integer
    where $3::integer <> 0 and f.id in ($2::uuid, (select merged_into from feedback where id = $2::uuid))
  )
  select ${commentSnapshot} from comments c where c.id = $1`;

/** Stores a comment by TypeORM, and its counter by one more statement. */
@Injectable()
export class TypeormCommentRepository extends CommentRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
  ) {
    super();
  }

  override async add(
    projectId: string,
    feedbackId: string,
    comment: Comment,
    evenIf: { readonly locked: boolean; readonly unapproved?: boolean },
  ): Promise<Versioned<CommentSnapshot> | null> {
    if (!isUuid(feedbackId)) return null;
    const feedback = await this.lock(projectId, feedbackId);
    if (!feedback || feedback.mergedInto !== null) return null;
    if (feedback.commentsLocked && !evenIf.locked) return null;
    if (feedback.approval !== 'approved' && !evenIf.unapproved) return null;
    const { id, parent, userId, createdAt } = comment;
    await this.comments.insert({
      ...{ id, feedbackId: comment.feedbackId, projectId, userId, parentId: parent?.id ?? null, createdAt },
      ...commentValues(comment),
    });
    const added = await this.count(comment, Number(isPublic(comment)));
    comment.markStored();
    return added;
  }

  override async load(projectId: string, feedbackId: string, id: string): Promise<LoadedComment | null> {
    if (!isUuid(feedbackId) || !isUuid(id)) return null;
    const [feedback, row] = await Promise.all([
      this.lock(projectId, feedbackId),
      // Sent at once, but run after the lock, so that it sees everything that was committed before.
      this.sql.row<LoadedRow>(readComment, [projectId, feedbackId, id]),
    ]);
    if (!feedback || !row) return null;
    const { commentsLocked: isLocked, approval } = feedback;
    return { ...toLoaded(row), isLocked, isOnApproved: approval === 'approved' };
  }

  override async replies({ id }: Comment): Promise<Locked<Comment, CommentSnapshot>[]> {
    return (await this.sql.rows<LoadedRow>(readReplies, [id])).map(toLoaded);
  }

  override async countReplies(commentId: string): Promise<number> {
    return this.comments.countBy({ parentId: commentId });
  }

  override async save(comment: Comment): Promise<Versioned<CommentSnapshot>> {
    const { id, stored } = comment;
    await this.comments.update({ id }, { ...commentValues(comment), version: () => 'version + 1' });
    const wasPublic = stored !== null && isPublic(stored);
    const saved = await this.count(comment, Number(isPublic(comment)) - Number(wasPublic));
    comment.markStored();
    return saved!;
  }

  override async remove(comment: Comment): Promise<void> {
    await this.comments.delete({ id: comment.id });
    await this.count(comment, -Number(isPublic(comment)));
  }

  private async lock(projectId: string, feedbackId: string): Promise<LockedFeedback | null> {
    return this.sql.row<LockedFeedback>(lockFeedback, [projectId, feedbackId]);
  }

  /** Adds to the counters, and returns the comment. */
  private async count(
    { id, feedbackId }: Comment,
    change: number,
  ): Promise<Versioned<CommentSnapshot> | null> {
    return this.sql.record(countComment, [id, feedbackId, change]);
  }

  private get comments(): Repository<CommentEntity> {
    return this.unitOfWork.manager.getRepository(CommentEntity);
  }
}

function toLoaded({ json, version, announced, parent }: LoadedRow): Locked<Comment, CommentSnapshot> {
  const before = Versioned.fromJson<CommentSnapshot>(json, version);
  const { record } = before;
  const aggregate = Comment.restore({
    id: record.id,
    feedbackId: record.feedback_id,
    parent: parent && { id: record.parent_id, ...parent },
    userId: record.user_id,
    ...readCopied<CopiedValues>(copiedFields, { ...record }),
    kind: record.kind,
    attachmentIds: record.attachments.map(({ id }) => id),
    metadata: record.metadata,
    fields: record.fields,
    approval: record.approval,
    announced,
    createdAt: new Date(record.created_at),
    updatedAt: new Date(record.updated_at),
  });
  return { aggregate, before };
}
