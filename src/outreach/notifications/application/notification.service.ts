import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../identity/index.js';
import { Clock } from '../../../shared/clock.js';
import type { Page, PageRequest } from '../../../shared/records.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import type { PreferencesRecord } from '../domain/preferences.js';
import { PreferencesRepository } from '../domain/preferences.repository.js';
import { NotificationRepository } from '../domain/notification.repository.js';
import {
  type NotificationDetails,
  type NotificationRecord,
  NotificationQueries,
  type NotificationSelection,
} from './notification.queries.js';

/** Which notifications are marked as read: those with these ids, or those created before a time. */
export type ReadMark = { readonly ids: readonly string[] } | { readonly before: Date };

/** Notifications as messages describe them. */
interface DetailedNotifications {
  readonly preferences: PreferencesRecord;
  readonly items: readonly NotificationDetails[];
  readonly count: number;
}

/** How long notifications are stored, in milliseconds. */
export const retentionTime = 90 * 24 * 3_600_000;

/**
 * Reads the caller's own notifications, and marks them as read. With a token that is bound to a project, only
 * notifications of the project exist.
 */
@Injectable()
export class NotificationService {
  constructor(
    private readonly notifications: NotificationRepository,
    private readonly queries: NotificationQueries,
    private readonly preferences: PreferencesRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Returns a page of the notifications, newest first. */
  async list(
    { userId, projectId }: Pick<Caller, 'userId' | 'projectId'>,
    { unread = false }: { readonly unread?: boolean | undefined },
    page: PageRequest,
  ): Promise<Page<NotificationRecord>> {
    return this.queries.list({ userId, projectId, unread, now: this.clock.now() }, page);
  }

  /** Returns the number of unread notifications, at most `maxUnreadCount`. */
  async unreadCount({ userId, projectId }: Caller): Promise<number> {
    return this.queries.unreadCount({ userId, projectId, now: this.clock.now() });
  }

  /**
   * Returns unread notifications of a user in a project as messages describe them, oldest first, with the number of all of them and
   * the user's preferences.
   */
  async details(
    userId: string,
    projectId: string,
    selection: NotificationSelection,
  ): Promise<DetailedNotifications> {
    const now = this.clock.now();
    const { record: preferences } = await this.preferences.read(userId);
    return { preferences, ...(await this.queries.details({ userId, projectId, now }, selection)) };
  }

  /**
   * Marks notifications as read, many of them in several transactions, and returns the number of unread ones as `unreadCount` does.
   * Unknown ids, and notifications that are read already, change nothing.
   */
  async markRead(caller: Caller, mark: ReadMark): Promise<number> {
    const { userId, projectId } = caller;
    const now = this.clock.now();
    let unread: number | undefined;
    const markSome = async () => {
      if ('ids' in mark) await this.notifications.markRead(userId, projectId, mark.ids, now);
      else if (await this.notifications.markReadBefore(userId, projectId, mark.before, now)) return;
      unread = await this.unreadCount(caller);
    };
    while (unread === undefined) await this.unitOfWork.run(markSome);
    return unread;
  }

  /** Removes notifications that are too old, in small transactions. */
  async removeOld(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - retentionTime);
    while (await this.notifications.removeOld(before));
  }

  /** Removes all notifications of a user, in small transactions. */
  async removeAllOf(userId: string, signal: AbortSignal): Promise<void> {
    while (await this.notifications.removeOf(userId)) signal.throwIfAborted();
  }
}
