import type { Feedback } from '../../../src/feedback/domain/feedback.js';
import { VoteRepository } from '../../../src/feedback/domain/vote.repository.js';
import { countsOf, groupOf } from './fake-feedback.repository.js';
import type { Memory } from './memory.js';

export class FakeVoteRepository extends VoteRepository {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async cast(projectId: string, feedbackId: string, userId: string): Promise<number | null> {
    const feedback = this.memory.feedback.get(feedbackId);
    if (feedback?.projectId !== projectId || feedback.mergedInto !== null) return null;
    const { id } = feedback;
    if (groupOf(this.memory, id).some((each) => this.memory.votes.get(`${each}/${userId}`))) return null;
    this.memory.votes.put(`${id}/${userId}`, { feedbackId: id, userId });
    this.memory.counts.put(id, countsOf(this.memory, id));
    return countsOf(this.memory, id).upvotes;
  }

  override async withdraw({ id }: Feedback, userId: string): Promise<boolean> {
    const withdrawn = groupOf(this.memory, id).filter((each) => this.memory.votes.get(`${each}/${userId}`));
    for (const each of withdrawn) this.memory.votes.remove(`${each}/${userId}`);
    if (withdrawn.length === 0) return false;
    for (const each of [id, ...withdrawn]) this.memory.counts.put(each, countsOf(this.memory, each));
    return true;
  }
}
