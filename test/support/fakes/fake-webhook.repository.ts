import type { Webhook } from '../../../src/webhooks/domain/webhook.js';
import { WebhookRepository } from '../../../src/webhooks/domain/webhook.repository.js';
import { ProjectNotFound } from '../../../src/project/domain/project.errors.js';
import type { Memory } from './memory.js';

export class FakeWebhookRepository extends WebhookRepository {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async count(projectId: string): Promise<number> {
    return this.memory.webhooks.where((webhook) => webhook.projectId === projectId).length;
  }

  override async add(webhook: Webhook): Promise<void> {
    if (!this.memory.projects.get(webhook.projectId)) throw new ProjectNotFound();
    this.memory.webhooks.put(webhook.id, webhook);
  }

  override async load(projectId: string, id: string): Promise<Webhook | null> {
    const webhook = this.memory.webhooks.get(id);
    return webhook?.projectId === projectId ? webhook : null;
  }

  override async save(webhook: Webhook): Promise<void> {
    this.memory.webhooks.put(webhook.id, webhook);
  }

  override async remove(webhook: Webhook): Promise<void> {
    this.memory.webhooks.remove(webhook.id);
  }
}
