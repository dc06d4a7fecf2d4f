import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventRelay } from '../../src/events/application/event-relay.js';
import { HostMailTransport, type MailMessage } from '../../src/index.js';
import { EntryMails } from '../../src/mail/application/entry-mails.js';
import { MailSender } from '../../src/mail/application/mail-sender.js';
import { NotificationFanOut } from '../../src/notifications/application/notification-fan-out.js';
import { FakeMailTransport } from '../../src/testing/index.js';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { FakeClock } from '../support/fakes/fake-clock.js';
import { expectSuccess, idOf, newFeedback, newMember, newProject } from '../support/feedback.js';

type Person = Client & { userId: string };

let transport: FakeMailTransport;
let clock: FakeClock;
let service: TestApp;
let project: string;
let editor: Person;
let ada: Person;
/** The events that have been processed. */
const processed = new Set<string>();

beforeAll(async () => {
  transport = new FakeMailTransport();
  clock = new FakeClock();
  service = await startApp({
    clock,
    environment: { PUBLIC_BASE_URL: 'https://feedback.example.com' },
    ports: [{ provide: HostMailTransport, useValue: transport }],
  });
});

afterAll(() => service.close());

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

const query = <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  service.database.database.dataSource.query<Row[]>(sql, values);

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
  const events = await query<StoredEvent>(
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

/** Sends the mails that are due, and returns what was given to the mail server. */
async function delivered(): Promise<readonly MailMessage[]> {
  await service.app.get(MailSender).sendDue(new AbortController().signal);
  const messages = transport.messages.slice(seen);
  seen += messages.length;
  return messages;
}

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
