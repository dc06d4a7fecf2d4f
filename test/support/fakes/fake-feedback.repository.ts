import type { Feedback } from '../../../src/feedback/domain/feedback.js';
import { type Counts, FeedbackRepository } from '../../../src/feedback/domain/feedback.repository.js';
import { ProjectNotFound } from '../../../src/project/domain/project.errors.js';
import type { Memory } from './memory.js';

/** Ids of the feedback and of everything merged into it. */
export function groupOf(memory: Memory, id: string): string[] {
  return [id, ...memory.feedback.where(({ mergedInto }) => mergedInto === id).map((merged) => merged.id)];
}

/** The correct counters of the feedback. */
export function countsOf(memory: Memory, id: string): Counts {
  const group = groupOf(memory, id);
  const votes = memory.votes.where(({ feedbackId }) => group.includes(feedbackId));
  return {
    upvotes: new Set(votes.map(({ userId }) => userId)).size,
    commentCount: memory.comments.where(({ feedbackId }) => group.includes(feedbackId)).length,
  };
}

const none: Counts = { upvotes: 0, commentCount: 0 };

export class FakeFeedbackRepository extends FeedbackRepository {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async add(feedback: Feedback): Promise<void> {
    if (!this.memory.projects.get(feedback.projectId)) throw new ProjectNotFound();
    this.memory.feedback.put(feedback.id, feedback);
    this.memory.counts.put(feedback.id, none);
  }

  override async load(projectId: string, id: string): Promise<Feedback | null> {
    const feedback = this.memory.feedback.get(id);
    return feedback?.projectId === projectId ? feedback : null;
  }

  override async loadAll(projectId: string, ids: readonly string[]): Promise<Feedback[]> {
    const wanted = ids.map((id) => id.toLowerCase());
    return this.memory.feedback
      .where((feedback) => feedback.projectId === projectId && wanted.includes(feedback.id))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  override async save(feedback: Feedback): Promise<void> {
    this.memory.feedback.put(feedback.id, feedback);
  }

  override async hasMerged({ id }: Feedback): Promise<boolean> {
    return groupOf(this.memory, id).length > 1;
  }

  override async recount({ id }: Feedback): Promise<{ was: Counts; is: Counts }> {
    const was = this.memory.counts.get(id) ?? none;
    const is = countsOf(this.memory, id);
    this.memory.counts.put(id, is);
    return { was, is };
  }

  override async checkCounts(
    after: string | null,
    limit: number,
  ): Promise<{ id: string; projectId: string; isRight: boolean }[]> {
    return this.memory.feedback
      .where(({ id }) => after === null || id > after.toLowerCase())
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, limit)
      .map(({ id, projectId }) => {
        const { upvotes, commentCount } = this.memory.counts.get(id) ?? none;
        const is = countsOf(this.memory, id);
        return { id, projectId, isRight: upvotes === is.upvotes && commentCount === is.commentCount };
      });
  }

  override async remove({ id }: Feedback): Promise<void> {
    const { feedback, counts, votes, comments } = this.memory;
    for (const merged of feedback.where(({ mergedInto }) => mergedInto === id)) {
      merged.unmerge();
      feedback.put(merged.id, merged);
    }
    feedback.remove(id);
    counts.remove(id);
    votes.removeWhere(({ feedbackId }) => feedbackId === id);
    comments.removeWhere(({ feedbackId }) => feedbackId === id);
  }
}
