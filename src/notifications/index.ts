export { Audience, type AudienceBatch, type Recipient } from './application/audience.js';
export { NotificationFanOut, type NotifiedUser } from './application/notification-fan-out.js';
export type {
  NotificationDetails,
  NotificationRecord,
  NotificationSelection,
} from './application/notification.queries.js';
export { NotificationService, type ReadMark } from './application/notification.service.js';
export { PreferencesService } from './application/preferences.service.js';
export type { SubscriberRecord } from './application/subscription.queries.js';
export { type Subscribed, SubscriptionService } from './application/subscription.service.js';
export { noticedEventTypes, type Notice, noticeOf, type NotificationType } from './domain/notice.js';
export type { MailFrequency, PreferenceChanges, PreferencesRecord } from './domain/preferences.js';
export { notificationFieldErrors } from './http/notification.problems.js';
export { NotificationsModule } from './notifications.module.js';
