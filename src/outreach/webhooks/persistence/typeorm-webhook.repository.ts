import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import {
  firstVersion,
  returningVersion,
  translateConstraints,
  TypeormUnitOfWork,
  versionOf,
} from '../../../platform/persistence/index.js';
import { SecretBox } from '../../../platform/secrets/index.js';
import { ProjectNotFound } from '../../../project/index.js';
import { type Locked, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import type { Webhook, WebhookRecord } from '../domain/webhook.js';
import { WebhookRepository } from '../domain/webhook.repository.js';
import { toWebhook, WebhookEntity, webhookValues } from './webhook.entity.js';

const lockWebhooks = `select pg_advisory_xact_lock(hashtextextended('webhooks/' || $1::text, 0))`;

@Injectable()
export class TypeormWebhookRepository extends WebhookRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
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
    return new Versioned(webhook.record, firstVersion);
  }

  override async load(projectId: string, id: string): Promise<Locked<Webhook, WebhookRecord> | null> {
    if (!isUuid(id)) return null;
    // Does not block units of work that record events for the project, as `for update` would.
    const entity = await this.webhooks.findOne({
      where: { id, projectId },
      lock: { mode: 'for_no_key_update' },
    });
    if (!entity) return null;
    const aggregate = toWebhook(entity, this.secrets);
    return { aggregate, before: new Versioned(aggregate.record, entity.version) };
  }

  override async save(webhook: Webhook): Promise<Versioned<WebhookRecord>> {
    const values = webhookValues(webhook, this.secrets);
    const updated = await this.webhooks.update({ id: webhook.id }, values, returningVersion);
    return new Versioned(webhook.record, versionOf(updated));
  }

  override async remove({ id }: Webhook): Promise<void> {
    await this.webhooks.delete({ id });
  }

  private get webhooks(): Repository<WebhookEntity> {
    return this.unitOfWork.manager.getRepository(WebhookEntity);
  }
}
