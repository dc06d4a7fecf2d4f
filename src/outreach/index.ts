export { EnglishMailTexts } from './mail/application/english-mail-texts.js';
export { mailSamples } from './mail/application/mail-samples.js';
export { HostMailTransport, type MailMessage, type MailOutcome } from './mail/domain/mail-transport.js';
export {
  type ConfirmationContent,
  type DigestContent,
  type EntryContent,
  HostMailTexts,
  type MailLocale,
  type MailPage,
  type MailText,
  type NewsContent,
  type NewsItem,
  type ProjectOfMail,
} from './mail/domain/mail-texts.js';
export { MailModule, PublicMailModule } from './mail/mail.module.js';
export {
  RecipientFinder,
  type AudienceBatch,
  type Recipient,
} from './notifications/application/recipient-finder.js';
export { NotificationFanOut, type NotifiedUser } from './notifications/application/notification-fan-out.js';
export type {
  NotificationDetails,
  NotificationRecord,
  NotificationSelection,
} from './notifications/application/notification.queries.js';
export { NotificationService, type ReadMark } from './notifications/application/notification.service.js';
export { PreferencesService } from './notifications/application/preferences.service.js';
export { SubscriptionImporter } from './notifications/application/subscription-importer.js';
export type { SubscriberRecord } from './notifications/application/subscription.queries.js';
export { type Subscribed, SubscriptionService } from './notifications/application/subscription.service.js';
export {
  noticedEventTypes,
  type NotificationContent,
  noticeOf,
  type NotificationType,
} from './notifications/domain/notification-content.js';
export type {
  MailFrequency,
  PreferenceChanges,
  PreferencesRecord,
} from './notifications/domain/preferences.js';
export { notificationFieldErrors } from './notifications/http/notification.problems.js';
export { NotificationsModule } from './notifications/notifications.module.js';
export { WebhookQueries } from './webhooks/application/webhook.queries.js';
export { WebhookService } from './webhooks/application/webhook.service.js';
export type { AttemptRecord, DeliveryRecord } from './webhooks/domain/delivery.js';
export { HostTargetClient, type TargetAnswer } from './webhooks/domain/target-client.js';
export { receivedEvent } from './webhooks/http/received-event.js';
export { webhookFieldErrors } from './webhooks/http/webhook.problems.js';
export { webhookEvents } from './webhooks/http/webhook.responses.js';
export type { WebhookChanges, WebhookCondition, WebhookRecord } from './webhooks/domain/webhook.js';
export { WebhooksModule } from './webhooks/webhooks.module.js';
