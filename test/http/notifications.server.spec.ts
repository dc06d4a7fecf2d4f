import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventRelay } from '../../src/events/application/event-relay.js';
import { NotificationFanOut } from '../../src/outreach/notifications/application/notification-fan-out.js';
import { NotificationService } from '../../src/outreach/notifications/application/notification.service.js';
import { type Client, startApp, type TestApp } from '../support/app.js';
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
let project: string;
let editor: Person;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  service = await startApp();
});

afterAll(() => service.close());

beforeEach(async () => {
  project = await newProject(service);
  [editor, ada, bob] = [
    await newMember(service, project, 'editor'),
    await newMember(service, project, 'contributor'),
    await newMember(service, project, 'contributor'),
  ];
});

const query = <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  service.database.database.dataSource.query<Row[]>(sql, values);

/** Relays all events, and notifies their audiences, as the background work does. Twice, as after a crash. */
async function notify(): Promise<void> {
  await service.app.get(EventRelay).relay(true);
  const events = await query<{ id: string }>(
    `select e.id from events e join projects p on p.id = e.project_id where p.slug = $1 order by e.position`,
    [idOf(project)],
  );
  for (const { id } of [...events, ...events]) await service.app.get(NotificationFanOut).notify(id);
}

/** Returns what a person is notified of, newest first. */
async function newsOf(person: Client, filter = ''): Promise<string[]> {
  const records = await walk(person, `/me/notifications?limit=2${filter}`);
  return records.map(({ type, feedback, changelog }) =>
    [type, feedback?.title ?? '-', ...(changelog ? [changelog.title] : [])].join(' '),
  );
}

const unreadOf = async (person: Client) =>
  Number((await expectSuccess(person.get('/me/notifications?limit=1'))).headers.get('x-unread-count'));

const respond = (feedback: string, content = 'We are on it', kind = 'response') =>
  expectSuccess(editor.post(`${feedback}/comments`, { content, kind }));

describe('Notifications', () => {
  it('are returned with the number of unread ones, also if the page has not changed', async () => {
    const { headers } = await expectSuccess(ada.get('/me/notifications'));
    const unchanged = await ada.get('/me/notifications', { 'if-none-match': headers.get('etag')! });
    expect([unchanged.status, unchanged.headers.get('x-unread-count')]).toEqual([304, '0']);
  });

  it('report what happened to what a person is subscribed to, newest first', async () => {
    const feedback = await newFeedback(ada, project, 'Dark mode');
    await expectSuccess(bob.put(`${feedback}/upvotes/me`));
    await notify();
    expect(await newsOf(ada)).toEqual([]);
    await expectSuccess(bob.post(`${feedback}/comments`, { content: 'Me too' }));
    await respond(feedback);
    await expectSuccess(editor.patch(feedback, { status: 'planned' }));
    await notify();
    expect(await newsOf(ada)).toEqual([
      'feedback.status_changed Dark mode',
      'response.created Dark mode',
      'comment.created Dark mode',
    ]);
    expect(await newsOf(bob)).toEqual(['feedback.status_changed Dark mode', 'response.created Dark mode']);
    expect(await newsOf(editor)).toEqual([]);
    const [newest] = (await ada.get('/me/notifications')).body;
    const { id, name } = (await editor.get(project)).body;
    expect(newest).toEqual({
      id: expect.any(String),
      type: 'feedback.status_changed',
      project: { id, slug: idOf(project), name },
      feedback: { id: idOf(feedback), title: 'Dark mode', status: 'planned' },
      changelog: null,
      actor: expect.objectContaining({ id: editor.userId, email: '' }),
      created_at: expect.any(String),
      read_at: null,
    });
  });

  it('treat a change of the status and its comment as one', async () => {
    const feedback = await newFeedback(ada, project, 'Dark mode');
    await notify();
    const change = { status: 'completed', status_comment: 'Switch it on in the settings.' };
    await expectSuccess(editor.patch(feedback, change));
    await notify();
    expect(await newsOf(ada)).toEqual(['feedback.status_changed Dark mode']);
  });

  it('never report internal comments, also if a comment becomes internal later', async () => {
    const feedback = await newFeedback(ada, project, 'Dark mode');
    await expectSuccess(editor.put(`${feedback}/subscribers/${bob.userId}`));
    await notify();
    const other = await newMember(service, project, 'editor');
    await expectSuccess(other.put(`${feedback}/subscribers/me`));
    await respond(feedback, 'Between us', 'internal');
    const comment = (await respond(feedback, 'A slip', 'comment')).body;
    await notify();
    for (const person of [ada, bob, other]) {
      expect(await newsOf(person)).toEqual(['comment.created Dark mode']);
    }
    await expectSuccess(editor.patch(`${feedback}/comments/${comment.id}`, { kind: 'internal' }));
    for (const person of [ada, bob, other]) {
      expect([await newsOf(person), await unreadOf(person)]).toEqual([[], 0]);
    }
    await expectSuccess(editor.patch(`${feedback}/comments/${comment.id}`, { kind: 'response' }));
    await notify();
    expect(await newsOf(ada)).toEqual(['response.created Dark mode', 'comment.created Dark mode']);
  });

  it('tell the subscribers of merged feedback where it went', async () => {
    const [source, target] = [
      await newFeedback(ada, project, 'Night mode'),
      await newFeedback(bob, project, 'Dark mode'),
    ];
    await notify();
    await expectSuccess(editor.post(`${source}/merge`, { into: idOf(target) }));
    await respond(target);
    await notify();
    expect(await newsOf(ada)).toEqual(['response.created Dark mode', 'feedback.merged Dark mode']);
    expect(await newsOf(bob)).toEqual(['response.created Dark mode']);
  });

  it('of entries reach the subscribers of the changelog and of linked feedback, once', async () => {
    const feedback = await newFeedback(ada, project, 'Dark mode');
    const viewer = await newMember(service, project, 'viewer');
    await expectSuccess(bob.put(`${feedback}/upvotes/me`));
    for (const person of [bob, viewer, editor]) {
      await expectSuccess(person.put(`${project}/changelogs/subscribers/me`));
    }
    await notify();
    const { id } = (await expectSuccess(editor.post(`${project}/changelogs`, { title: 'It is here' }))).body;
    await expectSuccess(editor.put(`${project}/changelogs/${id}/feedback/${idOf(feedback)}`));
    await notify();
    expect(await newsOf(viewer)).toEqual([]);
    await expectSuccess(editor.patch(`${project}/changelogs/${id}`, { published: true }));
    await notify();
    expect(await newsOf(ada)).toEqual(['changelog.published Dark mode It is here']);
    expect(await newsOf(bob)).toEqual(['changelog.published Dark mode It is here']);
    expect(await newsOf(viewer)).toEqual(['changelog.published - It is here']);
    expect(await newsOf(editor)).toEqual([]);
    await expectSuccess(editor.patch(`${project}/changelogs/${id}`, { published: false }));
    for (const person of [ada, bob, viewer]) expect(await newsOf(person)).toEqual([]);
  });

  it('reach nobody who has unsubscribed', async () => {
    const feedback = await newFeedback(ada, project, 'Dark mode');
    await expectSuccess(bob.put(`${feedback}/subscribers/me`));
    await notify();
    await expectSuccess(ada.delete(`${feedback}/subscribers/me`));
    await respond(feedback);
    await notify();
    expect([await newsOf(ada), await newsOf(bob)]).toEqual([[], ['response.created Dark mode']]);
  });

  it('of entries do not reach those who unsubscribed from linked feedback, but not from what is merged into it', async () => {
    const [source, target] = [await newFeedback(ada, project), await newFeedback(bob, project, 'Dark mode')];
    await notify();
    await expectSuccess(ada.delete(`${target}/subscribers/me`));
    await expectSuccess(editor.post(`${source}/merge`, { into: idOf(target) }));
    const { id } = (await expectSuccess(editor.post(`${project}/changelogs`, { title: 'It is here' }))).body;
    await expectSuccess(editor.put(`${project}/changelogs/${id}/feedback/${idOf(target)}`));
    await expectSuccess(editor.patch(`${project}/changelogs/${id}`, { published: true }));
    await notify();
    expect(await newsOf(bob)).toEqual(['changelog.published Dark mode It is here']);
    expect(await newsOf(ada)).toEqual([]);
  });
});

describe('Notifications of what a person cannot see', () => {
  it.each(['own', 'editors'])(
    'are neither written nor shown: a board with the visibility %s',
    async (visibility) => {
      const feedback = await newFeedback(ada, project, 'Dark mode');
      await expectSuccess(bob.put(`${feedback}/upvotes/me`));
      await respond(feedback);
      await notify();
      expect([await newsOf(ada), await newsOf(bob)]).toEqual([
        ['response.created Dark mode'],
        ['response.created Dark mode'],
      ]);
      await expectSuccess(service.admin.put(`${project}/boards/team`, { visibility }));
      await expectSuccess(editor.patch(feedback, { board: 'team' }));
      await respond(feedback, 'Only for those who see it');
      await notify();
      const forAuthor = visibility === 'own' ? Array(2).fill('response.created Dark mode') : [];
      expect([await newsOf(ada), await unreadOf(ada)]).toEqual([forAuthor, forAuthor.length]);
      expect([await newsOf(bob), await unreadOf(bob)]).toEqual([[], 0]);
      const stored = await query('select from notifications where user_id = $1', [bob.userId]);
      expect(stored).toHaveLength(1);
      await expectSuccess(service.admin.put(`${project}/boards/team`, { visibility: 'members' }));
      expect(await newsOf(bob)).toEqual(['response.created Dark mode']);
    },
  );

  it.each([
    ['removed', (userId: string) => service.admin.delete(`${project}/members/${userId}`)],
    ['blocked', (userId: string) => service.admin.put(`${project}/members/${userId}`, { role: 'blocked' })],
  ])('are neither written nor shown: a member who was %s', async (_, leave) => {
    const feedback = await newFeedback(ada, project, 'Dark mode');
    await expectSuccess(bob.put(`${feedback}/upvotes/me`));
    await respond(feedback);
    await notify();
    expect(await unreadOf(bob)).toBe(1);
    await expectSuccess(leave(bob.userId));
    await respond(feedback);
    await notify();
    expect([await newsOf(bob), await unreadOf(bob)]).toEqual([[], 0]);
    expect(await query('select from notifications where user_id = $1', [bob.userId])).toHaveLength(1);
    await expectSuccess(service.admin.patch(`${project}/settings`, { signed_in: 'viewer' }));
    expect(await newsOf(bob)).toHaveLength(_ === 'removed' ? 1 : 0);
  });

  it('are decided as access to the feedback itself, for all roles and boards', async () => {
    const people: [string, Person][] = [];
    for (const role of ['viewer', 'contributor', 'editor', 'owner', 'blocked']) {
      people.push([role, await newMember(service, project, role)]);
    }
    for (const name of ['signed in', 'admin']) {
      people.push([name, await service.userClient(`${unique('person')}@example.com`)]);
    }
    const [, admin] = people.at(-1)!;
    await expectSuccess(service.admin.patch(`/users/${admin.userId}`, { instance_admin: true }));
    await expectSuccess(service.admin.patch(`${project}/settings`, { signed_in: 'contributor' }));
    const all: string[] = [];
    for (const visibility of ['public', 'members', 'own', 'editors']) {
      await expectSuccess(service.admin.put(`${project}/boards/${visibility}`, { visibility }));
      for (const author of people) {
        const feedback = { title: 'Wish', board: visibility, user_id: author[1].userId };
        const { id } = (await expectSuccess(service.admin.post(`${project}/feedback`, feedback))).body;
        all.push(`${project}/feedback/${id}`);
      }
    }
    for (const feedback of all) {
      for (const [, person] of people) {
        await expectSuccess(service.admin.put(`${feedback}/subscribers/${person.userId}`));
      }
      await respond(feedback);
    }
    await notify();
    for (const [name, person] of people) {
      const notified = (await walk(person, '/me/notifications')).map(({ feedback }) => feedback.id as string);
      const visible: string[] = [];
      for (const feedback of all)
        if ((await person.get(feedback)).status === 200) visible.push(idOf(feedback));
      expect([name, notified.toSorted()]).toEqual([name, visible.toSorted()]);
    }
  });
});

describe('The list of notifications', () => {
  it('goes on behind many that a person cannot see', async () => {
    const [hidden, seen] = [await newFeedback(editor, project), await newFeedback(editor, project, 'Seen')];
    await expectSuccess(service.admin.put(`${project}/boards/team`, { visibility: 'editors' }));
    await expectSuccess(editor.patch(hidden, { board: 'team' }));
    const { id } = (await editor.get(project)).body;
    const insert = (feedback: string, from: number, to: number) =>
      query(
        `insert into notifications (id, user_id, event_id, project_id, type, feedback_id, actor_id, created_at)
         select gen_random_uuid(), $1, gen_random_uuid(), $2, 'feedback.status_changed', $3, $4,
           now() - n * interval '1 second' from generate_series($5::int, $6::int) n`,
        [ada.userId, id, idOf(feedback), editor.userId, from, to],
      );
    await insert(hidden, 1, 2_100);
    await insert(seen, 2_101, 2_103);
    const first = await ada.get('/me/notifications?limit=2&count=true');
    expect([first.body, first.headers.get('x-total-count')]).toEqual([[], '3']);
    expect(first.headers.get('link')).toContain('rel="next"');
    expect(await newsOf(ada)).toEqual(Array(3).fill('feedback.status_changed Seen'));
    await insert(seen, 500, 501);
    expect(await unreadOf(ada)).toBe(2);
    const stream = await ada.get('/me/notifications', { accept: 'application/x-ndjson' });
    expect(stream.text.trim().split('\n')).toHaveLength(5);
    await insert(seen, 600, 800);
    expect(await unreadOf(ada)).toBe(100);
    expect(await newsOf(ada)).toHaveLength(206);
  });
});

describe('Marking notifications as read', () => {
  it('is possible by id and up to a time, and counts what is left', async () => {
    const feedback = await newFeedback(ada, project, 'Dark mode');
    await notify();
    for (const text of ['One', 'Two', 'Three', 'Four']) await respond(feedback, text);
    await notify();
    const [fourth, third, second] = await walk(ada, '/me/notifications');
    expect(await unreadOf(ada)).toBe(4);
    const read = (body: object, reader = ada) => reader.post('/me/notifications/read', body);
    expect((await read({ ids: [third.id, unknownId] })).body).toEqual({ unread_count: 3 });
    expect((await read({ ids: [fourth.id] }, bob)).body).toEqual({ unread_count: 0 });
    expect((await ada.get('/me/notifications?unread=true')).body.map(({ id }: any) => id)).toEqual(
      expect.not.arrayContaining([third.id]),
    );
    expect((await walk(ada, '/me/notifications')).map(({ read_at }) => read_at !== null)).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect((await read({ before: fourth.created_at })).body).toEqual({ unread_count: 1 });
    expect((await walk(ada, '/me/notifications?unread=true')).map(({ id }) => id)).toEqual([fourth.id]);
    expect((await read({ ids: [second.id, third.id, fourth.id] })).body).toEqual({ unread_count: 0 });
  });

  it.each([
    [{}, '/ids required'],
    [{ ids: [unknownId], before: '2026-01-01T00:00:00Z' }, '/before exclusive'],
    [{ before: 'now' }, '/before invalid_timestamp'],
    [{ ids: ['x'] }, '/ids/0 invalid_uuid'],
    [{ ids: Array(101).fill(unknownId) }, '/ids too_many'],
  ])('rejects %#', async (body, error) => {
    const { status, body: problem } = await ada.post('/me/notifications/read', body);
    const [first] = problem.errors;
    expect([status, `${first.pointer} ${first.code}`]).toEqual([400, error]);
  });
});

describe('A token that is bound to a project', () => {
  it('reads and marks the notifications of the project only', async () => {
    const feedback = await newFeedback(ada, project, 'Here');
    const elsewhere = await newProject(service);
    await expectSuccess(service.admin.put(`${elsewhere}/members/${ada.userId}`, { role: 'contributor' }));
    const other = await newFeedback(ada, elsewhere, 'Elsewhere');
    await service.app.get(EventRelay).relay(true);
    await respond(feedback);
    await expectSuccess(service.admin.post(`${other}/comments`, { content: 'Thanks', kind: 'response' }));
    await notify();
    project = elsewhere;
    await notify();
    expect(await newsOf(ada)).toEqual(['response.created Elsewhere', 'response.created Here']);
    const order = { name: 'Bound', scope: 'write', project: idOf(elsewhere) };
    const bound = service.client((await expectSuccess(ada.post('/tokens', order))).body.token as string);
    expect([await newsOf(bound), await unreadOf(bound)]).toEqual([['response.created Elsewhere'], 1]);
    const { body } = await bound.post('/me/notifications/read', { before: '2099-01-01T00:00:00Z' });
    expect(body).toEqual({ unread_count: 0 });
    expect(await newsOf(ada, '&unread=true')).toEqual(['response.created Here']);
  });
});

describe('Stored notifications', () => {
  it('are deleted after 90 days, and with their feedback, comment, entry or user', async () => {
    const feedback = await newFeedback(ada, project, 'Dark mode');
    await notify();
    const { id } = (await respond(feedback)).body;
    await respond(feedback, 'Again');
    await notify();
    const days = (count: number) =>
      query(
        'update notifications set created_at = now() - $1::int * interval $$1 day$$ where comment_id = $2',
        [count, id],
      );
    await days(89);
    await service.app.get(NotificationService).removeOld();
    expect(await newsOf(ada)).toHaveLength(2);
    await days(91);
    await service.app.get(NotificationService).removeOld();
    expect(await newsOf(ada)).toHaveLength(1);
    const exported = await walk(ada, '/users/me/export');
    expect(exported.filter(({ kind }) => kind === 'notification')).toHaveLength(1);
    await expectSuccess(editor.delete(feedback));
    expect(await query('select from notifications where user_id = $1', [ada.userId])).toHaveLength(0);
  });
});
