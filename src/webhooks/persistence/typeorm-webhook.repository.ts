import { Injectable } from '@nestjs/common';
import { brokenConstraint, TypeormUnitOfWork } from '../../platform/persistence/index.js';
import { SecretBox } from '../../platform/secrets/index.js';
import { ProjectNotFound } from '../../project/index.js';
import { isUuid } from '../../shared/rules.js';
import { Webhook } from '../domain/webhook.js';
import { WebhookRepository } from '../domain/webhook.repository.js';

@Injectable()
export class TypeormWebhookRepository extends WebhookRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly secrets: SecretBox,
  ) {
    super();
  }

  override async count(projectId: string): Promise<number> {
    await this.manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `webhooks/${projectId}`,
    ]);
    return this.manager.countBy(Webhook, { projectId });
  }

  override async add(webhook: Webhook): Promise<void> {
    try {
      await this.manager.insert(Webhook, this.sealed(webhook));
    } catch (error) {
      throw brokenConstraint(error) === 'webhooks_project_id_fkey' ? new ProjectNotFound() : error;
    }
  }

  override async load(projectId: string, id: string): Promise<Webhook | null> {
    if (!isUuid(id)) return null;
    const webhook = await this.manager.findOne(Webhook, {
      where: { projectId, id },
      // Does not block units of work that record events for the project, unlike `pessimistic_write`.
      lock: { mode: 'for_no_key_update' },
    });
    if (!webhook) return null;
    webhook.secret = this.secrets.open(webhook.secret);
    webhook.previousSecrets = webhook.previousSecrets.map(({ secret, until }) => ({
      secret: this.secrets.open(secret),
      until,
    }));
    return webhook;
  }

  override async save(webhook: Webhook): Promise<void> {
    await this.manager.update(Webhook, webhook.id, this.sealed(webhook));
  }

  override async remove(webhook: Webhook): Promise<void> {
    await this.manager.delete(Webhook, webhook.id);
  }

  private sealed(webhook: Webhook): Partial<Webhook> {
    return {
      ...webhook,
      secret: this.secrets.seal(webhook.secret),
      previousSecrets: webhook.previousSecrets.map(({ secret, until }) => ({
        secret: this.secrets.seal(secret),
        until,
      })),
    };
  }

  private get manager() {
    return this.unitOfWork.manager;
  }
}
