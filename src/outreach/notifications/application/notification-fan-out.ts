import { Injectable } from '@nestjs/common';
import { type EventHeader, EventQueries, TransactionalEventHandler } from '../../../events/index.js';
import { Ids } from '../../../shared/ids.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { noticedEventTypes, type NotificationContent, noticeOf } from '../domain/notification-content.js';
import { NotificationJobs } from '../domain/notification-jobs.js';
import { NotificationRepository } from '../domain/notification.repository.js';
import { RecipientQueries, type Recipient } from './recipient.queries.js';

/** A user who was notified, with the id of the notification. */
export type NotifiedUser = Recipient & { readonly id: string };

type NotifiedCallback = (notice: NotificationContent, users: readonly NotifiedUser[]) => Promise<void>;

/**
 * Creates the notifications of relayed events. The relay only stores a job for each event, so that a large audience delays no
 * other event. The job stores the notifications of one part of the audience, and adds the job for the next part in the same
 * transaction.
 */
@Injectable()
export class NotificationFanOut extends TransactionalEventHandler {
  private readonly callbacks: NotifiedCallback[] = [];

  constructor(
    private readonly jobs: NotificationJobs,
    private readonly events: EventQueries,
    private readonly audience: RecipientQueries,
    private readonly notifications: NotificationRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
  ) {
    super();
  }

  /** Registers a callback that runs in the transaction that adds notifications, once for each of them. */
  onNotified(callback: NotifiedCallback): void {
    this.callbacks.push(callback);
  }

  override async handle(events: readonly EventHeader[]): Promise<void> {
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
      const notifications = recipients.map((recipient) => ({ ...recipient, id: this.ids.next() }));
      if (notifications.length > 0) {
        const added = await this.notifications.add(notice, notifications);
        const notified = notifications.filter(({ id }) => added.has(id));
        for (const callback of this.callbacks) await callback(notice, notified);
      }
      if (next !== undefined) await this.jobs.continue(eventId, next);
    });
  }
}
