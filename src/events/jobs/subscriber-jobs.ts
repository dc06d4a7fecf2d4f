import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/index.js';
import { TransactionalEventConsumer } from '../application/transactional-event-consumer.js';
import { Subscribers } from '../application/subscribers.js';
import type { EventHeader } from '../domain/event.repository.js';

const task = 'notify-subscriber';

/** Notifies event subscribers by jobs: one for each event and subscriber, so that a subscriber that fails is retried alone. */
@Injectable()
export class SubscriberJobs extends TransactionalEventConsumer {
  constructor(
    private readonly jobs: Jobs,
    private readonly subscribers: Subscribers,
  ) {
    super();
    jobs.handle(task, 'normal', async (payload) => {
      const { subscriber, eventId } = payload as { subscriber: string; eventId: string };
      await this.subscribers.notify(subscriber, eventId);
    });
  }

  override async consume(events: readonly EventHeader[]): Promise<void> {
    const payloads = events.flatMap(({ id: eventId, type }) =>
      this.subscribers.namesFor(type).map((subscriber) => ({ subscriber, eventId })),
    );
    // The key shows in the log and in the list of failed jobs what the job is about.
    await this.jobs.addAll(task, payloads, ({ subscriber, eventId }) => ({
      key: `${subscriber} ${eventId}`,
    }));
  }
}
