export { WebhookQueries } from './application/webhook.queries.js';
export { WebhookService } from './application/webhook.service.js';
export type { AttemptRecord, DeliveryRecord } from './domain/delivery.js';
export { HostTargetClient, type TargetAnswer } from './domain/target-client.js';
export { receivedEvent } from './http/received-event.js';
export { webhookFieldErrors } from './http/webhook.problems.js';
export { webhookEvents } from './http/webhook.responses.js';
export type { WebhookChanges, WebhookCondition, WebhookRecord } from './domain/webhook.js';
export { WebhooksModule } from './webhooks.module.js';
