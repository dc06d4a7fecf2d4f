import { Injectable } from '@nestjs/common';
import { brokenConstraint, Sql } from '../../../platform/persistence/index.js';
import { SecretBox } from '../../../platform/secrets/index.js';
import { ProjectNotFound } from '../../../project/index.js';
import type { Locked, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import type { Webhook, WebhookRecord } from '../domain/webhook.js';
import { WebhookRepository } from '../domain/webhook.repository.js';
import {
  loadedWebhook,
  toWebhook,
  webhookColumns,
  webhookRecord,
  type WebhookRow,
} from './webhook-columns.js';

// Does not block units of work that record events for the project, as `for update` would.
const loadWebhook = `
  select ${loadedWebhook} from webhooks w where w.project_id = $1 and w.id = $2 for no key update`;

@Injectable()
export class SqlWebhookRepository extends WebhookRepository {
  private readonly columns: ReturnType<typeof webhookColumns>;

  constructor(
    private readonly sql: Sql,
    private readonly secrets: SecretBox,
  ) {
    super();
    this.columns = webhookColumns(secrets);
  }

  override async count(projectId: string): Promise<number> {
    const [, counted] = await Promise.all([
      this.sql.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhooks/${projectId}`]),
      this.sql.row<{ count: number }>(
        'select count(*)::integer as count from webhooks where project_id = $1',
        [projectId],
      ),
    ]);
    return counted!.count;
  }

  override async add(webhook: Webhook): Promise<Versioned<WebhookRecord>> {
    const { id, projectId, createdAt } = webhook;
    try {
      const added = await this.sql.record<WebhookRecord>(
        `insert into webhooks as w (id, project_id, created_at, ${this.columns.names})
         values ($1, $2, $3, ${this.columns.parameters(4)}) returning ${webhookRecord}`,
        [id, projectId, createdAt.toISOString(), ...this.columns.valuesOf(webhook)],
      );
      return added!;
    } catch (error) {
      throw brokenConstraint(error) === 'webhooks_project_id_fkey' ? new ProjectNotFound() : error;
    }
  }

  override async load(projectId: string, id: string): Promise<Locked<Webhook, WebhookRecord> | null> {
    if (!isUuid(id)) return null;
    const row = await this.sql.row<WebhookRow & Record<string, unknown>>(loadWebhook, [projectId, id]);
    return row && toWebhook(row, this.secrets);
  }

  override async save(webhook: Webhook): Promise<Versioned<WebhookRecord>> {
    const saved = await this.sql.record<WebhookRecord>(
      `update webhooks w set (${this.columns.names}) = row(${this.columns.parameters(2)}) where w.id = $1
       returning ${webhookRecord}`,
      [webhook.id, ...this.columns.valuesOf(webhook)],
    );
    return saved!;
  }

  override async remove({ id }: Webhook): Promise<void> {
    await this.sql.rows('delete from webhooks where id = $1', [id]);
  }
}
