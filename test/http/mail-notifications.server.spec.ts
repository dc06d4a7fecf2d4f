import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { FakeClock } from '../support/fakes/fake-clock.js';
import { MailServer, type ReceivedMail } from '../support/mail-server.js';
import { unique } from '../support/operations.js';

type Person = Client & { userId: string; email: string };

let mails: MailServer;
let service: TestApp;
let clock: FakeClock;
let slug: string;
let project: string;

beforeAll(async () => {
  mails = await MailServer.start();
  clock = new FakeClock();
  service = await startApp({
    clock,
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
    await service.admin.post(`${project}/feedback/${id}/comments`, { content: 'Internal', kind: 'internal' });
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
