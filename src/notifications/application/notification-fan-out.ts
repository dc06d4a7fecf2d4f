import { Injectable } from '@nestjs/common';
import { type EventHeader, EventQueries, TransactionalEventConsumer } from '../../events/index.js';
import { Ids } from '../../shared/ids.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { noticedEventTypes, noticeOf } from '../domain/notice.js';
import { NotificationJobs } from '../domain/notification-jobs.js';
import { NotificationRepository } from '../domain/notification.repository.js';
import { Audience } from './audience.js';

/**
 * Creates the notifications of relayed events. The relay only stores a job for each event, so that a large audience delays no
 * other event. The job stores the notifications of one part of the audience, and adds the job for the next part in the same
 * transaction.
 */
@Injectable()
export class NotificationFanOut extends TransactionalEventConsumer {
  constructor(
    private readonly jobs: NotificationJobs,
    private readonly events: EventQueries,
    private readonly audience: Audience,
    private readonly notifications: NotificationRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
  ) {
    super();
  }

  override async consume(events: readonly EventHeader[]): Promise<void> {
    const ids = events.filter(({ type }) => noticedEventTypes.has(type)).map(({ id }) => id);
    await this.jobs.add(ids);
  }

  /** Notifies a part of the audience of an event. Nobody is notified of it twice, however often it is called. */
  async notify(eventId: string, after?: string): Promise<void> {
    const event = await this.events.find(eventId);
    const notice = event && noticeOf(event);
    if (!notice) return;
    await this.unitOfWork.run(async () => {
      const { recipients, next } = await this.audience.batch(notice, after);
      const notifications = recipients.map(({ userId, feedbackId }) => ({
        id: this.ids.next(),
        userId,
        feedbackId,
      }));
      if (notifications.length > 0) await this.notifications.add(notice, notifications);
      if (next !== undefined) await this.jobs.continue(eventId, next);
    });
  }
}
