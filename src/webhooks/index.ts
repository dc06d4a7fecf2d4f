export { HostTargetClient, type TargetAnswer } from './domain/target-client.js';
export { receivedEvent } from './http/received-event.js';
export { webhookFieldErrors } from './http/webhook.problems.js';
export { webhookEvents } from './http/webhook.responses.js';
export { WebhooksModule } from './webhooks.module.js';
