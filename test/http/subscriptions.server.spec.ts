import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventRelay } from '../../src/events/application/event-relay.js';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import {
  expectSuccess,
  idOf,
  newFeedback,
  newMember,
  newProject,
  unknownId,
  walk,
} from '../support/feedback.js';
import { unique } from '../support/operations.js';

type Person = Client & { userId: string };

let service: TestApp;
let admin: Client;
let project: string;
let editor: Person;

beforeAll(async () => {
  service = await startApp({ background: true });
  ({ admin } = service);
  project = await newProject(service);
  editor = await newMember(service, project, 'editor');
});

afterAll(() => service.close());

const outcome = ({ status, body }: Answer) => (status < 300 ? String(status) : `${status} ${body.code}`);

const isSubscribed = async (reader: Client, feedback: string) =>
  (await expectSuccess(reader.get(`${feedback}?include=viewer`))).body.viewer.subscribed as boolean;

const subscribersOf = async (feedback: string) =>
  (await walk(editor, `${feedback}/subscribers?limit=1`)).map(({ user }) => user.id as string);

/** Relays all events, as the background work does. */
const relayed = () => service.app.get(EventRelay).relay(true);

async function until(isMet: () => Promise<boolean>): Promise<void> {
  while (!(await isMet())) await new Promise((resolve) => setTimeout(resolve, 50));
}

describe('Subscribing to feedback', () => {
  it('is up to everyone who can read it', async () => {
    const feedback = await newFeedback(editor, project);
    const viewer = await newMember(service, project, 'viewer');
    const path = `${feedback}/subscribers/me`;
    expect(outcome(await viewer.get(path))).toBe('404 not_subscribed');
    const created = await viewer.put(path);
    expect([created.status, created.body.user.id]).toEqual([201, viewer.userId]);
    const again = await viewer.put(path);
    expect([again.status, again.body]).toEqual([200, created.body]);
    const read = await viewer.get(path);
    expect([read.status, read.body]).toEqual([200, created.body]);
    const etag = { 'if-none-match': read.headers.get('etag')! };
    expect((await viewer.get(path, etag)).status).toBe(304);
    expect(await isSubscribed(viewer, feedback)).toBe(true);
    expect(outcome(await viewer.delete(path))).toBe('204');
    expect(outcome(await viewer.delete(path))).toBe('204');
    expect(outcome(await viewer.get(path))).toBe('404 not_subscribed');
    expect(await isSubscribed(viewer, feedback)).toBe(false);
    expect(outcome(await viewer.put(path))).toBe('201');
    expect(outcome(await viewer.put(`${project}/feedback/${unknownId}/subscribers/me`))).toBe(
      '404 feedback_not_found',
    );
  });

  it('is possible for other users if the caller is an editor', async () => {
    const feedback = await newFeedback(editor, project);
    const viewer = await newMember(service, project, 'viewer');
    const other = await newMember(service, project, 'viewer');
    const path = `${feedback}/subscribers/${other.userId}`;
    for (const method of ['get', 'put', 'delete'] as const) {
      expect(outcome(await viewer[method](path))).toBe('403 insufficient_role');
    }
    expect(outcome(await viewer.get(`${feedback}/subscribers`))).toBe('403 insufficient_role');
    expect(outcome(await editor.put(path))).toBe('201');
    expect(outcome(await editor.get(path))).toBe('200');
    await relayed();
    expect(new Set(await subscribersOf(feedback))).toEqual(new Set([editor.userId, other.userId]));
    expect(outcome(await editor.delete(path))).toBe('204');
    expect(await subscribersOf(feedback)).toEqual([editor.userId]);
    for (const unknown of [unknownId, 'nobody']) {
      expect(outcome(await editor.put(`${feedback}/subscribers/${unknown}`))).toBe('404 user_not_found');
      expect(outcome(await editor.get(`${feedback}/subscribers/${unknown}`))).toBe('404 not_subscribed');
    }
  });
});

describe('Automatic subscriptions', () => {
  it('are those of authors, voters, commenters and assignees', async () => {
    const [author, voter, commenter, assignee, other] = await Promise.all(
      Array.from({ length: 5 }, () => newMember(service, project, 'contributor')),
    );
    const feedback = await newFeedback(author!, project);
    await expectSuccess(voter!.put(`${feedback}/upvotes/me`));
    await expectSuccess(commenter!.post(`${feedback}/comments`, { content: 'Me too' }));
    await expectSuccess(editor.patch(feedback, { assignee_id: assignee!.userId }));
    await expectSuccess(editor.patch(feedback, { status: 'planned' }));
    await relayed();
    for (const person of [author!, voter!, commenter!, assignee!]) {
      expect(await isSubscribed(person, feedback)).toBe(true);
    }
    for (const person of [other!, editor]) expect(await isSubscribed(person, feedback)).toBe(false);
    expect(await subscribersOf(feedback)).toHaveLength(4);
    await expectSuccess(voter!.delete(`${feedback}/upvotes/me`));
    await relayed();
    expect(await isSubscribed(voter!, feedback)).toBe(true);
  });

  it('do not replace the decision of somebody who has unsubscribed', async () => {
    const person = await newMember(service, project, 'contributor');
    const [before, after] = [await newFeedback(editor, project), await newFeedback(editor, project)];
    await expectSuccess(person.delete(`${before}/subscribers/me`));
    await expectSuccess(person.put(`${before}/upvotes/me`));
    await expectSuccess(person.put(`${after}/upvotes/me`));
    await relayed();
    expect([await isSubscribed(person, before), await isSubscribed(person, after)]).toEqual([false, true]);
    await expectSuccess(person.delete(`${after}/subscribers/me`));
    await expectSuccess(person.post(`${after}/comments`, { content: 'And another thing' }));
    await relayed();
    expect(await isSubscribed(person, after)).toBe(false);
  });

  it('are left out for those who do not want them', async () => {
    const person = await newMember(service, project, 'contributor');
    await expectSuccess(person.patch('/me/preferences', { auto_subscribe: false }));
    const feedback = await newFeedback(person, project);
    await relayed();
    expect(await isSubscribed(person, feedback)).toBe(false);
    await expectSuccess(person.put(`${feedback}/subscribers/me`));
    expect(await isSubscribed(person, feedback)).toBe(true);
  });
});

describe('Merging', () => {
  it('combines the subscribers, each once, and undoing it restores both', async () => {
    const [ada, bob, cleo] = await Promise.all(
      Array.from({ length: 3 }, () => newMember(service, project, 'contributor')),
    );
    const [source, target] = [await newFeedback(ada!, project), await newFeedback(bob!, project)];
    await expectSuccess(cleo!.put(`${source}/subscribers/me`));
    await expectSuccess(cleo!.put(`${target}/subscribers/me`));
    await relayed();
    await expectSuccess(editor.post(`${source}/merge`, { into: idOf(target) }));
    expect((await subscribersOf(target)).toSorted()).toEqual(
      [ada!.userId, bob!.userId, cleo!.userId].toSorted(),
    );
    expect(await isSubscribed(ada!, target)).toBe(true);
    expect((await editor.get(`${source}/subscribers`)).status).toBe(308);
    expect(outcome(await ada!.put(`${source}/subscribers/me`))).toBe('409 feedback_merged');
    expect(outcome(await ada!.put(`${target}/subscribers/me`))).toBe('200');
    await expectSuccess(editor.delete(`${source}/merge`));
    expect((await subscribersOf(source)).toSorted()).toEqual([ada!.userId, cleo!.userId].toSorted());
    expect((await subscribersOf(target)).toSorted()).toEqual([bob!.userId, cleo!.userId].toSorted());
  });

  it('keeps the decision about the target, and unsubscribing applies to both', async () => {
    const [ada, bob] = await Promise.all(
      Array.from({ length: 2 }, () => newMember(service, project, 'contributor')),
    );
    const [source, target] = [await newFeedback(editor, project), await newFeedback(editor, project)];
    for (const person of [ada!, bob!]) await expectSuccess(person.put(`${source}/subscribers/me`));
    await expectSuccess(ada!.delete(`${target}/subscribers/me`));
    await relayed();
    await expectSuccess(editor.post(`${source}/merge`, { into: idOf(target) }));
    expect(await isSubscribed(ada!, target)).toBe(false);
    expect(await isSubscribed(bob!, target)).toBe(true);
    await expectSuccess(bob!.delete(`${target}/subscribers/me`));
    expect(await isSubscribed(bob!, target)).toBe(false);
    expect(await subscribersOf(target)).toEqual([editor.userId]);
    await expectSuccess(editor.delete(`${source}/merge`));
    expect(await subscribersOf(source)).toEqual(expect.arrayContaining([ada!.userId, editor.userId]));
    expect(await isSubscribed(bob!, source)).toBe(false);
  });
});

describe('Subscribing to a changelog', () => {
  it('is up to everyone who can read the project', async () => {
    const viewer = await newMember(service, project, 'viewer');
    const path = `${project}/changelogs/subscribers/me`;
    expect(outcome(await viewer.get(path))).toBe('404 not_subscribed');
    const created = await viewer.put(path);
    expect([created.status, created.body.user.id]).toEqual([201, viewer.userId]);
    expect((await viewer.put(path)).status).toBe(200);
    expect((await viewer.get(path)).body).toEqual(created.body);
    expect(outcome(await viewer.delete(path))).toBe('204');
    expect(outcome(await viewer.delete(path))).toBe('204');
    expect(outcome(await viewer.get(path))).toBe('404 not_subscribed');
    const stranger = await service.userClient(`${unique('stranger')}@example.com`);
    expect(outcome(await stranger.put(path))).toBe('404 project_not_found');
  });
});

describe('Preferences', () => {
  it('belong to the caller, and have defaults', async () => {
    const person = await service.userClient(`${unique('person')}@example.com`);
    const read = await person.get('/me/preferences');
    expect(read.body).toEqual({ auto_subscribe: true, mail: 'each', time_zone: 'UTC', locale: '' });
    const unchanged = await person.patch('/me/preferences', {});
    expect(unchanged.body).toEqual(read.body);
    expect(unchanged.headers.get('etag')).toBe(read.headers.get('etag'));
    const stale = { 'if-match': read.headers.get('etag')! };
    const changed = await person.patch('/me/preferences', { mail: 'daily', time_zone: 'Asia/Tokyo' }, stale);
    expect(changed.body).toEqual({
      auto_subscribe: true,
      mail: 'daily',
      time_zone: 'Asia/Tokyo',
      locale: '',
    });
    expect((await person.get('/me/preferences')).body).toEqual(changed.body);
    expect(outcome(await person.patch('/me/preferences', { mail: 'off' }, stale))).toBe(
      '412 precondition_failed',
    );
    const broken = await person.patch('/me/preferences', { mail: 'hourly', time_zone: 'Mars/Olympus' });
    expect(broken.body.errors.map(({ pointer, code }: any) => `${pointer} ${code}`)).toEqual([
      '/mail invalid_choice',
      '/time_zone invalid_time_zone',
    ]);
    expect((await person.get('/me/preferences')).body.mail).toBe('daily');
  });

  it('can be read, but not changed, with tokens that are bound to a project', async () => {
    const bound = await service.userClient(`${unique('bound')}@example.com`, { project: idOf(project) });
    expect(outcome(await bound.get('/me/preferences'))).toBe('200');
    expect(outcome(await bound.patch('/me/preferences', { mail: 'off' }))).toBe('403 token_bound_to_project');
  });
});

describe('The data about a user', () => {
  it('contains preferences and subscriptions until the user is erased', async () => {
    const person = await newMember(service, project, 'contributor');
    const [wanted, unwanted] = [await newFeedback(editor, project), await newFeedback(editor, project)];
    await expectSuccess(person.patch('/me/preferences', { mail: 'weekly' }));
    await expectSuccess(person.put(`${wanted}/subscribers/me`));
    await expectSuccess(person.delete(`${unwanted}/subscribers/me`));
    await expectSuccess(person.put(`${project}/changelogs/subscribers/me`));
    const data = (await walk(person, `/users/me/export`)) as { kind: string; record: any }[];
    const preferences = data.filter(({ kind }) => kind === 'preferences');
    expect(preferences.map(({ record }) => record)).toEqual([
      { auto_subscribe: true, mail: 'weekly', time_zone: 'UTC', locale: '' },
    ]);
    const subscriptions = data.flatMap(({ kind, record }) =>
      kind === 'subscription' ? [[record.feedback_id, record.subscribed]] : [],
    );
    expect(new Map(subscriptions as [string | null, boolean][])).toEqual(
      new Map<string | null, boolean>([
        [idOf(wanted), true],
        [idOf(unwanted), false],
        [null, true],
      ]),
    );
    await expectSuccess(admin.delete(`/users/${person.userId}`));
    await until(async () => {
      const [left] = await service.database.database.dataSource.query<{ count: string }[]>(
        `select (select count(*) from exported_subscriptions where user_id = $1)
           + (select count(*) from notification_preferences where user_id = $1) as count`,
        [person.userId],
      );
      return left?.count === '0';
    });
  });
});
