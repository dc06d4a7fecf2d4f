import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import {
  type Client,
  createClient,
  verifyWebhook,
  WebhookVerificationError,
} from '../../client/src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Hostile, type Received, startHostile } from '../support/hostile.js';

let service: TestApp;
let receiver: Hostile;
let client: Client;
let secret: string;

beforeAll(async () => {
  service = await startApp({
    background: true,
    realTargets: true,
    environment: { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' },
  });
  receiver = await startHostile((_, response) => response.writeHead(204).end());
  client = createClient({ baseUrl: service.url, token: service.admin.token });
  await client.createProject({ name: 'Acme', slug: 'acme' });
  ({ secret } = await client.createWebhook('acme', { url: receiver.url, event_types: ['feedback.created'] }));
});

afterAll(async () => {
  await service.close();
  await receiver.close();
});

/** What the service has posted, once it has. */
async function posted(count: number): Promise<Received> {
  for (const end = Date.now() + 20_000; Date.now() < end && receiver.requests.length < count;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const received = receiver.requests[count - 1];
  if (!received) throw new Error('Nothing was posted.');
  return received;
}

describe('what the service has posted', () => {
  it('is an event, whose type tells which record it has', async () => {
    const { id } = await client.createFeedback('acme', { title: 'Größe' });
    const { body, headers } = await posted(1);
    const event = verifyWebhook(body, headers, secret);
    expect(event.type).toBe('feedback.created');
    if (event.type === 'feedback.created') expect([event.data.id, event.data.title]).toEqual([id, 'Größe']);
    // As bytes, and with the headers of fetch.
    const fetched = new Headers(
      Object.entries(headers).filter((each): each is [string, string] => typeof each[1] === 'string'),
    );
    expect(verifyWebhook(Buffer.from(body), fetched, secret)).toEqual(event);
    const shouted = Object.fromEntries([...fetched].map(([name, value]) => [name.toUpperCase(), value]));
    expect(verifyWebhook(body, shouted, secret)).toEqual(event);
  });

  it('is verified with the former secret and with the new one, within a day of its rotation', async () => {
    const [webhook] = await client.listWebhooks('acme');
    const rotated = await client.rotateWebhookSecret('acme', webhook?.id ?? '');
    await client.testWebhook('acme', webhook?.id ?? '');
    const { body, headers } = await posted(2);
    for (const each of [secret, rotated.secret]) {
      expect(verifyWebhook(body, headers, each)).toMatchObject({ type: 'webhook.test', data: {} });
    }
  });

  it.each<[string, (received: Received) => Parameters<typeof verifyWebhook>]>([
    ['another body', ({ body, headers }) => [body.replace('feedback', 'Feedback'), headers, secret]],
    ['another id', ({ body, headers }) => [body, { ...headers, 'webhook-id': 'other' }, secret]],
    ['another secret', ({ body, headers }) => [body, headers, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']],
    ['no signature', ({ body }) => [body, {}, secret]],
    [
      'several signatures of somebody',
      ({ body, headers }) => [body, { ...headers, 'webhook-signature': ['a', 'b'] }, secret],
    ],
    ['no text', ({ headers }) => [new Uint8Array([0xff]), headers, secret]],
    ['a secret that is none', ({ body, headers }) => [body, headers, 'whsec_***']],
  ])('is refused with %s', async (_, change) => {
    const received = await posted(1);
    expect(() => verifyWebhook(...change(received))).toThrow(WebhookVerificationError);
  });

  it('is refused later than five minutes after, and where it is no event', () => {
    const sign = (body: string, time: Date): Parameters<typeof verifyWebhook> => [
      body,
      {
        'webhook-id': '1',
        'webhook-timestamp': String(Math.floor(time.getTime() / 1_000)),
        'webhook-signature': new Webhook(secret).sign('1', time, body),
      },
      secret,
    ];
    const event = '{"type":"webhook.test"}';
    expect(verifyWebhook(...sign(event, new Date()))).toEqual({ type: 'webhook.test' });
    expect(() => verifyWebhook(...sign(event, new Date(Date.now() - 301_000)))).toThrow(
      WebhookVerificationError,
    );
    for (const body of ['5', '', '{']) {
      expect(() => verifyWebhook(...sign(body, new Date()))).toThrow(WebhookVerificationError);
    }
  });
});
