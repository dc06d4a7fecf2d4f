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
export { SubscriptionImporter } from './notifications/application/subscription-importer.js';
export { notificationFieldErrors } from './notifications/http/notification.dto.js';
export { NotificationsModule } from './notifications/notifications.module.js';
export { WebhookQueries } from './webhooks/application/webhook.queries.js';
export { WebhookService } from './webhooks/application/webhook.service.js';
export type { AttemptRecord, DeliveryRecord } from './webhooks/domain/delivery.js';
export { HostTargetClient, type TargetAnswer } from './webhooks/domain/target-client.js';
export { receivedEvent, webhookFieldErrors, webhookEvents } from './webhooks/http/webhook.dto.js';
export type { WebhookChanges, WebhookCondition, WebhookRecord } from './webhooks/domain/webhook.js';
export { WebhooksModule } from './webhooks/webhooks.module.js';
