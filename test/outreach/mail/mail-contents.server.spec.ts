import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventRelay } from '../../../src/events/application/event-relay.js';
import {
  EnglishMailTexts,
  HostChangelogVisibility,
  HostMailTexts,
  HostMailTransport,
  type MailMessage,
  type VisibilityReader,
} from '../../../src/index.js';
import { EntryMails } from '../../../src/outreach/mail/application/entry-mails.js';
import { MailSubscriptionService } from '../../../src/outreach/mail/application/mail-subscription.service.js';
import { MailSender } from '../../../src/outreach/mail/application/mail-sender.js';
import { NotificationFanOut } from '../../../src/outreach/notifications/application/notification-fan-out.js';
import { DatabaseUnavailable } from '../../../src/platform/persistence/database-errors.js';
import { FakeMailTransport } from '../../../src/testing/index.js';
import { type Client, startApp, type TestApp } from '../../support/app.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { expectSuccess, idOf, newFeedback, newMember, newProject } from '../../support/feedback.js';

type Person = Client & { userId: string };

const day = 24 * 3_600_000;

let transport: FakeMailTransport;
let texts: EnglishMailTexts;
let clock: FakeClock;
let service: TestApp;
let project: string;
let editor: Person;
let ada: Person;
/** The events that have been processed. */
const processed = new Set<string>();

beforeAll(async () => {
  transport = new FakeMailTransport();
  texts = new EnglishMailTexts();
  clock = new FakeClock();
  service = await startApp({
    clock,
    environment: { PUBLIC_BASE_URL: 'https://feedback.example.com' },
    ports: [
      { provide: HostMailTransport, useValue: transport },
      { provide: HostMailTexts, useValue: texts },
      {
        provide: HostChangelogVisibility,
        useValue: {
          conditionFor: ({ userId: user }: VisibilityReader) => ({
            sql: "changelog.title <> 'For members' or :user::uuid is not null",
            parameters: { user },
          }),
        },
      },
    ],
  });
});

afterAll(() => service.close());

afterEach(() => {
  jest.restoreAllMocks();
  transport.outcome = () => ({ result: 'sent' });
});

beforeEach(async () => {
  project = await newProject(service);
  await expectSuccess(service.admin.patch(`${project}/settings`, { public_changelog: true }));
  [editor, ada] = [
    await newMember(service, project, 'editor'),
    await newMember(service, project, 'contributor'),
  ];
  await notify();
  await delivered();
});

/** Sends the mails that are due, and returns their subjects. */
const subjects = async () => (await delivered()).map(({ subject }) => subject.replace('Project: ', ''));

/** Asks for a subscription to the changelog by e-mail. */
async function requestByMail(): Promise<void> {
  const email = `subscriber-${idOf(project)}@example.com`;
  const { status } = await service.send('POST', `/public/v1${project}/changelogs/subscribers`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  expect(status).toBe(202);
}

/** Subscribes an address to the changelog by e-mail. */
async function subscribeByMail(): Promise<void> {
  await requestByMail();
  const [{ text }] = (await delivered()) as [MailMessage];
  await follow(/https:\S+\/mail\/confirm\/\S+/.exec(text)![0]);
}

/** Follows the link of a mail. */
async function follow(url: string): Promise<void> {
  await fetch(url.replace('https://feedback.example.com', service.url), { method: 'POST' });
}

const publish = async (title: string): Promise<string> =>
  (await expectSuccess(service.admin.post(`${project}/changelogs`, { title, published: true }))).body
    .id as string;

interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly project_id: string;
  readonly at: Date;
  readonly entry: string;
}

/** Relays new events and processes them, as the background work does. */
async function notify({ newestFirst = false } = {}): Promise<void> {
  await service.app.get(EventRelay).relay(true);
  const events = await service.query<StoredEvent>(
    `select id, type, project_id, timestamp::timestamptz as at, data ->> 'id' as entry from event_records
     where position is not null order by position`,
  );
  for (const { id, type, project_id: projectId, at, entry: entryId } of newestFirst
    ? events.toReversed()
    : events) {
    if (processed.has(id)) continue;
    processed.add(id);
    await service.app.get(NotificationFanOut).notify(id);
    const entry = { projectId, entryId, publishedAt: at.toISOString() };
    if (type === 'changelog.published')
      await service.app.get(EntryMails).add(entry, new AbortController().signal);
  }
}

let seen = 0;

/** The errors of host code. */
const errors: string[] = [];

/** Sends the mails that are due, and returns what was given to the mail server. */
async function delivered(): Promise<readonly MailMessage[]> {
  await service.app
    .get(MailSender)
    .sendDue(new AbortController().signal, ({ message }) => errors.push(message));
  const messages = transport.messages.slice(seen);
  seen += messages.length;
  return messages;
}

const prefer = (person: Person, preferences: object) =>
  expectSuccess(person.patch('/me/preferences', preferences));

const respond = (feedback: string, content: string) =>
  expectSuccess(editor.post(`${feedback}/comments`, { content, kind: 'response' }));

describe('A mail about a change of the status', () => {
  it.each([{ kind: 'internal' }, { approval: 'rejected' }])(
    'contains the comment that explains it only while that is public: %j',
    async (change) => {
      const feedback = await newFeedback(ada, project, 'Dark mode');
      await notify();
      const status = { status: 'planned', status_comment: 'For our partner only.' };
      await expectSuccess(editor.patch(feedback, status));
      await notify();
      const [comment] = (await expectSuccess(editor.get(`${feedback}/comments`))).body;
      await expectSuccess(editor.patch(`${feedback}/comments/${comment.id}`, change));
      const [mail] = await delivered();
      expect(mail!.text).toContain('The status is now “Planned”.');
      expect(mail!.text).not.toContain('partner');
    },
  );
});

describe('A subscriber by e-mail', () => {
  beforeEach(() => subscribeByMail());

  const isPublic = (value: boolean) =>
    expectSuccess(service.admin.patch(`${project}/settings`, { public_changelog: value }));

  it('receives nothing while the changelog is not public', async () => {
    await isPublic(false);
    await publish('Not for everyone');
    await notify();
    await isPublic(true);
    expect(await subjects()).toEqual([]);
    await publish('Public');
    await notify();
    await isPublic(false);
    expect(await subjects()).toEqual([]);
    await isPublic(true);
    await publish('For everyone');
    await notify();
    expect(await subjects()).toEqual(['For everyone']);
  });

  it('receives no entry that a host hides from everyone without a token', async () => {
    await expectSuccess(editor.put(`${project}/changelogs/subscribers/me`));
    for (const title of ['For members', 'For everyone']) await publish(title);
    await notify();
    const received = (await delivered()).map(({ to, subject }) => [to.address.split('-')[0], subject]);
    expect(received.filter(([to]) => to === 'subscriber')).toEqual([['subscriber', 'Project: For everyone']]);
    // The editor receives both.
    expect(received).toHaveLength(3);
  });

  it('receives an entry that was withdrawn before its mail was sent, once it is published again', async () => {
    const entry = `${project}/changelogs/${await publish('Again')}`;
    await notify();
    await expectSuccess(editor.patch(entry, { published: false }));
    expect(await subjects()).toEqual([]);
    for (const expected of [['Again'], []]) {
      await expectSuccess(editor.patch(entry, { published: true }));
      await notify();
      expect(await subjects()).toEqual(expected);
      await expectSuccess(editor.patch(entry, { published: false }));
    }
  });
});

describe('An address that is asked for confirmation', () => {
  it('is sent one mail per hour, also if the first is delayed', async () => {
    transport.outcome = () => ({ result: 'deferred', reason: 'Greylisted' });
    await requestByMail();
    await delivered();
    transport.outcome = () => ({ result: 'sent' });
    clock.advance(3_600_000);
    await requestByMail();
    expect(await delivered()).toHaveLength(1);
    clock.advance(3_599_999);
    await requestByMail();
    expect(await delivered()).toHaveLength(0);
    clock.advance(1);
    await requestByMail();
    expect(await delivered()).toHaveLength(1);
  });
});

describe('The links of mails', () => {
  const linksOf = async () => {
    const rows = await service.query<{ action: string }>(
      'select l.action from mail_links l join projects p on p.id = l.project_id where p.slug = $1 order by l.action',
      [idOf(project)],
    );
    return rows.map(({ action }) => action);
  };

  const cleanUp = () => service.app.get(MailSubscriptionService).removeUnconfirmed();

  it('are removed when they expire, and with their subscriber', async () => {
    await subscribeByMail();
    await publish('Entry');
    await notify();
    const [{ unsubscribeUrl }] = (await delivered()) as [MailMessage];
    clock.advance(7 * day - 1);
    await cleanUp();
    expect(await linksOf()).toEqual(['confirm', 'end']);
    clock.advance(1);
    await cleanUp();
    expect(await linksOf()).toEqual(['end']);
    await follow(unsubscribeUrl!);
    expect(await linksOf()).toEqual([]);
  });

  it('are removed with an address that is refused', async () => {
    await subscribeByMail();
    await publish('Entry');
    await notify();
    transport.outcome = () => ({ result: 'address_refused', reason: 'No such user' });
    await delivered();
    expect(await linksOf()).toEqual([]);
  });
});

describe('A comment on merged feedback', () => {
  it.each([
    ['the API', false],
    ['mails', true],
  ])('is hidden by the board of that feedback in %s, when it is written and later', async (_, isMailed) => {
    await expectSuccess(service.admin.put(`${project}/boards/team`, { visibility: 'editors' }));
    const feedback = { title: 'Secret wish', board: 'team', user_id: ada.userId };
    const { id: source } = (await expectSuccess(service.admin.post(`${project}/feedback`, feedback))).body;
    const target = await newFeedback(editor, project, 'Dark mode');
    await expectSuccess(ada.put(`${target}/subscribers/me`));
    await expectSuccess(editor.post(`${project}/feedback/${source}/comments`, { content: 'Internally' }));
    const [comment] = (await expectSuccess(editor.get(`${project}/feedback/${source}/comments`))).body;
    await expectSuccess(editor.post(`${project}/feedback/${source}/merge`, { into: idOf(target) }));
    await notify();
    await delivered();
    const news = async () =>
      isMailed ? subjects() : (await ada.get('/me/notifications')).body.map(({ type }: any) => type);
    const before = await news();
    const reply = { content: 'Only for those who see it', parent_id: comment.id };
    await expectSuccess(editor.post(`${target}/comments`, reply));
    await notify();
    expect(await news()).toEqual(before);
    await expectSuccess(service.admin.put(`${project}/boards/team`, { visibility: 'members' }));
    await expectSuccess(editor.post(`${target}/comments`, reply));
    await notify();
    await expectSuccess(service.admin.put(`${project}/boards/team`, { visibility: 'editors' }));
    expect(await news()).toEqual(before);
  });
});

describe('A summary', () => {
  it('contains events that were processed after a later one', async () => {
    await prefer(ada, { mail: 'daily' });
    const feedback = await newFeedback(ada, project, 'Dark mode');
    await notify();
    for (const content of ['First', 'Second', 'Third']) {
      await respond(feedback, content);
      clock.advance(1_000);
    }
    await notify({ newestFirst: true });
    clock.advance(day);
    expect(await subjects()).toEqual(['3 updates']);
  });

  describe('that waits while preferences change', () => {
    let feedback: string;

    beforeEach(async () => {
      // A Tuesday at noon.
      const tuesday = Date.parse('2026-01-06T12:00:00Z');
      const weeks = Math.ceil((clock.now().getTime() - tuesday) / (7 * day));
      clock.set(new Date(tuesday + weeks * 7 * day));
      feedback = await newFeedback(ada, project, 'Dark mode');
      await notify();
    });

    it.each([
      [{ mail: 'weekly' }, { mail: 'daily' }, 20],
      [{ mail: 'daily' }, { mail: 'weekly' }, 5 * 24 + 20],
      [{ mail: 'daily' }, { time_zone: 'Asia/Tokyo' }, 11],
      [{ mail: 'daily' }, { locale: 'de' }, 20],
    ])('is sent as they say then: %j, then %j', async (before, change, hours) => {
      await prefer(ada, before);
      await respond(feedback, 'Waits');
      await notify();
      await prefer(ada, change);
      clock.advance(hours * 3_600_000 - 1);
      expect(await subjects()).toEqual([]);
      clock.advance(1);
      expect(await subjects()).toEqual(['1 update']);
    });

    it('is sent at once, if they are mailed singly from then on', async () => {
      await prefer(ada, { mail: 'weekly' });
      await respond(feedback, 'Waits');
      await notify();
      await prefer(ada, { mail: 'each' });
      expect(await subjects()).toEqual(['1 update']);
      await respond(feedback, 'Single');
      await notify();
      expect(await subjects()).toEqual(['Dark mode']);
      clock.advance(7 * day);
      expect(await subjects()).toEqual([]);
    });

    it('is sent when it was due, if it is late', async () => {
      await prefer(ada, { mail: 'daily' });
      await respond(feedback, 'Waits');
      await notify();
      clock.advance(day);
      await prefer(ada, { mail: 'weekly' });
      expect(await subjects()).toEqual(['1 update']);
    });
  });
});

describe('A mail about an entry', () => {
  let feedback: string;

  beforeEach(async () => {
    feedback = await newFeedback(ada, project, 'Dark mode');
    await notify();
  });

  const changelog = () => `${project}/changelogs/subscribers/me`;

  /** Publishes an entry that is linked to the feedback. */
  async function publishLinked(): Promise<void> {
    const { id } = (await expectSuccess(editor.post(`${project}/changelogs`, { title: 'It is here' }))).body;
    await expectSuccess(editor.put(`${project}/changelogs/${id}/feedback/${idOf(feedback)}`));
    await expectSuccess(editor.patch(`${project}/changelogs/${id}`, { published: true }));
    await notify();
  }

  const leave = {
    feedback: () => expectSuccess(ada.delete(`${feedback}/subscribers/me`)),
    changelog: () => expectSuccess(ada.delete(changelog())),
    board: async () => {
      await expectSuccess(service.admin.put(`${project}/boards/team`, { visibility: 'editors' }));
      await expectSuccess(editor.patch(feedback, { board: 'team' }));
    },
  };

  describe.each([
    ['each', 'It is here'],
    ['daily', '1 update'],
  ])('with the preference %s', (mail, subject) => {
    it.each([
      ['the changelog', [], 'sent'],
      ['the changelog', ['feedback'], 'sent'],
      ['the changelog', ['board'], 'sent'],
      ['the changelog', ['changelog'], 'sent'],
      ['the changelog', ['changelog', 'feedback'], 'not sent'],
      ['nothing else', [], 'sent'],
      ['nothing else', ['feedback'], 'not sent'],
      ['nothing else', ['board'], 'not sent'],
    ] as const)('to a subscriber of feedback and %s who leaves %j is %s', async (other, left, outcome) => {
      await prefer(ada, { mail });
      if (other === 'the changelog') await expectSuccess(ada.put(changelog()));
      await publishLinked();
      for (const what of left) await leave[what]();
      clock.advance(day);
      expect(await subjects()).toEqual(outcome === 'sent' ? [subject] : []);
    });
  });

  it.each(['each', 'daily'])(
    'is not sent to people who have left the changelog, with the preference %s',
    async (mail) => {
      await prefer(ada, { mail });
      await expectSuccess(ada.put(changelog()));
      await publish('For everyone');
      await notify();
      await leave.changelog();
      clock.advance(day);
      expect(await subjects()).toEqual([]);
    },
  );

  it.each([
    ['the changelog', 'news of Project', 'changelog'],
    ['the feedback', '“Dark mode”', 'feedback'],
  ])('has a link that ends the subscription to %s, which it names', async (what, named, list) => {
    if (what === 'the changelog') await expectSuccess(ada.put(changelog()));
    await publishLinked();
    const [{ text, html, unsubscribeUrl, list: sentList }] = (await delivered()) as [MailMessage];
    for (const body of [text, html]) expect(body).toContain(`because you are subscribed to ${named}.`);
    expect([sentList!.id, text.includes(`Unsubscribe: ${unsubscribeUrl}`)]).toEqual([
      `${list}.${idOf(project)}`,
      true,
    ]);
    await follow(unsubscribeUrl!);
    const statuses = [
      (await ada.get(changelog())).status,
      (await ada.get(`${feedback}/subscribers/me`)).status,
    ];
    expect(statuses).toEqual(what === 'the changelog' ? [404, 200] : [404, 404]);
  });
});

describe('A mail that the code of a host cannot write or send', () => {
  const failing = {
    texts: () => {
      const { news } = texts;
      jest.spyOn(texts, 'news').mockImplementation((content) => {
        if (content.excerpt === 'Broken') throw new Error('No such text');
        return news.call(texts, content);
      });
    },
    'no error': () => {
      const { news } = texts;
      jest.spyOn(texts, 'news').mockImplementation((content) => {
        // oxlint-disable-next-line typescript/only-throw-error
        if (content.excerpt === 'Broken') throw 'No such text';
        return news.call(texts, content);
      });
    },
    transport: () => {
      const { send } = transport;
      jest
        .spyOn(transport, 'send')
        .mockImplementation((message) =>
          message.text.includes('Broken')
            ? Promise.reject(new Error('No such text'))
            : send.call(transport, message),
        );
    },
  };

  beforeEach(() => {
    errors.length = 0;
  });

  it.each(['texts', 'no error', 'transport'] as const)(
    'is repeated like one that is refused for now: %s',
    async (what) => {
      const feedback = await newFeedback(ada, project, 'Dark mode');
      await notify();
      failing[what]();
      await respond(feedback, 'Broken');
      await notify();
      await respond(feedback, 'Fine');
      await notify();
      expect([await subjects(), errors]).toEqual([['Dark mode'], ['No such text']]);
      clock.advance(59_999);
      expect([await subjects(), errors.length]).toEqual([[], 1]);
      jest.restoreAllMocks();
      clock.advance(1);
      expect(await subjects()).toEqual(['Dark mode']);
    },
  );

  it('is no failure of the mail while the database cannot be used', async () => {
    const feedback = await newFeedback(ada, project, 'Dark mode');
    await notify();
    await respond(feedback, 'Fine');
    await notify();
    jest
      .spyOn(transport, 'send')
      .mockRejectedValueOnce(new DatabaseUnavailable(new Error('Connection lost')));
    await expect(subjects()).rejects.toThrow('Connection lost');
    expect(errors).toEqual([]);
    clock.advance(15 * 60_000);
    expect(await subjects()).toEqual(['Dark mode']);
  });

  it('is dropped after five days', async () => {
    const feedback = await newFeedback(ada, project, 'Dark mode');
    await notify();
    failing.texts();
    await respond(feedback, 'Broken');
    await notify();
    for (let attempt = 1; attempt <= 25; attempt += 1) {
      expect([await subjects(), errors.length]).toEqual([[], attempt]);
      clock.advance(day / 4);
    }
    jest.restoreAllMocks();
    expect(await subjects()).toEqual([]);
  });
});
