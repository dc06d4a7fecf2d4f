import { Injectable } from '@nestjs/common';
import { type EventHeader, TransactionalEventHandler } from '../../../events/index.js';
import { SubscriptionRepository } from '../domain/subscription.repository.js';

/** The events in which somebody takes part in feedback. */
const types = new Set(['feedback.created', 'feedback.updated', 'feedback.upvoted', 'comment.created']);

/**
 * Subscribes those who take part in feedback: authors, voters, commenters and assignees. It follows the feed, so that a vote
 * costs no more than before; the subscription exists once the event is in the feed.
 */
@Injectable()
export class AutomaticSubscription extends TransactionalEventHandler {
  constructor(private readonly subscriptions: SubscriptionRepository) {
    super();
  }

  override async handle(events: readonly EventHeader[]): Promise<void> {
    const ids = events.filter(({ type }) => types.has(type)).map(({ id }) => id);
    if (ids.length > 0) await this.subscriptions.addParticipants(ids);
  }
}
