import { Injectable } from '@nestjs/common';
import { TypeormUnitOfWork } from '../../platform/persistence/index.js';
import { isUuid } from '../../shared/rules.js';
import { CommentRepository } from '../domain/comment.repository.js';
import { Comment } from '../domain/comment.js';
import { Feedback } from '../domain/feedback.js';

@Injectable()
export class TypeormCommentRepository extends CommentRepository {
  constructor(private readonly unitOfWork: TypeormUnitOfWork) {
    super();
  }

  override async add(comment: Comment, feedback: Feedback): Promise<void> {
    await this.manager.insert(Comment, { ...comment });
    await this.manager.query('update feedback set comment_count = comment_count + 1 where id = $1', [
      feedback.id,
    ]);
  }

  override async load(feedback: Feedback, id: string): Promise<Comment | null> {
    if (!isUuid(id)) return null;
    const comment = await this.manager.findOneBy(Comment, { id });
    if (comment === null || comment.feedbackId === feedback.id) return comment;
    const isMerged = await this.manager.existsBy(Feedback, {
      id: comment.feedbackId,
      mergedInto: feedback.id,
    });
    return isMerged ? comment : null;
  }

  override async save(comment: Comment): Promise<void> {
    await this.manager.update(Comment, comment.id, { ...comment });
  }

  override async remove(comment: Comment, feedback: Feedback): Promise<void> {
    await this.manager.delete(Comment, comment.id);
    await this.manager.query(
      'update feedback set comment_count = comment_count - 1 where id = any($1::uuid[])',
      [[feedback.id, comment.feedbackId]],
    );
  }

  private get manager() {
    return this.unitOfWork.manager;
  }
}
