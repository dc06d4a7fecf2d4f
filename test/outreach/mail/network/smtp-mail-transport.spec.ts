import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { SMTPServerOptions } from 'smtp-server';
import type { MailMessage } from '../../../../src/outreach/mail/domain/mail-transport.js';
import { SmtpMailTransport } from '../../../../src/outreach/mail/network/smtp-mail-transport.js';
import { Metrics } from '../../../../src/platform/telemetry/index.js';
import { Environment } from '../../../../src/server/environment.js';
import { certificate, key } from '../../../support/certificate.js';
import { MailServer } from '../../../support/mail-server.js';

/** A transport that does not wait for long: for servers that hang. On a busy machine, it may give up on others. */
class ImpatientTransport extends SmtpMailTransport {
  protected override readonly timeLimits = { connection: 200, silence: 200 };
}

beforeAll(() => Logger.overrideLogger(false));

const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function startServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const server = await MailServer.start(options);
  open.push(server);
  return server;
}

function transportTo(
  url: string,
  variables: Record<string, string> = {},
  Transport = SmtpMailTransport,
): SmtpMailTransport {
  const { settings } = new Environment({
    SMTP_URL: url,
    MAIL_FROM: 'news@example.com',
    PUBLIC_BASE_URL: 'https://feedback.example.com',
    ...variables,
  });
  const transport = new Transport(settings, new Metrics());
  open.push({ close: () => transport.beforeApplicationShutdown() });
  return transport;
}

const message = (changes: Partial<MailMessage> = {}): MailMessage => ({
  id: '01a1f99e-4f7a-7ce7-821c-b642cf641984',
  fromName: 'Acme',
  replyTo: '',
  to: { name: 'Ada Lovelace', address: 'ada@example.com' },
  subject: 'Hello',
  text: 'Text',
  html: '<p>HTML</p>',
  thread: 'feedback-7',
  list: { name: 'Acme', id: 'feedback.acme' },
  unsubscribeUrl: 'https://feedback.example.com/mail/unsubscribe/token',
  ...changes,
});

/** Returns the header lines of a mail, unfolded (RFC 5322 §2.2.3). */
const headersOf = (raw: string): string[] =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .split('\r\n');

async function sent(changes: Partial<MailMessage>, variables: Record<string, string> = {}) {
  const server = await startServer();
  const outcome = await transportTo(server.url, variables).send(message(changes));
  expect(outcome).toEqual({ result: 'sent' });
  return server.received[0]!;
}

describe('A mail', () => {
  it('has text and HTML, and the headers of a list', async () => {
    const { parsed, raw } = await sent({ replyTo: 'team@example.com' });
    expect(parsed).toMatchObject({ subject: 'Hello', text: 'Text', html: '<p>HTML</p>' });
    expect(headersOf(raw)).toEqual(
      expect.arrayContaining([
        'From: Acme <news@example.com>',
        'Reply-To: Acme <team@example.com>',
        'To: Ada Lovelace <ada@example.com>',
        'Message-ID: <01a1f99e-4f7a-7ce7-821c-b642cf641984@example.com>',
        'In-Reply-To: <feedback-7@example.com>',
        'References: <feedback-7@example.com>',
        'List-ID: "Acme" <feedback.acme.example.com>',
        'List-Unsubscribe: <https://feedback.example.com/mail/unsubscribe/token>',
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
        'Auto-Submitted: auto-generated',
      ]),
    );
  });

  it('has no such headers if it is not one of a list or a thread', async () => {
    const { raw } = await sent({ thread: null, list: null, unsubscribeUrl: null });
    expect(headersOf(raw).filter((line) => /^(List-|References|In-Reply-To)/i.test(line))).toEqual([]);
  });

  it.each([
    ['an encoded name', { to: { name: 'Zoë “Z” Ångström, PhD', address: 'ada@example.com' } }],
    ['a right-to-left subject', { subject: 'שלום עולם — إصدار جديد' }],
    ['a long subject', { subject: 'Größe '.repeat(160).trim() }],
    ['a long line', { text: 'x'.repeat(5_000) + '\n.\nend' }],
  ])('keeps %s, in lines of at most 998 octets', async (_name, changes) => {
    const { parsed, raw } = await sent(changes);
    const expected = message(changes);
    const { value } = parsed.to as { value: { name: string; address: string }[] };
    expect([parsed.subject, parsed.text?.trimEnd(), value[0]]).toEqual([
      expected.subject,
      expected.text,
      expected.to,
    ]);
    expect(Math.max(...raw.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(998);
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).toMatch(/^[\t\r\n -~]*$/);
  });

  it.each([
    '=?utf-8?Q?evil?=',
    'Hello =?utf-8?B?ZXZpbA==?= =?utf-8?Q?evil?=, and',
    '=?UTF-8?B?PT91dGYtOD9RP2V2aWw/PQ==?= "quoted"',
    `Größe =?utf-8?Q?evil?= ${'word '.repeat(50)}`.trim(),
  ])('shows the encoded word in %s as it was written', async (text) => {
    const { parsed, raw } = await sent({
      subject: text,
      fromName: text,
      replyTo: 'team@example.com',
      to: { name: text, address: 'ada@example.com' },
      list: { name: text, id: 'feedback.acme' },
    });
    const names = [parsed.from, parsed.replyTo, parsed.to].map((field) => [field].flat()[0]!.value[0]!.name);
    expect(parsed.subject).toBe(text);
    expect(names.map((name) => name.replace('\u2060', ''))).toEqual([text, text, text]);
    expect(headersOf(raw).find((line) => line.startsWith('List-ID: '))).toMatch(/^List-ID: =\?UTF-8\?/);
  });

  it('gets no header or recipient from texts of users', async () => {
    const injected = 'x\r\nBcc: eve@example.com\r\n\r\nbody';
    const { parsed, raw } = await sent({
      subject: injected,
      fromName: injected,
      to: { name: injected, address: 'ada@example.com' },
      list: { name: injected, id: 'feedback.acme' },
    });
    expect(headersOf(raw).filter((line) => /^bcc/i.test(line))).toEqual([]);
    expect(parsed.subject).toContain('Bcc: eve@example.com');
    expect(parsed.from!.value).toHaveLength(1);
  });

  it('is signed by DKIM, with the fields of the unsubscription, if a key is set', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const { raw } = await sent({}, { MAIL_DKIM_SELECTOR: 'news', MAIL_DKIM_PRIVATE_KEY: privateKey });
    const signature = headersOf(raw).find((line) => line.startsWith('DKIM-Signature:'))!;
    expect(signature).toMatch(/d=example\.com;.*s=news;/);
    const [, fields = ''] = /[; ]h=([^;]+);/.exec(signature)!;
    expect(fields.toLowerCase().split(/\s*:\s*/)).toEqual(
      expect.arrayContaining([
        'from',
        'to',
        'subject',
        'message-id',
        'list-unsubscribe',
        'list-unsubscribe-post',
      ]),
    );
  });
});

describe('A mail server', () => {
  it('is used with STARTTLS and credentials', async () => {
    let login: unknown;
    const server = await startServer({
      authOptional: false,
      disabledCommands: [],
      key,
      cert: certificate,
      onAuth: ({ username, password }, { secure }, callback) => {
        login = { username, password, secure };
        callback(null, { user: username ?? '' });
      },
    });
    const url = `smtp://user:pass%40word@127.0.0.1:${server.port}?requireTLS=true&tls.rejectUnauthorized=false`;
    expect(await transportTo(url).send(message())).toEqual({ result: 'sent' });
    expect(login).toEqual({ username: 'user', password: 'pass@word', secure: true });
  });

  it('with a certificate of nobody is not used', async () => {
    const server = await startServer({ disabledCommands: [], key, cert: certificate });
    expect(await transportTo(server.url).send(message())).toMatchObject({ result: 'unavailable' });
    expect(server.received).toEqual([]);
  });

  it.each([
    ['450 to the recipient', 'onRecipient', 450, 'deferred', 'No'],
    ['550 to the recipient', 'onRecipient', 550, 'address_refused', 'No'],
    ['451 to the mail', 'onMail', 451, 'deferred', 'No'],
    ['554 to the mail', 'onMail', 554, 'mail_refused', 'No'],
    ['an unknown user', 'onRecipient', 550, 'address_refused', '5.1.1 User unknown'],
    ['a disabled mailbox', 'onRecipient', 550, 'address_refused', '5.2.1 Disabled'],
    ['a full mailbox', 'onRecipient', 552, 'deferred', '5.2.2 Mailbox full'],
    ['a refused sender', 'onRecipient', 550, 'deferred', '5.1.8 Sender domain not found'],
    ['a refused client', 'onRecipient', 554, 'deferred', '5.7.1 Service unavailable; Client host blocked'],
    ['refused relaying', 'onRecipient', 550, 'deferred', 'relay not permitted'],
  ] as const)('that responds with %s', async (_name, rule, code, result, text) => {
    const server = await startServer();
    const transport = transportTo(server.url);
    server[rule] = () => ({ code, message: text });
    expect(await transport.send(message())).toMatchObject({ result, reason: expect.stringContaining(text) });
    server[rule] = () => undefined;
    expect(await transport.send(message())).toEqual({ result: 'sent' });
  });

  it.each([
    ['rejects the credentials', { onAuth: (_auth, _session, callback) => callback(new Error('No')) }],
    ['rejects the sender', { onMailFrom: (_address, _session, callback) => callback(new Error('No')) }],
  ] satisfies [string, SMTPServerOptions][] as [string, SMTPServerOptions][])(
    'that %s is unavailable',
    async (_name, options) => {
      const server = await startServer({ authOptional: true, allowInsecureAuth: true, ...options });
      const url = options.onAuth ? server.url.replace('//', '//user:password@') : server.url;
      expect(await transportTo(url).send(message())).toMatchObject({ result: 'unavailable' });
    },
  );

  it('that hangs, before or during a mail, is unavailable', async () => {
    const silent: Server = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    open.push(silent);
    const { port } = silent.address() as AddressInfo;
    const attempt = (url: string) => transportTo(url, {}, ImpatientTransport).send(message());
    expect(await attempt(`smtp://127.0.0.1:${port}`)).toMatchObject({ result: 'unavailable' });
    const server = await startServer();
    server.onData = () => new Promise(() => undefined);
    expect(await attempt(server.url)).toMatchObject({ result: 'unavailable' });
  });

  it('that drops the connection in the data, or is not there, is unavailable, and is tried again once only', async () => {
    const server = await startServer();
    let attempts = 0;
    server.onData = () => {
      attempts += 1;
      for (const connection of server.connections) connection.destroy();
      return Promise.resolve();
    };
    const transport = transportTo(server.url);
    expect(await transport.send(message())).toMatchObject({ result: 'unavailable' });
    expect(attempts).toBe(1);
    server.onData = () => Promise.resolve();
    expect(await transport.send(message())).toEqual({ result: 'sent' });
    expect(await transportTo('smtp://127.0.0.1:1').send(message())).toMatchObject({ result: 'unavailable' });
  });
});
