import { CommentRepository } from '../../../src/feedback/domain/comment.repository.js';
import type { Comment } from '../../../src/feedback/domain/comment.js';
import type { Feedback } from '../../../src/feedback/domain/feedback.js';
import { groupOf, recount } from './fake-feedback.repository.js';
import type { Memory } from './memory.js';

export class FakeCommentRepository extends CommentRepository {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async add(comment: Comment, feedback: Feedback): Promise<void> {
    await this.memory.users.checkReference(comment.userId);
    await this.memory.comments.put(comment.id, comment);
    await recount(this.memory, feedback.id);
  }

  override async load(feedback: Feedback, id: string): Promise<Comment | null> {
    const comment = this.memory.comments.get(id);
    return comment && groupOf(this.memory, feedback.id).includes(comment.feedbackId) ? comment : null;
  }

  override async save(comment: Comment): Promise<void> {
    await this.memory.comments.put(comment.id, comment);
  }

  override async remove(comment: Comment, feedback: Feedback): Promise<void> {
    await this.memory.comments.remove(comment.id);
    for (const id of [feedback.id, comment.feedbackId]) await recount(this.memory, id);
  }
}
