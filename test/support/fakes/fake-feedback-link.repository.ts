import { FeedbackLinkRepository } from '../../../src/changelog-feedback/domain/feedback-link.repository.js';
import type { Memory } from './memory.js';

export class FakeFeedbackLinkRepository extends FeedbackLinkRepository {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async add(changelogId: string, feedbackId: string): Promise<void> {
    await this.memory.changelogs.checkReference(changelogId);
    await this.memory.feedback.checkReference(feedbackId);
    await this.memory.feedbackLinks.put(`${changelogId}/${feedbackId}`, { changelogId, feedbackId });
  }

  override async remove(changelogId: string, feedbackIds: readonly string[]): Promise<boolean> {
    const links = this.memory.feedbackLinks.where(
      (link) => link.changelogId === changelogId && feedbackIds.includes(link.feedbackId),
    );
    for (const { feedbackId } of links) {
      await this.memory.feedbackLinks.remove(`${changelogId}/${feedbackId}`);
    }
    return links.length > 0;
  }

  override async feedbackOf(changelogId: string): Promise<string[]> {
    const links = this.memory.feedbackLinks.where((link) => link.changelogId === changelogId);
    return links.map(({ feedbackId }) => feedbackId);
  }

  override async changelogsOf(feedbackIds: readonly string[]): Promise<string[]> {
    const links = this.memory.feedbackLinks.where(({ feedbackId }) => feedbackIds.includes(feedbackId));
    return [...new Set(links.map(({ changelogId }) => changelogId))];
  }
}
