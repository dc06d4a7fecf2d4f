import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/index.js';
import { TransactionalEventHandler } from '../application/transactional-event-handler.js';
import { AfterCommitHandlers } from '../application/after-commit-handlers.js';
import type { EventHeader } from '../domain/event.repository.js';

/** Pending jobs are stored under this name, so it does not change. */
const task = 'notify-subscriber';

/** Calls {@link AfterCommitEventHandler}s by jobs: one for each event and handler, so that one that fails is retried alone. */
@Injectable()
export class AfterCommitJobs extends TransactionalEventHandler {
  constructor(
    private readonly jobs: Jobs,
    private readonly handlers: AfterCommitHandlers,
  ) {
    super();
    jobs.handle(task, 'normal', async (payload) => {
      const { subscriber, eventId } = payload as { subscriber: string; eventId: string };
      await this.handlers.notify(subscriber, eventId);
    });
  }

  override async handle(events: readonly EventHeader[]): Promise<void> {
    const payloads = events.flatMap(({ id: eventId, type }) =>
      this.handlers.namesFor(type).map((subscriber) => ({ subscriber, eventId })),
    );
    // The key shows in the log and in the list of failed jobs what the job is about.
    await this.jobs.addAll(task, payloads, ({ subscriber, eventId }) => ({
      key: `${subscriber} ${eventId}`,
    }));
  }
}
