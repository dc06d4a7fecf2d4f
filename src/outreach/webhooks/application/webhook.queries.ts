import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import type { DeliveryRecord } from '../domain/delivery.js';
import type { WebhookRecord } from '../domain/webhook.js';

/** Reads webhooks and their deliveries as records that are ready to be sent. */
export abstract class WebhookQueries {
  /** Returns a page of the webhooks of a project, oldest first. */
  abstract list(projectId: string, page: PageRequest): Promise<Page<WebhookRecord>>;

  /** Returns a webhook; null when it does not exist or the id is not a UUID. */
  abstract find(projectId: string, id: string): Promise<Versioned<WebhookRecord> | null>;

  /** Returns a page of the deliveries of a webhook, newest first. */
  abstract deliveries(webhookId: string, page: PageRequest): Promise<Page<DeliveryRecord>>;

  /** Returns a delivery; null when it does not exist or the id is not a UUID. */
  abstract delivery(webhookId: string, id: string): Promise<DeliveryRecord | null>;
}
