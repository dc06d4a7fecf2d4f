import { Injectable } from '@nestjs/common';
import { type EventHeader, TransactionalEventHandler } from '../../../events/index.js';
import { RevenueRepository } from '../domain/revenue.repository.js';

/** The events after which other companies may want feedback. */
const types: readonly string[] = [
  'feedback.created',
  'feedback.pending',
  'feedback.upvoted',
  'feedback.upvote_removed',
  'feedback.merged',
  'feedback.unmerged',
];

/**
 * Marks the sums of feedback as stale after an event, so that votes and merges do not do it themselves.
 *
 * It runs after the commit of the event. If it does not see that the project has companies, the process that adds them sees the vote.
 */
@Injectable()
export class RevenueEventHandler extends TransactionalEventHandler {
  constructor(private readonly revenue: RevenueRepository) {
    super();
  }

  override async handle(events: readonly EventHeader[]): Promise<void> {
    const ids = events.filter(({ type }) => types.includes(type)).map(({ id }) => id);
    if (ids.length > 0) await this.revenue.markEvents(ids);
  }
}
