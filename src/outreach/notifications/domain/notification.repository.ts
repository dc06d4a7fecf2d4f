import type { NotificationContent } from './notification-content.js';

/** The notification of a user. */
export interface NewNotification {
  readonly id: string;
  readonly userId: string;
  readonly feedbackId: string | null;
}

/** Stores notifications: at most one for each user and event. */
export abstract class NotificationRepository {
  /** Adds the notifications of an event, and returns their ids. Leaves out users who have one already. */
  abstract add(
    notice: NotificationContent,
    notifications: readonly NewNotification[],
  ): Promise<ReadonlySet<string>>;

  /**
   * Marks notifications of a user as read. Other users' notifications, and ones that are read already, stay as they are.
   *
   * @param projectId the only project whose notifications are marked; null for all
   */
  abstract markRead(
    userId: string,
    projectId: string | null,
    ids: readonly string[],
    at: Date,
  ): Promise<void>;

  /** Marks up to 1,000 unread notifications that were created before a time as read. Returns whether there may be more. */
  abstract markReadBefore(userId: string, projectId: string | null, before: Date, at: Date): Promise<boolean>;

  /** Removes up to 1,000 notifications that were created before a time. Returns whether there may be more. */
  abstract removeOld(before: Date): Promise<boolean>;

  /** Removes up to 1,000 notifications of a user. Returns whether there may be more. */
  abstract removeOf(userId: string): Promise<boolean>;
}
