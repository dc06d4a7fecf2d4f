import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/persistence/index.js';
import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import type { DeliveryRecord } from '../domain/delivery.js';
import type { WebhookRecord } from '../domain/webhook.js';
import { deliveryRecord } from '../persistence/delivery-record.js';
import { oneWebhook, webhookFields } from '../persistence/webhook.entity.js';

/** Reads webhooks and their deliveries as records that are ready to be sent. */
@Injectable()
export class WebhookQueries {
  /** @internal */
  constructor(private readonly sql: Sql) {}

  /** Returns a page of the webhooks of a project, oldest first. */
  async list(projectId: string, page: PageRequest): Promise<Page<WebhookRecord>> {
    return this.sql.page<WebhookRecord>(
      {
        select: webhookFields,
        from: 'webhooks w',
        where: ['w.project_id = $1'],
        values: [projectId],
        order: [
          { sql: 'w.created_at', type: 'timestamptz', of: (record) => record.created_at },
          { sql: 'w.id', type: 'uuid', of: (record) => record.id },
        ],
        descending: false,
      },
      page,
    );
  }

  /** Returns a webhook; null when it does not exist or the id is not a UUID. */
  async find(projectId: string, id: string): Promise<Versioned<WebhookRecord> | null> {
    return isUuid(id) ? this.sql.record(oneWebhook, [projectId, id]) : null;
  }

  /** Returns a page of the deliveries of a webhook, newest first. */
  async deliveries(webhookId: string, page: PageRequest): Promise<Page<DeliveryRecord>> {
    return this.sql.page<DeliveryRecord>(
      {
        select: deliveryRecord,
        from: 'deliveries d',
        where: ['d.webhook_id = $1'],
        values: [webhookId],
        order: [
          { sql: 'd.created_at', type: 'timestamptz', of: (record) => record.created_at },
          { sql: 'd.id', type: 'uuid', of: (record) => record.id },
        ],
        descending: true,
      },
      page,
    );
  }

  /** Returns a delivery; null when it does not exist or the id is not a UUID. */
  async delivery(webhookId: string, id: string): Promise<DeliveryRecord | null> {
    if (!isUuid(id)) return null;
    return this.sql.row<DeliveryRecord>(
      `select ${deliveryRecord} from deliveries d where d.webhook_id = $1 and d.id = $2`,
      [webhookId, id],
    );
  }
}
