export { PreferencesService } from './application/preferences.service.js';
export type { SubscriberRecord } from './application/subscription.queries.js';
export { type Subscribed, SubscriptionService } from './application/subscription.service.js';
export type { MailFrequency, PreferenceChanges, PreferencesRecord } from './domain/preferences.js';
export { notificationFieldErrors } from './http/notification.problems.js';
export { NotificationsModule } from './notifications.module.js';
