import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { FeedbackClient, verifyWebhook, WebhookVerificationError } from '../../client/src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Hostile, type Received, startHostile } from '../support/hostile.js';
import { until } from '../support/until.js';

let service: TestApp;
let receiver: Hostile;
let client: FeedbackClient;
let secret: string;

beforeAll(async () => {
  service = await startApp({
    background: true,
    realTargets: true,
    environment: { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' },
  });
  receiver = await startHostile((_, response) => response.writeHead(204).end());
  client = new FeedbackClient({ baseUrl: service.url, token: service.admin.token });
  await client.projects.create({ name: 'Acme', slug: 'acme' });
  ({ secret } = await client.webhooks.create('acme', {
    url: receiver.url,
    event_types: ['feedback.created'],
  }));
});

afterAll(async () => {
  await service.close();
  await receiver.close();
});

/** The requests that the service has sent, as soon as there are enough. */
async function received(count: number): Promise<Received> {
  await until(() => receiver.requests.length >= count);
  return receiver.requests[count - 1]!;
}

describe('webhooks.verify', () => {
  it('returns the event of a webhook request', async () => {
    const { id } = await client.feedback.create('acme', { title: 'Größe' });
    const { body, headers } = await received(1);
    const event = await client.webhooks.verify(body, headers, secret);
    expect(event.type).toBe('feedback.created');
    if (event.type === 'feedback.created') expect([event.data.id, event.data.title]).toEqual([id, 'Größe']);
  });

  it('accepts bytes, and headers of fetch and of any case', async () => {
    const { body, headers } = await received(1);
    const fetched = new Headers(
      Object.entries(headers).filter((each): each is [string, string] => typeof each[1] === 'string'),
    );
    const event = await verifyWebhook(body, headers, secret);
    expect(await verifyWebhook(Buffer.from(body), fetched, secret)).toEqual(event);
    const upperCase = Object.fromEntries([...fetched].map(([name, value]) => [name.toUpperCase(), value]));
    expect(await verifyWebhook(body, upperCase, secret)).toEqual(event);
  });

  it('accepts the former and the new secret after a rotation', async () => {
    const { records } = await client.webhooks.list('acme');
    const [{ id } = { id: '' }] = records;
    const rotated = await client.webhooks.rotateSecret('acme', id);
    await client.webhooks.test('acme', id);
    const { body, headers } = await received(2);
    const other = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    for (const each of [secret, rotated.secret, [other, rotated.secret]]) {
      expect(await verifyWebhook(body, headers, each)).toMatchObject({ type: 'webhook.test', data: {} });
    }
  });

  it.each<[string, (received: Received) => Parameters<typeof verifyWebhook>]>([
    ['another body', ({ body, headers }) => [body.replace('feedback', 'Feedback'), headers, secret]],
    ['another id', ({ body, headers }) => [body, { ...headers, 'webhook-id': 'other' }, secret]],
    ['another secret', ({ body, headers }) => [body, headers, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']],
    ['no secrets', ({ body, headers }) => [body, headers, []]],
    ['no signature', ({ body }) => [body, {}, secret]],
    [
      'an unknown kind of signature',
      ({ body, headers }) => [body, { ...headers, 'webhook-signature': 'v2,AAAA v1,* v1' }, secret],
    ],
    [
      'two signature headers',
      ({ body, headers }) => [body, { ...headers, 'webhook-signature': ['a', 'b'] }, secret],
    ],
    [
      'a time that is no number',
      ({ body, headers }) => [body, { ...headers, 'webhook-timestamp': 'now' }, secret],
    ],
    ['a body that is not UTF-8', ({ headers }) => [new Uint8Array([0xff]), headers, secret]],
    ['a malformed secret', ({ body, headers }) => [body, headers, 'whsec_***']],
    ['an empty secret', ({ body, headers }) => [body, headers, '']],
  ])('throws an error for %s', async (_, change) => {
    await expect(verifyWebhook(...change(await received(1)))).rejects.toThrow(WebhookVerificationError);
  });

  const sign = (body: string, secondsAgo = 0): [string, Record<string, string>, string] => {
    const time = new Date(Date.now() - secondsAgo * 1_000);
    const headers = {
      'webhook-id': '1',
      'webhook-timestamp': String(Math.floor(time.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('1', time, body),
    };
    return [body, headers, secret];
  };

  it('accepts what the official library signs, within the tolerance', async () => {
    const event = '{"type":"webhook.test"}';
    expect(await verifyWebhook(...sign(event))).toEqual({ type: 'webhook.test' });
    expect(await verifyWebhook(...sign(event, 240))).toEqual({ type: 'webhook.test' });
    await expect(verifyWebhook(...sign(event, 310))).rejects.toThrow('more than 300 seconds');
    await expect(verifyWebhook(...sign(event, -360))).rejects.toThrow('more than 300 seconds');
    expect(await verifyWebhook(...sign(event, 310), { tolerance: 600 })).toEqual({ type: 'webhook.test' });
  });

  it.each(['5', '', '{'])('throws an error if the signed body is not an event: %j', async (body) => {
    await expect(verifyWebhook(...sign(body))).rejects.toThrow(WebhookVerificationError);
  });
});
