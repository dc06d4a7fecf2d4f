import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AfterCommitEventHandler, type EventRecord, type FeedbackRecord } from 'feedback-changelog-service';
import { Repository } from 'typeorm';
import { RoadmapItem } from './roadmap-item.js';

/** Ships the items whose feedback is completed, and removes those whose feedback is deleted. An event may come twice. */
@Injectable()
export class CompletedFeedbackHandler extends AfterCommitEventHandler {
  readonly name = 'roadmap';
  readonly types = ['feedback.status_changed', 'feedback.deleted'];

  constructor(@InjectRepository(RoadmapItem) private readonly items: Repository<RoadmapItem>) {
    super();
  }

  override async handle({ type, data }: EventRecord): Promise<void> {
    const { id: feedbackId, status } = data as FeedbackRecord;
    if (type === 'feedback.deleted') await this.items.delete({ feedbackId });
    else if (status === 'completed') await this.items.update({ feedbackId }, { state: 'shipped' });
  }
}
