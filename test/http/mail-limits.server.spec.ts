import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { MailSender } from '../../src/outreach/mail/application/mail-sender.js';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { FakeClock } from '../support/fakes/fake-clock.js';
import { MailServer } from '../support/mail-server.js';
import { unique } from '../support/operations.js';

let mails: MailServer;
let clock: FakeClock;
let service: TestApp;
let replica: TestApp;
let slug: string;

beforeAll(async () => {
  mails = await MailServer.start();
  clock = new FakeClock();
  const environment = {
    RATE_LIMIT_PER_MINUTE: '1000000',
    SMTP_URL: mails.url,
    MAIL_FROM: 'news@example.com',
    MAIL_PER_MINUTE: '3',
    PUBLIC_BASE_URL: 'https://feedback.example.com',
  };
  service = await startApp({ clock, environment });
  replica = await startApp({ clock, environment, database: service.database });
});

afterAll(async () => {
  await replica.close();
  await service.close();
  await mails.close();
});

beforeEach(async () => {
  mails.clear();
  clock.advance(60_000);
  slug = unique('mail');
  await service.admin.post('/projects', { name: 'Acme', slug });
  await service.admin.patch(`/projects/${slug}/settings`, { public_changelog: true });
});

async function ask(email: string): Promise<Answer> {
  return service.send('POST', `/public/v1/projects/${slug}/changelogs/subscribers`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
}

async function request(email: string): Promise<void> {
  expect((await ask(email)).status).toBe(202);
}

/** Runs the job that sends mails in one of the processes, and returns the number of mails received so far. */
async function send(through: TestApp): Promise<number> {
  await through.app.get(MailSender).sendDue(new AbortController().signal, (error) => {
    throw error;
  });
  return mails.received.length;
}

it('all processes together send no more mails in any minute than MAIL_PER_MINUTE', async () => {
  for (const number of [1, 2, 3, 4, 5, 6]) await request(`limit-${number}@example.com`);
  mails.onRecipient = (address) => (address.startsWith('limit-1') ? { code: 550, message: 'No' } : undefined);
  // The one that is refused counts.
  expect([await send(service), await send(service), await send(replica)]).toEqual([2, 2, 2]);
  clock.advance(59_999);
  expect([await send(replica), await send(service)]).toEqual([2, 2]);
  clock.advance(1);
  expect([await send(replica), await send(service)]).toEqual([5, 5]);
});

it('a mail that is not sent does not count', async () => {
  for (const number of [1, 2, 3, 4]) await request(`unsent-${number}@example.com`);
  await service.admin.put('/mail-suppressions/unsent-1%40example.com');
  expect(await send(service)).toBe(3);
});

it('an address is asked for confirmation once an hour, however it is written', async () => {
  await request('often@example.com');
  await request('OFTEN@example.com');
  expect(await send(service)).toBe(1);
  clock.advance(3_599_999);
  await request('often@example.com');
  expect(await send(service)).toBe(1);
  clock.advance(1);
  await request('often@example.com');
  expect(await send(service)).toBe(2);
  clock.advance(3_599_999);
  await request('often@example.com');
  expect(await send(service)).toBe(2);
});

it('an address can request ten subscriptions per minute, since each can send a mail to a stranger', async () => {
  for (let number = 1; number <= 10; number++) await request(`stranger-${number}@example.com`);
  const refused = await ask('stranger-11@example.com');
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    429,
    'rate_limited',
    '60',
  ]);
  clock.advance(60_000);
  await request('stranger-11@example.com');
});
