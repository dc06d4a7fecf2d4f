import type { Feedback } from '../../../src/feedback/domain/feedback.js';
import { VoteRepository } from '../../../src/feedback/domain/vote.repository.js';
import { groupOf, recount } from './fake-feedback.repository.js';
import type { Memory } from './memory.js';

export class FakeVoteRepository extends VoteRepository {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async cast(projectId: string, feedbackId: string, userId: string): Promise<number | null> {
    const [feedback] = await this.memory.feedback.lock(
      (each) => each.projectId === projectId && each.id === feedbackId.toLowerCase(),
    );
    if (feedback?.mergedInto !== null || !this.memory.users.get(userId)?.emailKey) return null;
    const { id } = feedback;
    await this.memory.users.checkReference(userId);
    if (groupOf(this.memory, id).some((each) => this.memory.votes.get(`${each}/${userId}`))) return null;
    await this.memory.votes.put(`${id}/${userId}`, { feedbackId: id, userId });
    return (await recount(this.memory, id)).upvotes;
  }

  override async withdraw({ id }: Feedback, userId: string): Promise<boolean> {
    const withdrawn = groupOf(this.memory, id).filter((each) => this.memory.votes.get(`${each}/${userId}`));
    for (const each of withdrawn) await this.memory.votes.remove(`${each}/${userId}`);
    if (withdrawn.length === 0) return false;
    for (const each of [id, ...withdrawn]) await recount(this.memory, each);
    return true;
  }
}
