import { describe, expect, it } from '@jest/globals';
import { Webhook } from '../../../../src/outreach/webhooks/domain/webhook.js';
import { ProjectNotFound } from '../../../../src/project/access/domain/access.errors.js';
import { aProject, usePorts, runConcurrently } from '../../../support/ports.js';

const ports = usePorts();

describe('WebhookRepository', () => {
  const load = async (projectId: string, id: string) =>
    (await ports().unitOfWork.run(() => ports().webhooks.load(projectId, id)))?.aggregate ?? null;

  function newWebhook(projectId: string): Webhook {
    const values = { url: 'https://example.com', description: 'Ours', eventTypes: ['a.b', 'c.d'] };
    return Webhook.create(
      { id: ports().ids.next(), projectId, secret: 'whsec_1' },
      values,
      ports().clock.now(),
    );
  }

  async function storedWebhook(projectId: string): Promise<Webhook> {
    const webhook = newWebhook(projectId);
    await ports().webhooks.add(webhook);
    return webhook;
  }

  it('loads a webhook with everything that was stored', async () => {
    const { id } = await aProject(ports());
    const webhook = await storedWebhook(id);
    const loaded = await load(id, webhook.id.toUpperCase());
    expect(loaded).toEqual(webhook);
    expect(loaded).toBeInstanceOf(Webhook);
  });

  it('returns null for an unknown id, an invalid id and a webhook of another project', async () => {
    const [project, other] = [await aProject(ports()), await aProject(ports())];
    const webhook = await storedWebhook(project.id);
    for (const id of [ports().ids.next(), 'x', '', '\0']) expect(await load(project.id, id)).toBeNull();
    expect(await load(other.id, webhook.id)).toBeNull();
  });

  it('rejects a webhook of a project that does not exist', async () => {
    const added = ports().unitOfWork.run(() => ports().webhooks.add(newWebhook(ports().ids.next())));
    await expect(added).rejects.toThrow(ProjectNotFound);
  });

  it('saves changes', async () => {
    const { id } = await aProject(ports());
    const [webhook, other] = [await storedWebhook(id), await storedWebhook(id)];
    webhook.update({ url: 'https://example.com/other', description: '', eventTypes: [] });
    webhook.rotateSecret('whsec_2', ports().clock.now());
    webhook.rotateSecret('whsec_3', ports().clock.now());
    webhook.failed('It failed.', ports().clock.now(), true);
    webhook.gone();
    const { record } = await ports().webhooks.save(webhook);
    expect(record).toMatchObject({ url: webhook.url, enabled: false });
    expect(await load(id, webhook.id)).toEqual(webhook);
    expect(await load(id, other.id)).toEqual(other);
  });

  it('removes only the given webhook', async () => {
    const { id } = await aProject(ports());
    const [gone, kept] = [await storedWebhook(id), await storedWebhook(id)];
    await ports().webhooks.remove(gone);
    expect(await load(id, gone.id)).toBeNull();
    expect(await load(id, kept.id)).toEqual(kept);
  });

  it('counts the webhooks of a project', async () => {
    const [project, other] = [await aProject(ports()), await aProject(ports())];
    await storedWebhook(project.id);
    await storedWebhook(project.id);
    const count = (projectId: string) => ports().unitOfWork.run(() => ports().webhooks.count(projectId));
    expect([await count(project.id), await count(other.id)]).toEqual([2, 0]);
  });

  it('serializes counts until the unit of work ends', async () => {
    const { id } = await aProject(ports());
    const counts: number[] = [];
    const order = await runConcurrently(
      ports(),
      () => ports().webhooks.count(id),
      async (count) => {
        counts.push(count);
        await storedWebhook(id);
      },
    );
    expect(order).toEqual(['first ends', 'second has loaded']);
    expect(counts).toEqual([0, 1]);
  });

  it('locks a loaded webhook until the unit of work ends', async () => {
    const { id } = await aProject(ports());
    const webhook = await storedWebhook(id);
    const order = await runConcurrently(
      ports(),
      () => ports().webhooks.load(id, webhook.id),
      async (loaded, who) => {
        const { aggregate } = loaded!;
        aggregate.update(who === 'first' ? { description: 'Both' } : { url: 'https://example.com/both' });
        await ports().webhooks.save(aggregate);
      },
    );
    expect(order).toEqual(['first ends', 'second has loaded']);
    expect(await load(id, webhook.id)).toMatchObject({
      description: 'Both',
      url: 'https://example.com/both',
    });
  });
});
