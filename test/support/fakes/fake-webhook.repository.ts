import type { Webhook } from '../../../src/webhooks/domain/webhook.js';
import { WebhookRepository } from '../../../src/webhooks/domain/webhook.repository.js';
import { ProjectNotFound } from '../../../src/project/domain/project.errors.js';
import type { Memory } from './memory.js';

export class FakeWebhookRepository extends WebhookRepository {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async count(projectId: string): Promise<number> {
    await this.memory.advisoryLocks.acquire(`webhooks/${projectId}`);
    return this.memory.webhooks.where((webhook) => webhook.projectId === projectId).length;
  }

  override async add(webhook: Webhook): Promise<void> {
    await this.memory.projects.checkReference(webhook.projectId, ProjectNotFound);
    await this.memory.webhooks.put(webhook.id, webhook);
  }

  override async load(projectId: string, id: string): Promise<Webhook | null> {
    const [webhook = null] = await this.memory.webhooks.lock(
      (each) => each.id === id.toLowerCase() && each.projectId === projectId,
    );
    return webhook;
  }

  override async save(webhook: Webhook): Promise<void> {
    await this.memory.webhooks.put(webhook.id, webhook);
  }

  override async remove(webhook: Webhook): Promise<void> {
    await this.memory.webhooks.remove(webhook.id);
  }
}
