import { Injectable } from '@nestjs/common';
import { Jobs } from '../../../platform/jobs/index.js';
import { NotificationJobs } from '../domain/notification-jobs.js';

const task = 'notify-subscribers';

/** Stores the jobs in the queue of the service. */
@Injectable()
export class QueuedNotificationJobs extends NotificationJobs {
  constructor(private readonly jobs: Jobs) {
    super();
  }

  override handle(notify: (eventId: string, after?: string) => Promise<void>): void {
    this.jobs.handle(task, 'database', (payload) => {
      const { eventId, after } = payload as { eventId: string; after?: string };
      return notify(eventId, after);
    });
  }

  override async add(eventIds: readonly string[]): Promise<void> {
    await this.jobs.addAll(
      task,
      eventIds.map((eventId) => ({ eventId })),
    );
  }

  override async continue(eventId: string, after: string): Promise<void> {
    await this.jobs.add(task, { eventId, after });
  }
}
