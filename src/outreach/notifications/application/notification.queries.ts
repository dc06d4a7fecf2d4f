import type { Page, PageRequest, UserRecord } from '../../../shared/records.js';
import type { NotificationType } from '../domain/notification-content.js';

/** A notification as the API returns it. */
export interface NotificationRecord {
  id: string;
  type: NotificationType;
  project: { id: string; slug: string; name: string };
  /** What the user is subscribed to; null for an entry of a changelog that they are subscribed to. */
  feedback: { id: string; title: string; status: string } | null;
  /** Null unless an entry was published. */
  changelog: { id: string; title: string; slug: string } | null;
  /** Who did it. */
  actor: UserRecord;
  created_at: string;
  /** Null if it is unread. */
  read_at: string | null;
}

/** Whose notifications are read, and which of them. */
export interface NotificationFilter {
  readonly userId: string;
  /** The only project whose notifications are read; null for all. */
  readonly projectId: string | null;
  /** Whether only unread ones are read. */
  readonly unread: boolean;
  /** The current time, for entries that are not visible yet. */
  readonly now: Date;
}

/** A notification with what messages about it contain in addition to the record. */
export interface NotificationDetails extends NotificationRecord {
  /** Name of the status of the feedback; `''` if it is about none. */
  status_name: string;
  /** The comment or response, the comment that explains a change of the status, or the summary of the entry, else its content; `''` if there is none. */
  excerpt: string;
  /** Whether the user is subscribed to the changelog that it is about; otherwise, they are subscribed to the feedback. */
  of_changelog: boolean;
}

/** Unread notifications of a user in a project: one, or the notifications of events from a time on. At most `limit` are returned. */
export type NotificationSelection =
  | { readonly id: string; readonly limit: 1 }
  | { readonly from: Date; readonly before: Date | null; readonly limit: number };

/** Reads the notifications of a user that are about what the user can see at this moment. */
export abstract class NotificationQueries {
  /** Returns a page of the notifications, newest first. It may be shorter than requested although there are more. */
  abstract list(filter: NotificationFilter, page: PageRequest): Promise<Page<NotificationRecord>>;

  /** Returns the number of unread notifications among the newest 1,000 of these, at most `maxUnreadCount`. */
  abstract unreadCount(filter: Omit<NotificationFilter, 'unread'>): Promise<number>;

  /**
   * Returns unread notifications with their details, oldest first, and how many there are. Notifications about
   * what the user has unsubscribed from are left out.
   */
  abstract details(
    user: { readonly userId: string; readonly projectId: string; readonly now: Date },
    selection: NotificationSelection,
  ): Promise<{ readonly items: readonly NotificationDetails[]; readonly count: number }>;
}

/** Unread notifications are counted up to this number, so that the count takes no longer the more there are. */
export const maxUnreadCount = 100;
