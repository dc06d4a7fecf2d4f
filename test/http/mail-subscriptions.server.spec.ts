import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { MailServer, type ReceivedMail } from '../support/mail-server.js';
import { unique } from '../support/operations.js';

let mails: MailServer;
let service: TestApp;
let slug: string;
let project: string;

beforeAll(async () => {
  mails = await MailServer.start();
  service = await startApp({
    environment: {
      SMTP_URL: mails.url,
      MAIL_FROM: 'news@example.com',
      PUBLIC_BASE_URL: 'https://feedback.example.com',
    },
    background: true,
  });
});

afterAll(async () => {
  await service.close();
  await mails.close();
});

beforeEach(async () => {
  mails.clear();
  slug = unique('mail');
  project = `/projects/${slug}`;
  await service.admin.post('/projects', { name: 'Acme & Söhne', slug });
  await service.admin.patch(`${project}/settings`, { public_changelog: true });
});

const outcome = ({ status, body }: Answer) =>
  body?.code === undefined ? String(status) : `${status} ${body.code}`;

const request = (email: string): Promise<Answer> =>
  service.send('POST', `/public/v1/projects/${slug}/changelogs/subscribers`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });

/** Sends a request to a page, as a browser or mail program does. */
const visit = (url: string, method = 'GET', body?: string): Promise<Response> =>
  fetch(url.replace('https://feedback.example.com', service.url), {
    method,
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  });

const linkIn = (text: string, purpose: string): string =>
  new RegExp(String.raw`https://feedback\.example\.com/mail/${purpose}/[\w-]+`).exec(text)![0];

async function subscribe(email: string): Promise<void> {
  const before = mails.received.length;
  await request(email);
  const received = await mails.untilReceived(before + 1);
  await visit(linkIn(received.at(-1)!.parsed.text!, 'confirm'), 'POST');
}

const publish = (title: string): Promise<Answer> =>
  service.admin.post(`${project}/changelogs`, { title, summary: 'All in one file.', published: true });

describe('A subscription to a public changelog by e-mail', () => {
  it('begins when it is confirmed, and ends with one click', async () => {
    const requested = await request('ada@example.com');
    expect([requested.status, requested.text]).toEqual([202, '']);
    const [confirmation] = await mails.untilReceived(1);
    expect(confirmation!.parsed).toMatchObject({
      subject: 'Confirm your subscription to Acme & Söhne',
      from: { value: [{ name: 'Acme & Söhne', address: 'news@example.com' }] },
    });
    const confirmUrl = linkIn(confirmation!.parsed.text!, 'confirm');
    const shown = await visit(confirmUrl);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await shown.text()).toContain('<form method="post">');
    await publish('Not for you yet');
    const confirmed = await visit(confirmUrl, 'POST');
    expect([confirmed.status, await confirmed.text()]).toEqual([200, expect.stringContaining('Thank you')]);

    await publish('CSV export is here');
    const [, entry] = await mails.untilReceived(2);
    expect(entry!.to).toBe('ada@example.com');
    expect(entry!.parsed.subject).toBe('Acme & Söhne: CSV export is here');
    expect(entry!.parsed.text).toContain('All in one file.');
    const unsubscribeUrl = /^List-Unsubscribe: <(.+)>\r?$/m.exec(entry!.raw.replaceAll(/\r\n\s+/g, ' '))![1]!;
    expect(entry!.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
    await visit(unsubscribeUrl);
    await publish('Still subscribed');
    await mails.untilReceived(3);
    const unsubscribed = await visit(unsubscribeUrl, 'POST', 'List-Unsubscribe=One-Click');
    expect(unsubscribed.status).toBe(200);
    await publish('Gone');
    await subscribe('grace@example.com');
    await publish('For Grace');
    expect(
      (await mails.untilReceived(5)).map(({ to, parsed }) => `${to} ${parsed.subject}`).slice(3),
    ).toEqual([
      'grace@example.com Confirm your subscription to Acme & Söhne',
      'grace@example.com Acme & Söhne: For Grace',
    ]);
  });

  it('has line breaks of names in no header', async () => {
    await service.admin.patch(project, { name: 'Acme\r\nBcc: eve@example.com\r\n\r\nHello' });
    await request('ada@example.com');
    const [{ to, raw, parsed }] = (await mails.untilReceived(1)) as [ReceivedMail];
    const name = 'Acme Bcc: eve@example.com Hello';
    expect(parsed).toMatchObject({
      from: { value: [{ name }] },
      subject: `Confirm your subscription to ${name}`,
    });
    expect([to, parsed.bcc, /=0[AD]/i.exec(raw.split('\r\n\r\n')[0]!)]).toEqual([
      'ada@example.com',
      undefined,
      null,
    ]);
  });

  it('takes an address in one form only, as otherwise any number of mails could be sent to it', async () => {
    const forms = [
      '<ada@example.com>',
      'ada@example.com>',
      '"ada"@example.com',
      'ada(1)@example.com',
      'ada@example.com.',
    ];
    for (const form of forms) expect(outcome(await request(form))).toBe('400 invalid_input');
    for (const form of ['ada@example.com', 'ADA@example.com']) expect((await request(form)).status).toBe(202);
    await request('grace@example.com');
    expect((await mails.untilReceived(2)).map(({ to }) => to)).toEqual([
      'ada@example.com',
      'grace@example.com',
    ]);
  });

  it('rejects what is no address, and is not found where the changelog is not public', async () => {
    expect((await request('ada')).body.errors).toMatchObject([{ pointer: '/email', code: 'invalid_email' }]);
    await service.admin.patch(`${project}/settings`, { public_changelog: false });
    expect(outcome(await request('ada@example.com'))).toBe('404 project_not_found');
  });

  it('shows the same pages for unknown tokens', async () => {
    for (const purpose of ['confirm', 'unsubscribe']) {
      const url = `${service.url}/mail/${purpose}/${'x'.repeat(32)}`;
      expect([(await visit(url)).status, (await visit(url, 'POST')).status]).toEqual([200, 200]);
    }
  });
});

describe('An address whose server refuses it', () => {
  it('is suppressed, and an instance admin can lift that', async () => {
    mails.onRecipient = (address) =>
      address.startsWith('gone') ? { code: 550, message: 'No such user' } : undefined;
    await request('gone@example.com');
    await request('here@example.com');
    await mails.untilReceived(1);
    const path = '/mail-suppressions/Gone%40example.com';
    const found = await service.admin.get(path);
    expect([found.status, found.body.reason]).toEqual([200, 'refused']);
    expect((await service.admin.delete(path)).status).toBe(204);
    expect(outcome(await service.admin.get(path))).toBe('404 suppression_not_found');
    // The address is asked again, because it was not kept as a subscriber.
    mails.onRecipient = () => undefined;
    await request('gone@example.com');
    expect((await mails.untilReceived(2))[1]!.to).toBe('gone@example.com');
    expect((await service.admin.put(path)).status).toBe(201);
    expect((await service.admin.put(path)).body).toMatchObject({
      email: 'Gone@example.com',
      reason: 'manual',
    });
  });
});
