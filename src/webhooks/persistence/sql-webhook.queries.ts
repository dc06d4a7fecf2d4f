import { Injectable } from '@nestjs/common';
import { isoTimestamp, Sql, versionedRecord } from '../../platform/persistence/index.js';
import type { Page, PageRequest, Versioned } from '../../shared/records.js';
import { isUuid } from '../../shared/rules.js';
import { type DeliveryRecord, WebhookQueries, type WebhookRecord } from '../application/webhook.queries.js';

const webhook = `w.id, w.project_id, w.url, w.description, w.event_types,
  json_strip_nulls(json_build_object('min_upvotes', w.min_upvotes)) as "when", w.enabled, w.disabled_reason,
  ${isoTimestamp('w.created_at')} as created_at`;

const delivery = `d.id, d.event_id, d.event_type, d.status, ${isoTimestamp('d.created_at')} as created_at,
  ${isoTimestamp('d.next_attempt_at')} as next_attempt_at, d.attempts`;

@Injectable()
export class SqlWebhookQueries extends WebhookQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async list(projectId: string, page: PageRequest): Promise<Page<WebhookRecord>> {
    return this.sql.page<WebhookRecord>(
      {
        select: webhook,
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

  override async find(projectId: string, id: string): Promise<Versioned<WebhookRecord> | null> {
    if (!isUuid(id)) return null;
    return this.sql.versioned(
      versionedRecord(webhook, 'w.version', 'webhooks w where w.project_id = $1 and w.id = $2'),
      [projectId, id],
    );
  }

  override async deliveries(webhookId: string, page: PageRequest): Promise<Page<DeliveryRecord>> {
    return this.sql.page<DeliveryRecord>(
      {
        select: delivery,
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

  override async delivery(webhookId: string, id: string): Promise<DeliveryRecord | null> {
    if (!isUuid(id)) return null;
    return this.sql.row<DeliveryRecord>(
      `select ${delivery} from deliveries d where d.webhook_id = $1 and d.id = $2`,
      [webhookId, id],
    );
  }
}
