import type { Feedback } from '../../../src/feedback/domain/feedback.js';
import {
  type Counts,
  type FeedbackMetadata,
  FeedbackRepository,
} from '../../../src/feedback/domain/feedback.repository.js';
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
  const unattributed = group.map((each) => memory.importedFeedback.get(each)?.unattributed ?? 0);
  return {
    upvotes:
      new Set(votes.map(({ userId }) => userId)).size + unattributed.reduce((sum, each) => sum + each, 0),
    commentCount: memory.comments.where(({ feedbackId }) => group.includes(feedbackId)).length,
  };
}

/** Counts again, and stores the counters. Locks the feedback that they belong to. */
export async function recount(memory: Memory, id: string): Promise<Counts> {
  await memory.feedback.lock((feedback) => feedback.id === id);
  const counts = countsOf(memory, id);
  await memory.counts.put(id, counts);
  return counts;
}

const none: Counts = { upvotes: 0, commentCount: 0 };

export class FakeFeedbackRepository extends FeedbackRepository {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async add(feedback: Feedback): Promise<void> {
    await this.memory.projects.checkReference(feedback.projectId, ProjectNotFound);
    await this.memory.users.checkReference(feedback.userId);
    await this.memory.feedback.put(feedback.id, feedback);
    await this.memory.counts.put(feedback.id, none);
  }

  override async load(projectId: string, id: string): Promise<Feedback | null> {
    return (await this.loadAll(projectId, [id]))[0] ?? null;
  }

  override async loadAll(projectId: string, ids: readonly string[]): Promise<Feedback[]> {
    const wanted = ids.map((id) => id.toLowerCase());
    return this.memory.feedback.lock(
      (feedback) => feedback.projectId === projectId && wanted.includes(feedback.id),
    );
  }

  override async save(feedback: Feedback): Promise<void> {
    await this.memory.feedback.put(feedback.id, feedback);
  }

  override async hasMerged({ id }: Feedback): Promise<boolean> {
    return groupOf(this.memory, id).length > 1;
  }

  override async recount({ id }: Feedback): Promise<{ was: Counts; is: Counts }> {
    const was = this.memory.counts.get(id) ?? none;
    return { was, is: await recount(this.memory, id) };
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

  override async saveMetadata(entries: readonly FeedbackMetadata[]): Promise<void> {
    for (const { feedbackId, metadata } of entries) {
      await this.memory.feedback.checkReference(feedbackId);
      await this.memory.feedbackMetadata.put(feedbackId, { ...metadata });
    }
  }

  override async remove({ id }: Feedback): Promise<void> {
    const { feedback, feedbackMetadata, counts, votes, comments, feedbackLinks } = this.memory;
    await feedback.remove(id);
    for (const merged of await feedback.lock(({ mergedInto }) => mergedInto === id)) {
      merged.unmerge();
      await feedback.put(merged.id, merged);
    }
    await feedbackMetadata.remove(id);
    await counts.remove(id);
    await this.memory.importedFeedback.remove(id);
    await votes.removeWhere(({ feedbackId }) => feedbackId === id);
    await comments.removeWhere(({ feedbackId }) => feedbackId === id);
    await feedbackLinks.removeWhere(({ feedbackId }) => feedbackId === id);
  }
}
