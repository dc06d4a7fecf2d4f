import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type EventRecord, AfterCommitEventHandler, type FeedbackRecord } from 'feedback-changelog-service';
import { DataSource } from 'typeorm';
import { FeedbackBudget, RoadmapItem } from './roadmap-item.js';

/** Ships the items whose feedback is completed, and removes those whose feedback is deleted. An event may come twice. */
@Injectable()
export class CompletedFeedbackHandler extends AfterCommitEventHandler {
  readonly name = 'roadmap';
  readonly types = ['feedback.status_changed', 'feedback.deleted'];

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    super();
  }

  override async handle({ type, data }: EventRecord): Promise<void> {
    const { id: feedbackId, status } = data as FeedbackRecord;
    await this.dataSource.transaction(async (manager) => {
      if (type === 'feedback.deleted') {
        await manager.delete(RoadmapItem, { feedbackId });
        await manager.delete(FeedbackBudget, { feedbackId });
        return;
      }
      const item = await manager.findOneBy(RoadmapItem, { feedbackId });
      if (!item || status !== 'completed') return;
      item.ship();
      await manager.save(item);
    });
  }
}
