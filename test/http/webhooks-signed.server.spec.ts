import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { startApp, type TestApp } from '../support/app.js';

let service: TestApp;
let receiver: Server;
let received: Promise<{ headers: IncomingHttpHeaders; body: string }>;

beforeAll(async () => {
  receiver = createServer();
  received = once(receiver, 'request').then(async ([request, response]) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    response.end('Thanks');
    return { headers: request.headers as IncomingHttpHeaders, body };
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  service = await startApp({
    background: true,
    realTargets: true,
    environment: { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' },
  });
});

afterAll(async () => {
  await service.close();
  receiver.close();
});

it('sends requests that the official library verifies, with a secret and its predecessor', async () => {
  const { admin } = service;
  await admin.post('/projects', { name: 'Acme', slug: 'acme' });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const { body: made } = await admin.post('/projects/acme/webhooks', { url });
  const { body: rotated } = await admin.post(`/projects/acme/webhooks/${made.id}/rotate-secret`);
  const { body: delivery } = await admin.post(`/projects/acme/webhooks/${made.id}/test`);
  const { headers, body } = await received;
  for (const { secret } of [made, rotated]) {
    const event = new Webhook(secret as string).verify(body, headers as Record<string, string>);
    expect(event).toMatchObject({ id: delivery.event_id, type: 'webhook.test', data: {} });
  }
  expect(headers['webhook-id']).toBe(delivery.event_id);
  let found = delivery;
  while (found.status === 'pending') {
    [found] = (await admin.get(`/projects/acme/webhooks/${made.id}/deliveries`)).body;
  }
  expect(found.attempts).toMatchObject([{ status_code: 200, error: '', response: 'Thanks' }]);
});
