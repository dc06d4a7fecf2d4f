import { beforeEach, expect, it } from '@jest/globals';
import { MailRepository, type NewMail } from '../../../../src/outreach/mail/domain/mail.repository.js';
import { MailSubscriberRepository } from '../../../../src/outreach/mail/domain/mail-subscriber.repository.js';
import { aProject, usePorts } from '../../../support/ports.js';

const ports = usePorts();
const mails = () => ports().get(MailRepository);
const subscribers = () => ports().get(MailSubscriberRepository);
const after = (seconds: number) => new Date(ports().clock.now().getTime() + seconds * 1_000);

let projectId: string;

beforeEach(async () => {
  projectId = (await aProject(ports())).id;
  await ports().query('update project_settings set public_changelog = true where project_id = $1', [
    projectId,
  ]);
});

async function aMail(): Promise<NewMail> {
  const { ids, clock } = ports();
  const [id, recipientId, subjectId, now] = [ids.next(), ids.next(), ids.next(), clock.now()];
  const mail = { id, kind: 'notification' as const, projectId, recipientId, subjectId };
  await mails().add([{ ...mail, createdAt: now, dueAt: now }]);
  return { ...mail, createdAt: now, dueAt: now };
}

/** Adds a subscriber who confirms at a time. */
async function aSubscriber(confirmedAt: Date): Promise<string> {
  const { ids, clock } = ports();
  const id = ids.next();
  const email = `${id}@example.com`;
  await subscribers().findOrAdd({ id, projectId, email, requestedAt: clock.now() });
  await subscribers().confirm(id, confirmedAt);
  return id;
}

/** Adds the mails about an entry that was published at a time, and returns their recipients. */
async function recipientsOf(publishedAt: Date): Promise<string[]> {
  const entry = { projectId, entryId: ports().ids.next(), publishedAt: publishedAt.toISOString() };
  await mails().addForSubscribers(entry, null, ports().clock.now());
  const rows = await ports().query('select recipient_id from mails where subject_id = $1', [entry.entryId]);
  return rows.map(({ recipient_id: id }) => id);
}

it('a mail that is being sent is not claimed by another process until its lease ends', async () => {
  const { id } = await aMail();
  expect(await mails().claim(after(0), after(300))).toMatchObject({ id });
  expect(await mails().claim(after(299), after(600))).toBeNull();
  expect(await mails().nextClaimTime()).toEqual(after(300));
  expect(await mails().claim(after(300), after(600))).toMatchObject({ id });
});

it('confirmations, which anyone can ask for, are sent after all other mails', async () => {
  const { ids, clock } = ports();
  const confirmation = { id: ids.next(), kind: 'confirmation' as const, projectId, recipientId: ids.next() };
  await mails().add([{ ...confirmation, subjectId: null, createdAt: clock.now(), dueAt: after(-60) }]);
  const { id } = await aMail();
  expect(await mails().nextClaimTime()).toEqual(after(-60));
  expect(await mails().claim(after(0), after(300))).toMatchObject({ id });
  expect(await mails().claim(after(0), after(300))).toMatchObject({ id: confirmation.id });
  expect(await mails().claim(after(0), after(300))).toBeNull();
});

it('an entry is sent to those who had confirmed when it was published', async () => {
  const [before, then] = [await aSubscriber(after(-1)), await aSubscriber(after(0))];
  await aSubscriber(after(1));
  expect(await recipientsOf(after(0))).toEqual([before, then]);
});

it('a subscriber who confirms again has been subscribed since the first time', async () => {
  const id = await aSubscriber(after(-1));
  await subscribers().confirm(id, after(1));
  expect(await recipientsOf(after(0))).toEqual([id]);
});
