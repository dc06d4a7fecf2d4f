import type { EventRecord } from '../../../shared/events.js';

/** What notifications are about. A response is a comment of the kind `response`. */
export const notificationTypes = [
  'feedback.status_changed',
  'response.created',
  'comment.created',
  'feedback.merged',
  'changelog.published',
] as const;

export type NotificationType = (typeof notificationTypes)[number];

/** The types of events that may notify subscribers. */
export const noticedEventTypes: ReadonlySet<string> = new Set([
  'feedback.status_changed',
  'feedback.merged',
  'comment.created',
  'comment.updated',
  'changelog.published',
]);

/** An event that subscribers are notified of. */
export interface NotificationContent {
  readonly eventId: string;
  readonly type: NotificationType;
  readonly projectId: string;
  readonly createdAt: Date;
  /** Who did it, as notifications show them. */
  readonly actorId: string;
  /** Ids of users who are not notified, because it was their own action. */
  readonly exceptIds: readonly string[];
  /** Id of the feedback whose subscribers are notified; null: subscribers of the changelog, and of the feedback of the entry. */
  readonly subscribedId: string | null;
  /** Ids of what it is about. */
  readonly feedbackId: string | null;
  readonly commentId: string | null;
  readonly changelogId: string | null;
}

/** What the data of the events have in common that lead to notifications. */
interface EventData {
  readonly id: string;
  readonly feedback_id?: string;
  readonly user_id?: string;
  readonly kind?: string;
}

/** Returns what subscribers are notified of; null if it is nothing. Whether they can see it is up to the audience. */
export function noticeOf(event: EventRecord): NotificationContent | null {
  const data = event.data as EventData;
  const previous = event.previous as { kind?: string; merged_id?: string };
  const nothing = { feedbackId: null, commentId: null, changelogId: null };
  const notice = (
    type: NotificationType,
    subscribedId: string | null,
    subject: Partial<Pick<NotificationContent, 'feedbackId' | 'commentId' | 'changelogId'>>,
    actorId = event.actor_id,
  ): NotificationContent => ({
    eventId: event.id,
    type,
    projectId: event.project_id,
    createdAt: new Date(event.timestamp),
    actorId,
    exceptIds: [...new Set([event.actor_id, actorId])],
    subscribedId,
    ...nothing,
    ...subject,
  });
  switch (event.type) {
    case 'feedback.status_changed':
      return notice('feedback.status_changed', data.id, { feedbackId: data.id });
    case 'feedback.merged':
      return notice('feedback.merged', previous.merged_id ?? data.id, { feedbackId: data.id });
    case 'changelog.published':
      return notice('changelog.published', null, { changelogId: data.id });
    case 'comment.created':
    case 'comment.updated': {
      if (data.kind === 'internal' || !isNews(event.type, data.kind, previous.kind)) return null;
      const type = data.kind === 'response' ? 'response.created' : 'comment.created';
      const { feedback_id: feedbackId = '', id: commentId } = data;
      // Editors comment for other users, who are then shown as the authors.
      return notice(type, feedbackId, { feedbackId, commentId }, data.user_id);
    }
    default:
      return null;
  }
}

/** A comment that was internal is new to subscribers, and so is an official response. */
function isNews(eventType: string, kind: string | undefined, former: string | undefined): boolean {
  return eventType === 'comment.created' || former === 'internal' || (!!former && kind === 'response');
}
