import {
  FeedbackImportRepository,
  type FoundComment,
  type FoundFeedback,
  type ImportedComment,
  type ImportedFeedback,
  type ImportedVote,
  type MergeCandidate,
  type UnattributedVotes,
} from '../../../src/feedback/domain/feedback-import.repository.js';
import { Comment } from '../../../src/feedback/domain/comment.js';
import { Feedback } from '../../../src/feedback/domain/feedback.js';
import { recount } from './fake-feedback.repository.js';
import type { Memory } from './memory.js';

export class FakeFeedbackImportRepository extends FeedbackImportRepository {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async find(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<FoundFeedback[]> {
    const ids = await this.idsOf(projectId, source, externalIds);
    const keys = new Map([...ids].map(([key, id]) => [id, key]));
    const found = await this.memory.feedback.lock(({ id }) => keys.has(id));
    return found.map(({ id, userId, title, description, status, createdAt, tagIds, mergedInto }) => ({
      key: keys.get(id)!,
      id,
      userId,
      title,
      description,
      status,
      createdAt,
      tagIds,
      mergedInto,
      isImported: this.memory.importedFeedback.get(id) !== null,
      votes:
        this.memory.votes.where(({ feedbackId }) => feedbackId === id).length +
        (this.memory.importedFeedback.get(id)?.unattributed ?? 0),
      voteCount: this.memory.importedFeedback.get(id)?.voteCount ?? null,
      metadata: this.memory.feedbackMetadata.get(id) ?? {},
    }));
  }

  override async idsOf(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const ofProject = this.memory.feedback.where((feedback) => feedback.projectId === projectId);
    return new Map(
      ofProject.flatMap(({ id }) => {
        const imported = this.memory.importedFeedback.get(id);
        if (imported?.source === source && externalIds.includes(imported.externalId)) {
          return [[imported.externalId, id]];
        }
        return source === 'fcs' && externalIds.includes(id) ? [[id, id]] : [];
      }),
    );
  }

  override async takenIds(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { feedback, comments } = this.memory;
    return new Set(ids.filter((id) => feedback.get(id) ?? comments.get(id)));
  }

  override async add(projectId: string, feedback: readonly ImportedFeedback[]): Promise<void> {
    for (const {
      id,
      userId,
      createdAt,
      tagIds,
      source,
      externalId,
      voteCount,
      metadata,
      ...values
    } of feedback) {
      await this.memory.users.checkReference(userId);
      await this.memory.feedback.put(
        id,
        Feedback.submit({ id, projectId, userId, createdAt }, values, tagIds),
      );
      await this.memory.feedbackMetadata.put(id, metadata);
      await this.memory.importedFeedback.put(id, {
        source,
        externalId,
        voteCount,
        unattributed: voteCount ?? 0,
      });
      await this.recount([id]);
    }
  }

  override async save(
    projectId: string,
    feedback: readonly Omit<ImportedFeedback, 'source' | 'externalId'>[],
  ): Promise<void> {
    for (const { id, userId, createdAt, tagIds, voteCount, metadata, ...values } of feedback) {
      const stored = this.memory.feedback.get(id)!;
      const saved = Feedback.submit({ id, projectId, userId, createdAt }, values, tagIds);
      saved.mergedInto = stored.mergedInto;
      await this.memory.feedbackMetadata.put(id, metadata);
      await this.memory.feedback.put(id, saved);
      const imported = this.memory.importedFeedback.get(id);
      if (imported && imported.voteCount !== voteCount) {
        const known = this.memory.votes.where((vote) => vote.feedbackId === id && vote.imported === true);
        const unattributed = Math.max(0, (voteCount ?? 0) - known.length);
        await this.memory.importedFeedback.put(id, { ...imported, voteCount, unattributed });
      }
    }
    await this.recount(feedback.map(({ id }) => id));
  }

  override async addVotes(votes: readonly ImportedVote[]): Promise<boolean[]> {
    const isNew: boolean[] = [];
    for (const { feedbackId, userId } of votes) {
      await this.memory.users.checkReference(userId);
      const stored = this.memory.votes.get(`${feedbackId}/${userId}`);
      isNew.push(!stored);
      if (stored?.imported) continue;
      await this.memory.votes.put(`${feedbackId}/${userId}`, { feedbackId, userId, imported: true });
      const imported = this.memory.importedFeedback.get(feedbackId);
      if (imported) {
        const unattributed = Math.max(0, imported.unattributed - 1);
        await this.memory.importedFeedback.put(feedbackId, { ...imported, unattributed });
      }
      await this.recount([feedbackId]);
    }
    return isNew;
  }

  override async haveVoted(
    votes: readonly Pick<ImportedVote, 'feedbackId' | 'userId'>[],
  ): Promise<boolean[]> {
    return votes.map(({ feedbackId, userId }) => this.memory.votes.get(`${feedbackId}/${userId}`) !== null);
  }

  override async findComments(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<FoundComment[]> {
    return this.memory.comments
      .where(({ feedbackId }) => this.memory.feedback.get(feedbackId)?.projectId === projectId)
      .flatMap(({ id, feedbackId, userId, content, createdAt, updatedAt }) => {
        const imported = this.memory.importedComments.get(id);
        const key = imported?.source === source ? imported.externalId : source === 'fcs' ? id : '';
        if (!externalIds.includes(key)) return [];
        return { key, id, feedbackId, userId, content, createdAt, updatedAt };
      });
  }

  override async addComments(_projectId: string, comments: readonly ImportedComment[]): Promise<void> {
    for (const { source, externalId, id } of comments) {
      await this.memory.importedComments.put(id, { source, externalId });
    }
    await this.saveComments(comments);
  }

  override async saveComments(
    comments: readonly Omit<ImportedComment, 'source' | 'externalId'>[],
  ): Promise<void> {
    for (const { content, createdAt, updatedAt, ...ids } of comments) {
      const former = this.memory.comments.get(ids.id);
      const comment = Comment.write(ids, content, createdAt);
      comment.updatedAt = updatedAt;
      await this.memory.comments.put(ids.id, comment);
      await this.recount([ids.feedbackId, ...(former ? [former.feedbackId] : [])]);
    }
  }

  override async loadMerges(projectId: string, ids: readonly string[]): Promise<MergeCandidate[]> {
    const { feedback } = this.memory;
    const targets = ids.flatMap((id) => feedback.get(id)?.mergedInto ?? []);
    const loaded = await feedback.lock(
      (each) => each.projectId === projectId && (ids.includes(each.id) || targets.includes(each.id)),
    );
    return loaded.map(({ id, mergedInto }) => ({
      id,
      mergedInto,
      merged: feedback.where((each) => each.mergedInto === id).map((each) => each.id),
    }));
  }

  override async saveMerges(
    merges: readonly { readonly id: string; readonly into: string }[],
    recounted: readonly string[],
  ): Promise<void> {
    for (const { id, into } of merges) {
      const feedback = this.memory.feedback.get(id)!;
      feedback.mergedInto = into;
      await this.memory.feedback.put(id, feedback);
    }
    await this.recount(recounted);
  }

  override async unattributedVotes(projectId: string, source: string): Promise<UnattributedVotes> {
    const counts = this.memory.feedback
      .where((feedback) => feedback.projectId === projectId)
      .flatMap(({ id }) => this.memory.importedFeedback.get(id) ?? [])
      .filter((imported) => imported.source === source && imported.unattributed > 0)
      .map(({ unattributed }) => unattributed);
    return { feedback: counts.length, votes: counts.reduce((sum, count) => sum + count, 0) };
  }

  private async recount(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await recount(this.memory, id);
      const target = this.memory.feedback.get(id)?.mergedInto;
      if (target) await recount(this.memory, target);
    }
  }
}
