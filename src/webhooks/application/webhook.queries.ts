import type { Page, PageRequest, Versioned } from '../../shared/records.js';

export interface WebhookRecord {
  id: string;
  project_id: string;
  url: string;
  description: string;
  /** Empty: all. */
  event_types: string[];
  enabled: boolean;
  /** Why the service disabled it; `''` where it did not. */
  disabled_reason: string;
  /** ISO 8601 in UTC with milliseconds, as all timestamps of records. */
  created_at: string;
}

export interface AttemptRecord {
  at: string;
  /** Null where no answer came. */
  status_code: number | null;
  duration_ms: number;
  /** `''` where it succeeded. */
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
  /** Null unless it is pending. */
  next_attempt_at: string | null;
  /** Oldest first, the newest 50. */
  attempts: AttemptRecord[];
}

/** Reads of webhooks and what was sent to them, ready to be sent. */
export abstract class WebhookQueries {
  /** Oldest first. */
  abstract list(projectId: string, page: PageRequest): Promise<Page<WebhookRecord>>;

  /** Null when there is none, or the id is no UUID. */
  abstract find(projectId: string, id: string): Promise<Versioned<WebhookRecord> | null>;

  /** Newest first. */
  abstract deliveries(webhookId: string, page: PageRequest): Promise<Page<DeliveryRecord>>;

  /** Null when there is none, or the id is no UUID. */
  abstract delivery(webhookId: string, id: string): Promise<DeliveryRecord | null>;
}
