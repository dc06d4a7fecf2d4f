import type { Webhook } from './webhook.js';

/** The stored webhooks. */
export abstract class WebhookRepository {
  /** How many the project has. Until the unit of work ends, no other one gets past this call for that project. */
  abstract count(projectId: string): Promise<number>;

  /** @throws ProjectNotFound when the project is gone */
  abstract add(webhook: Webhook): Promise<void>;

  /**
   * The webhook of that project, which no other unit of work can load until this one ends; null when there is none or the
   * id is no UUID.
   */
  abstract load(projectId: string, id: string): Promise<Webhook | null>;

  abstract save(webhook: Webhook): Promise<void>;

  /** Removes it with its deliveries. */
  abstract remove(webhook: Webhook): Promise<void>;
}
