import type { Locked, Versioned } from '../../../shared/records.js';
import type { Webhook, WebhookRecord } from './webhook.js';

/** The stored webhooks. */
export abstract class WebhookRepository {
  /** Returns the number of webhooks of a project. Other calls for the project wait until the unit of work ends. */
  abstract count(projectId: string): Promise<number>;

  /** @throws ProjectNotFound when the project does not exist */
  abstract add(webhook: Webhook): Promise<Versioned<WebhookRecord>>;

  /**
   * Returns the webhook of a project, locked until the unit of work ends; null when there is none or the id is not a
   * UUID.
   */
  abstract load(projectId: string, id: string): Promise<Locked<Webhook, WebhookRecord> | null>;

  /** Stores the changes, and returns the record as it is afterwards. */
  abstract save(webhook: Webhook): Promise<Versioned<WebhookRecord>>;

  /** Removes the webhook with its deliveries. */
  abstract remove(webhook: Webhook): Promise<void>;
}
