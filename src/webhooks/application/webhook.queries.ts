import type { Page, PageRequest, Versioned } from '../../shared/records.js';

export interface WebhookRecord {
  id: string;
  project_id: string;
  url: string;
  description: string;
  /** Empty for all types. */
  event_types: string[];
  /** Empty if there is no condition. */
  when: { min_upvotes?: number };
  enabled: boolean;
  /** Why the service disabled the webhook; `''` when it did not. */
  disabled_reason: string;
  /** ISO 8601 in UTC with milliseconds, like all timestamps in records. */
  created_at: string;
}

export interface AttemptRecord {
  at: string;
  /** Null when there was no answer. */
  status_code: number | null;
  duration_ms: number;
  /** `''` when the attempt succeeded. */
  error: string;
  /** The first 1,024 bytes of the answer. */
  response: string;
}

export interface DeliveryRecord {
  id: string;
  event_id: string;
  event_type: string;
  status: 'pending' | 'delivered' | 'failed';
  created_at: string;
  /** Null unless the delivery is pending. */
  next_attempt_at: string | null;
  /** Oldest first, the newest 50. */
  attempts: AttemptRecord[];
}

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
