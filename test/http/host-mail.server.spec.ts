import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { HostMailTransport, HostTokenVerifier } from '../../src/index.js';
import { FakeMailTransport, FakeTokenVerifier } from '../../src/testing/index.js';
import { type HostApp, startHost } from '../support/host.js';

const mails = new FakeMailTransport();
const tokens = new FakeTokenVerifier();
const ports = [
  { provide: HostMailTransport, useValue: mails },
  { provide: HostTokenVerifier, useValue: tokens },
];

let host: HostApp;

beforeAll(async () => {
  host = await startHost({
    service: { backgroundWork: true, publicBaseUrl: 'https://host.example.com', ports },
  });
});

afterAll(() => host?.close());

it('sends mails by the transport of the host', async () => {
  const api = '/feedback-service/v1/projects';
  await host.send('POST', api, { body: '{ "name": "Acme", "slug": "acme" }' });
  await host.send('PATCH', `${api}/acme/settings`, { body: '{ "public_changelog": true }' });
  const answer = await host.send('POST', '/feedback-service/public/v1/projects/acme/changelogs/subscribers', {
    body: '{ "email": "eve@example.com" }',
    headers: { authorization: '' },
  });
  expect(answer.status).toBe(202);
  const { text } = await mails.received(({ to }) => to.address === 'eve@example.com');
  expect(text).toContain('https://host.example.com/feedback-service/mail/confirm/');
});

it('accepts the tokens of a test', async () => {
  const me = (token: string) =>
    host.send('GET', '/feedback-service/v1/me', { headers: { authorization: `Bearer ${token}` } });
  const answer = await me(tokens.person('Ada@example.com', { fullName: 'Ada' }));
  expect(JSON.parse(answer.text).user).toMatchObject({ email: 'Ada@example.com', full_name: 'Ada' });
  expect((await me('another')).status).toBe(401);
});

it('refuses to start where mails would have links without a host', async () => {
  await expect(startHost({ service: { ports } })).rejects.toThrow(
    'publicBaseUrl must be set with a mail transport: mails contain links.',
  );
});
