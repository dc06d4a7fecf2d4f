import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { simpleParser } from 'mailparser';
import pg from 'pg';
import { isSignedBy } from '../support/dkim.js';
import { Exim, hasExim } from '../support/exim.js';
import { bootstrapToken, cleanUp, onCleanUp, preparedFolder, ServiceProcess } from './service-process.js';

afterEach(cleanUp);

const publicUrl = 'https://feedback.example.com';

(hasExim ? describe : describe.skip)('A mail transfer agent (needs the package exim4-daemon-light)', () => {
  it('delivers signed mails as they were written, refuses one address, and takes another one later', async () => {
    const agent = await Exim.start();
    onCleanUp(() => agent.remove());
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const { folder, settings } = await preparedFolder();
    const service = await ServiceProcess.start(folder, {
      ...settings,
      SMTP_URL: agent.url,
      MAIL_FROM: 'news@example.org',
      MAIL_DKIM_SELECTOR: 'news',
      MAIL_DKIM_PRIVATE_KEY: privateKey,
      PUBLIC_BASE_URL: publicUrl,
    });
    const call = async (method: string, path: string, body?: object): Promise<void> => {
      const response = await service.call(method, path, bootstrapToken, body);
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    };
    const name = 'Größe & Söhne “Inc.”, Ltd.';
    await call('POST', '/projects', { name, slug: 'acme' });
    await call('PATCH', '/projects/acme/settings', { public_changelog: true });
    const subscribe = (email: string): Promise<Response> =>
      fetch(`${service.url}/public/v1/projects/acme/changelogs/subscribers`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      });
    for (const email of ['gone@example.com', 'busy@example.com', 'ada@example.com']) {
      expect((await subscribe(email)).status).toBe(202);
    }
    const [confirmation = ''] = await agent.untilDelivered(1);
    expect(confirmation).toContain('Envelope-to: ada@example.com\n');
    expect(isSignedBy(confirmation, publicKey)).toBe(true);
    expect(isSignedBy(confirmation.replace('Subject: ', 'Subject: Re: '), publicKey)).toBe(false);
    await call('GET', '/mail-suppressions/gone%40example.com');
    await expect(call('GET', '/mail-suppressions/busy%40example.com')).rejects.toThrow(
      'suppression_not_found',
    );
    const [confirmUrl = ''] = new RegExp(`${publicUrl}/mail/confirm/[\\w-]+`).exec(
      (await simpleParser(confirmation)).text!,
    )!;
    await fetch(confirmUrl.replace(publicUrl, service.url), { method: 'POST' });

    const title = `ייצוא לקובץ <script> ${'Größe '.repeat(30)}`.trim();
    const content = `.\n.. two dots\nFrom nobody\n${'x'.repeat(5_000)}\nשלום`;
    await call('POST', '/projects/acme/changelogs', { title, content, published: true });
    const entry = (await agent.untilDelivered(2)).find((mail) => mail !== confirmation)!;
    const { subject, from, to, text, html, headers } = await simpleParser(entry);
    expect(isSignedBy(entry, publicKey)).toBe(true);
    expect(entry).toContain('Envelope-to: ada@example.com\n');
    expect([from!.value, to]).toMatchObject([
      [{ name, address: 'news@example.org' }],
      { value: [{ address: 'ada@example.com' }] },
    ]);
    expect(subject).toBe([...`${name}: ${title}`].slice(0, 199).join('').concat('…'));
    expect(text).toContain(content.slice(0, 999));
    expect(html).toContain('&lt;script&gt;');
    expect(headers.get('list')).toMatchObject({
      id: { id: 'changelog.acme.example.org' },
      unsubscribe: { url: expect.stringContaining(`${publicUrl}/mail/unsubscribe/`) },
      'unsubscribe-post': expect.anything(),
    });

    await agent.acceptBusy();
    const database = new pg.Client({ connectionString: settings['DATABASE_URL']! });
    await database.connect();
    onCleanUp(() => database.end());
    await database.query(
      'update feedback.mails set due_at = now(), leased_until = now() where done_at is null and failures = 1',
    );
    // Adds the job that sends what is due.
    await subscribe('bob@example.com');
    const all = await agent.untilDelivered(4);
    expect(all.filter((mail) => mail.includes('Envelope-to: busy@example.com\n'))).toHaveLength(1);
    while ((await database.query('select from feedback.mails where done_at is null')).rowCount! > 0) {
      await pause(20);
    }
  });
});
