import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MailSender } from '../../../src/outreach/mail/application/mail-sender.js';
import { MailTransport } from '../../../src/outreach/mail/domain/mail-transport.js';
import { HostMailTransport, HostTokenVerifier } from '../../../src/index.js';
import { FakeMailTransport, FakeTokenVerifier } from '../../../src/testing/index.js';
import { type Answer, type Client, outcome, startApp, type TestApp } from '../../support/app.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { MailServer, type ReceivedMail } from '../../support/mail-server.js';
import { type HostApp, startHost } from '../../support/host.js';
import { unique } from '../../support/unique.js';

/** Returns the settings of a service that sends mails to the server. */
const sendingTo = ({ url }: MailServer) => ({
  environment: {
    SMTP_URL: url,
    MAIL_FROM: 'news@example.com',
    PUBLIC_BASE_URL: 'https://feedback.example.com',
  },
  background: true,
});

describe('Mail notifications', () => {
  type Person = Client & { userId: string; email: string };

  let mails: MailServer;
  let service: TestApp;
  let clock: FakeClock;
  let slug: string;
  let project: string;

  beforeAll(async () => {
    mails = await MailServer.start();
    clock = new FakeClock();
    service = await startApp({ clock, ...sendingTo(mails) });
  });

  afterAll(async () => {
    await service.close();
    await mails.close();
  });

  beforeEach(async () => {
    mails.clear();
    slug = unique('mail');
    project = `/projects/${slug}`;
    await service.admin.post('/projects', { name: 'Acme', slug });
    await service.admin.patch(`${project}/settings`, {
      signed_in: 'contributor',
      feedback_url: 'https://acme.example.com/ideas/{id}',
      changelog_url: 'https://acme.example.com/news/{slug}',
      mail_name: 'Acme team',
      mail_reply_to: 'team@acme.example.com',
    });
  });

  async function person(name: string): Promise<Person> {
    const email = `${unique(name)}@example.com`;
    return Object.assign(await service.userClient(email), { email });
  }

  async function submit(by: Client, title: string): Promise<string> {
    return (await by.post(`${project}/feedback`, { title })).body.id as string;
  }

  /** Waits until a user is subscribed, which follows the feed. */
  async function untilSubscribed(by: Person, id: string): Promise<void> {
    while ((await by.get(`${project}/feedback/${id}/subscribers/me`)).status !== 200) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  const linesOf = (received: readonly ReceivedMail[]): string[] =>
    received.map(({ to, parsed }) => `${to}: ${parsed.text!.split('\n\n').slice(0, 2).join(' | ')}`).sort();

  const post = (url: string): Promise<Response> =>
    fetch(url.replace('https://feedback.example.com', service.url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });

  const unsubscribeUrlOf = ({ raw }: ReceivedMail): string =>
    /^List-Unsubscribe: <(.+?)>/m.exec(raw.replaceAll(/\r\n\s+/g, ' '))![1]!;

  const threadOf = ({ parsed }: ReceivedMail) => parsed.references;

  describe('Mails to users', () => {
    it('tell subscribers, and nobody else, what happened, in a thread for each feedback', async () => {
      const [ada, bob, cleo] = [await person('ada'), await person('bob'), await person('cleo')];
      const id = await submit(ada, 'Export to CSV');
      await bob.put(`${project}/feedback/${id}/upvotes/me`);
      await untilSubscribed(bob, id);
      await cleo.post(`${project}/feedback/${id}/comments`, { content: 'For our <b>report</b>.' });
      const commented = await mails.untilReceived(2);
      expect(linesOf(commented)).toEqual(
        [ada, bob]
          .map(({ email }) => `${email}: Export to CSV | cleo-${cleo.email.match(/\d+/)![0]} commented.`)
          .sort(),
      );
      expect(commented[0]!.parsed.html).toContain('For our &lt;b&gt;report&lt;/b&gt;.');
      expect(commented[0]!.parsed.from!.value).toEqual([{ name: 'Acme team', address: 'news@example.com' }]);
      expect(commented[0]!.parsed.replyTo!.value[0]!.address).toBe('team@acme.example.com');
      await untilSubscribed(cleo, id);

      await service.admin.patch(`${project}/feedback/${id}`, {
        status: 'completed',
        status_comment: 'It is there!',
      });
      const completed = (await mails.untilReceived(5)).slice(2);
      expect(completed.map(({ to }) => to).sort()).toEqual([ada, bob, cleo].map(({ email }) => email).sort());
      expect(completed[0]!.parsed.text).toContain('The status is now “Completed”.');
      expect(completed[0]!.parsed.text).toContain('It is there!');
      expect(completed[0]!.parsed.text).toContain(`https://acme.example.com/ideas/${id}`);
      expect(new Set([...commented, ...completed].map(threadOf))).toEqual(
        new Set([`<feedback-${id}@example.com>`]),
      );

      const ofBob = completed.find(({ to }) => to === bob.email)!;
      expect((await post(unsubscribeUrlOf(ofBob))).status).toBe(200);
      expect((await bob.get(`${project}/feedback/${id}/subscribers/me`)).status).toBe(404);
      await service.admin.post(`${project}/feedback/${id}/comments`, {
        content: 'Internal',
        kind: 'internal',
      });
      await service.admin.post(`${project}/feedback/${id}/comments`, { content: 'Thanks', kind: 'response' });
      const responded = (await mails.untilReceived(7)).slice(5);
      expect(responded.map(({ to }) => to).sort()).toEqual([ada, cleo].map(({ email }) => email).sort());
      expect(responded[0]!.parsed.text).toContain('Thanks');
    });

    it('are turned off by their second link, and by preferences', async () => {
      const [ada, bob] = [await person('ada'), await person('bob')];
      await bob.patch('/me/preferences', { mail: 'off' });
      await ada.put(`${project}/changelogs/subscribers/me`);
      await bob.put(`${project}/changelogs/subscribers/me`);
      await service.admin.post(`${project}/changelogs`, { title: 'First', published: true });
      const [first] = await mails.untilReceived(1);
      const turnOff = /Stop all e-mails: (\S+)/.exec(first!.parsed.text!)![1]!;
      expect(first!.to).toBe(ada.email);
      await post(turnOff);
      expect((await ada.get('/me/preferences')).body.mail).toBe('off');
      const cleo = await person('cleo');
      await cleo.put(`${project}/changelogs/subscribers/me`);
      await service.admin.post(`${project}/changelogs`, { title: 'Second', published: true });
      expect((await mails.untilReceived(2)).map(({ to }) => to)).toEqual([ada.email, cleo.email]);
    });

    it('are summaries at 8 o’clock of the recipient, one for each project, none if there is nothing', async () => {
      const ada = await person('ada');
      await ada.patch('/me/preferences', { mail: 'daily', time_zone: 'Asia/Tokyo' });
      await ada.put(`${project}/changelogs/subscribers/me`);
      const id = await submit(ada, 'Dark mode');
      await untilSubscribed(ada, id);
      await service.admin.post(`${project}/feedback/${id}/comments`, { content: 'Soon', kind: 'response' });
      await service.admin.post(`${project}/changelogs`, { title: 'Dark mode is here', published: true });
      // Later than the first entry, of which he is not told.
      clock.advance(1_000);
      const bob = await person('bob');
      await bob.put(`${project}/changelogs/subscribers/me`);
      await service.admin.post(`${project}/changelogs`, { title: 'Another', published: true });
      await mails.untilReceived(1);
      while ((await ada.get('/me/notifications')).body.length < 3)
        await new Promise((resolve) => setImmediate(resolve));
      expect(mails.received.map(({ to }) => to)).toEqual([bob.email]);
      clock.advance(24 * 3_600_000);
      const [, digest, ...others] = await mails.untilReceived(2);
      expect(others).toEqual([]);
      expect([digest!.to, digest!.parsed.subject]).toEqual([ada.email, 'Acme: 3 updates']);
      for (const title of ['Dark mode', 'Dark mode is here', 'Another'])
        expect(digest!.parsed.text).toContain(title);
    });
  });
});

describe('Mail subscriptions', () => {
  let mails: MailServer;
  let service: TestApp;
  let slug: string;
  let project: string;

  beforeAll(async () => {
    mails = await MailServer.start();
    service = await startApp(sendingTo(mails));
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

  const request = (email: string): Promise<Answer> =>
    service.send('POST', `/public/v1/projects/${slug}/changelogs/subscribers`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });

  /** Sends a request to a page, as a browser or mail program does. */
  const visit = (url: string, method = 'GET', body?: string): Promise<Response> =>
    fetch(url.replace('https://feedback.example.com', service.url), {
      method,
      ...(body === undefined
        ? {}
        : { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
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
      const unsubscribeUrl = /^List-Unsubscribe: <(.+)>\r?$/m.exec(
        entry!.raw.replaceAll(/\r\n\s+/g, ' '),
      )![1]!;
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
      for (const form of ['ada@example.com', 'ADA@example.com'])
        expect((await request(form)).status).toBe(202);
      await request('grace@example.com');
      expect((await mails.untilReceived(2)).map(({ to }) => to)).toEqual([
        'ada@example.com',
        'grace@example.com',
      ]);
    });

    it('rejects what is no address, and is not found where the changelog is not public', async () => {
      expect((await request('ada')).body.errors).toMatchObject([
        { pointer: '/email', code: 'invalid_email' },
      ]);
      await service.admin.patch(`${project}/settings`, { public_changelog: false });
      expect(outcome(await request('ada@example.com'))).toBe('404 project_not_found');
    });

    it('takes no other methods', async () => {
      for (const purpose of ['confirm', 'unsubscribe']) {
        const answer = await visit(`${service.url}/mail/${purpose}/token`, 'PUT');
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
      }
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
});

describe('Mail limits', () => {
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
    mails.onRecipient = (address) =>
      address.startsWith('limit-1') ? { code: 550, message: 'No' } : undefined;
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

  it('a mail waits a minute for a server that is away, however long it would wait after failures', async () => {
    await request('patient@example.com');
    const attempt = jest.spyOn(service.app.get(MailTransport), 'send');
    for (const [result, minutes] of [
      ['deferred', 1],
      ['deferred', 5],
      ['unavailable', 1],
    ] as const) {
      attempt.mockResolvedValueOnce({ result, reason: 'Not now' });
      expect(await send(service)).toBe(0);
      clock.advance(minutes * 60_000);
    }
    attempt.mockRestore();
    expect(await send(service)).toBe(1);
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

  it('an address is asked for confirmation by at most five projects within an hour', async () => {
    for (let number = 1; number <= 7; number++) {
      slug = unique('mail');
      await service.admin.post('/projects', { name: 'Acme', slug });
      await service.admin.patch(`/projects/${slug}/settings`, { public_changelog: true });
      await request('victim@example.com');
      clock.advance(60_000);
    }
    await send(service);
    clock.advance(60_000);
    expect(await send(service)).toBe(5);
    clock.advance(3_600_000);
    await request('victim@example.com');
    expect(await send(service)).toBe(6);
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
});

describe('Host mail', () => {
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
    const answer = await host.send(
      'POST',
      '/feedback-service/public/v1/projects/acme/changelogs/subscribers',
      {
        body: '{ "email": "eve@example.com" }',
        headers: { authorization: '' },
      },
    );
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
});
