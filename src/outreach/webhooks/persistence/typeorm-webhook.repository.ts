import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import {
  returnedRecord,
  Sql,
  translateConstraints,
  TypeormUnitOfWork,
} from '../../../platform/persistence/index.js';
import { SecretBox } from '../../../platform/secrets/index.js';
import { ProjectNotFound } from '../../../project/index.js';
import type { Locked, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import type { Webhook, WebhookRecord } from '../domain/webhook.js';
import { WebhookRepository } from '../domain/webhook.repository.js';
import { oneWebhook, toWebhook, WebhookEntity, webhookRecord, webhookValues } from './webhook.entity.js';

const lockWebhooks = `select pg_advisory_xact_lock(hashtextextended('webhooks/' || $1::text, 0))`;

@Injectable()
export class TypeormWebhookRepository extends WebhookRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
    private readonly secrets: SecretBox,
  ) {
    super();
  }

  override async count(projectId: string): Promise<number> {
    await this.unitOfWork.manager.query(lockWebhooks, [projectId]);
    return this.webhooks.countBy({ projectId });
  }

  override async add(webhook: Webhook): Promise<Versioned<WebhookRecord>> {
    const { id, projectId, createdAt } = webhook;
    await this.webhooks
      .insert({ id, projectId, createdAt, ...webhookValues(webhook, this.secrets) })
      .catch(translateConstraints({ webhooks_project_id_fkey: ProjectNotFound }));
    return this.recordOf(projectId, id);
  }

  override async load(projectId: string, id: string): Promise<Locked<Webhook, WebhookRecord> | null> {
    if (!isUuid(id)) return null;
    // Does not block units of work that record events for the project, as `for update` would.
    const entity = await this.webhooks.findOne({
      where: { id, projectId },
      lock: { mode: 'for_no_key_update' },
    });
    return (
      entity && { aggregate: toWebhook(entity, this.secrets), before: await this.recordOf(projectId, id) }
    );
  }

  override async save(webhook: Webhook): Promise<Versioned<WebhookRecord>> {
    const values = webhookValues(webhook, this.secrets);
    return returnedRecord(
      await this.webhooks.update({ id: webhook.id }, values, { returning: webhookRecord }),
    );
  }

  override async remove({ id }: Webhook): Promise<void> {
    await this.webhooks.delete({ id });
  }

  private async recordOf(projectId: string, id: string): Promise<Versioned<WebhookRecord>> {
    return (await this.sql.record<WebhookRecord>(oneWebhook, [projectId, id]))!;
  }

  private get webhooks(): Repository<WebhookEntity> {
    return this.unitOfWork.manager.getRepository(WebhookEntity);
  }
}
