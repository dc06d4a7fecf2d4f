import { afterEach, beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { MailServer, type ReceivedMail } from '../support/mail-server.js';
import {
  bootstrapToken,
  cleanUp,
  expireLeases,
  onCleanUp,
  preparedFolder,
  ServiceProcess,
} from './service-process.js';
import { until } from '../support/until.js';

afterEach(cleanUp);

const publicUrl = 'https://feedback.example.com';

interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

let mails: MailServer;
let settings: Record<string, string>;
let folder: string;
let service: ServiceProcess;
let database: pg.Client;

beforeEach(async () => {
  mails = await MailServer.start();
  onCleanUp(() => mails.close());
  ({ folder, settings } = await preparedFolder());
  Object.assign(settings, {
    RATE_LIMIT_PER_MINUTE: '0',
    SMTP_URL: mails.url,
    MAIL_FROM: 'news@example.com',
    PUBLIC_BASE_URL: publicUrl,
  });
  service = await ServiceProcess.start(folder, settings);
  database = new pg.Client({ connectionString: settings['DATABASE_URL']! });
  await database.connect();
  onCleanUp(() => database.end());
  await database.query('set search_path to feedback');
});

async function call(token: string, method: string, path: string, body?: object): Promise<any> {
  const response = await service.call(method, path, token, body);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** Starts the service again after it was killed, and simulates that the leases of the killed process end. */
async function restart(): Promise<void> {
  await service.end();
  await expireLeases(settings);
  await database.query(
    "update mails set leased_until = leased_until - interval '15 minutes' where done_at is null",
  );
  service = await ServiceProcess.start(folder, settings);
}

/** Waits until all events are in the feed, and all jobs and mails that follow from them are done. */
async function untilSettled(): Promise<void> {
  await until(async () => {
    const { rows } = await database.query<{ settled: boolean }>(
      `select not exists (select from events where position is null and in_feed)
         and not exists (select from feedback_jobs._private_jobs where run_at <= now() + interval '1 minute')
         and not exists (select from mails where done_at is null) as settled`,
    );
    return rows[0]!.settled;
  });
}

async function person(name: string): Promise<Person> {
  const email = `${name.toLowerCase()}@example.com`;
  const { id } = await call(bootstrapToken, 'POST', '/users', { email, full_name: name });
  const order = { name: 'story', scope: 'write', user_id: id };
  return { id, email, token: (await call(bootstrapToken, 'POST', '/tokens', order)).token };
}

/** Returns what the recipients read, sorted: the address, and the line that says what happened. */
const headlines = (received: readonly ReceivedMail[]): string[] =>
  received.map(({ to, parsed }) => `${to}: ${parsed.text!.split('\n\n')[1]}`).sort();

/** Returns the types of a person's notifications with the titles of what they are about, oldest first. */
async function notificationsOf({ token }: Person): Promise<string[]> {
  const records: any[] = await call(token, 'GET', '/me/notifications');
  return records
    .map(({ type, feedback, changelog }) =>
      [type, feedback?.title, changelog?.title].filter(Boolean).join(' '),
    )
    .reverse();
}

it('three people hear what becomes of their feedback, once each, although the service is killed twice', async () => {
  await call(bootstrapToken, 'POST', '/projects', { name: 'Acme', slug: 'acme' });
  const project = '/projects/acme';
  await call(bootstrapToken, 'PATCH', `${project}/settings`, { signed_in: 'contributor' });
  const [editor, ada, bob, cleo] = [
    await person('Edith'),
    await person('Ada'),
    await person('Bob'),
    await person('Cleo'),
  ];
  await call(bootstrapToken, 'PUT', `${project}/members/${editor.id}`, { role: 'editor' });
  const received = async (since: number) => {
    await untilSettled();
    return mails.received.slice(since);
  };

  // Ada submits feedback and Bob votes for it. Cleo submits the same in other words, and Ada comments on it.
  const dark = await call(ada.token, 'POST', `${project}/feedback`, { title: 'Dark mode' });
  const night = await call(cleo.token, 'POST', `${project}/feedback`, { title: 'Night mode' });
  const feedback = `${project}/feedback/${dark.id}`;
  await call(bob.token, 'PUT', `${feedback}/upvotes/me`);
  await untilSettled();
  await call(ada.token, 'POST', `${project}/feedback/${night.id}/comments`, { content: 'As I said' });
  await call(bob.token, 'POST', `${feedback}/comments`, { content: 'My eyes!' });
  expect(headlines(await received(0))).toEqual([
    'ada@example.com: Bob commented.',
    'cleo@example.com: Ada commented.',
  ]);

  // The process dies as soon as it has acknowledged the response of the team.
  await call(editor.token, 'POST', `${feedback}/comments`, { content: 'We like it', kind: 'response' });
  service.signal('SIGKILL');
  await restart();
  expect(headlines(await received(2))).toEqual([
    'ada@example.com: Edith responded.',
    'bob@example.com: Edith responded.',
  ]);

  await call(editor.token, 'POST', `${project}/feedback/${night.id}/merge`, { into: dark.id });
  expect(headlines(await received(4))).toEqual([
    'ada@example.com: Similar feedback was merged into this.',
    'cleo@example.com: Similar feedback was merged into this.',
  ]);

  // The process dies when the mail server has the second of three mails, and before it can say so.
  mails.onMail = () => {
    if (mails.received.length === 7) service.signal('SIGKILL');
    return undefined;
  };
  await call(editor.token, 'PATCH', feedback, { status: 'completed', status_comment: 'It is in the menu.' });
  await mails.untilReceived(8);
  mails.onMail = () => undefined;
  await restart();
  const completed = await received(6);
  const repeated = completed[1]!;
  expect(completed.slice(2).filter(({ to }) => to === repeated.to)).toHaveLength(1);
  expect(new Set(headlines(completed))).toEqual(
    new Set([ada, bob, cleo].map(({ email }) => `${email}: The status is now “Completed”.`)),
  );
  for (const { parsed } of completed) expect(parsed.text).toContain('It is in the menu.');
  expect(completed.map(({ parsed }) => parsed.messageId).sort()).toEqual(
    [...new Set(completed.map(({ parsed }) => parsed.messageId)), repeated.parsed.messageId].sort(),
  );

  // Bob unsubscribes as Gmail does it, without cookies or signing in.
  const { raw } = completed.find(({ to }) => to === bob.email)!;
  const unfolded = raw.replaceAll(/\r\n\s+/g, ' ');
  expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const [, url = ''] = /^List-Unsubscribe: <(.+?)>/m.exec(unfolded)!;
  const unsubscribed = await fetch(url.replace(publicUrl, service.url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(unsubscribed.status).toBe(200);

  const published = mails.received.length;
  const entry = await call(editor.token, 'POST', `${project}/changelogs`, { title: 'It is dark' });
  await call(editor.token, 'PUT', `${project}/changelogs/${entry.id}/feedback/${dark.id}`);
  await call(editor.token, 'PATCH', `${project}/changelogs/${entry.id}`, { published: true });
  expect(headlines(await received(published))).toEqual([
    'ada@example.com: A new entry was published.',
    'cleo@example.com: A new entry was published.',
  ]);

  // Each person has one thread for each feedback, in the order of what happened.
  const threadsOf = ({ email }: Person) => {
    const unique = new Map(
      mails.received.flatMap(({ to, parsed }) => (to === email ? [[parsed.messageId, parsed]] : [])),
    );
    return [...unique.values()].map(({ references, inReplyTo, subject }) => {
      expect(inReplyTo).toBe(references);
      return `${String(references)} ${subject}`;
    });
  };
  const [inNight, inDark, inEntry] = [
    `<feedback-${night.id}@example.com> Acme: Night mode`,
    `<feedback-${dark.id}@example.com> Acme: Dark mode`,
    `<changelog-${entry.id}@example.com> Acme: It is dark`,
  ];
  expect(threadsOf(ada)).toEqual([inDark, inDark, inDark, inDark, inEntry]);
  expect(threadsOf(bob)).toEqual([inDark, inDark]);
  expect(threadsOf(cleo)).toEqual([inNight, inDark, inDark, inEntry]);

  expect(await notificationsOf(ada)).toEqual([
    'comment.created Dark mode',
    'response.created Dark mode',
    'feedback.merged Dark mode',
    'feedback.status_changed Dark mode',
    'changelog.published Dark mode It is dark',
  ]);
  expect(await notificationsOf(bob)).toEqual([
    'response.created Dark mode',
    'feedback.status_changed Dark mode',
  ]);
  expect(await notificationsOf(cleo)).toEqual([
    'comment.created Dark mode',
    'feedback.merged Dark mode',
    'feedback.status_changed Dark mode',
    'changelog.published Dark mode It is dark',
  ]);
  expect(await notificationsOf(editor)).toEqual([]);

  // Ada is erased: nothing about her is left, and only Cleo hears what happens afterwards.
  await call(bootstrapToken, 'DELETE', `/users/${ada.id}`);
  await untilSettled();
  const erased = mails.received.length;
  await call(editor.token, 'POST', `${feedback}/comments`, { content: 'Enjoy', kind: 'response' });
  expect(headlines(await received(erased))).toEqual(['cleo@example.com: Edith responded.']);
  expect((await call(cleo.token, 'GET', '/me/notifications'))[4].actor).toMatchObject({
    id: ada.id,
    full_name: '',
  });
  for (const [table, column] of [
    ['notifications', 'user_id'],
    ['feedback_subscriptions', 'user_id'],
    ['mails', 'recipient_id'],
    ['mail_links', 'recipient_id'],
  ]) {
    const { rows } = await database.query(`select from ${table} where ${column} = $1`, [ada.id]);
    expect([table, rows.length]).toEqual([table, 0]);
  }
});
