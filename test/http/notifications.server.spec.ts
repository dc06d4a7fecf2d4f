import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventRelay } from '../../src/events/application/event-relay.js';
import { NotificationFanOut } from '../../src/outreach/notifications/application/notification-fan-out.js';
import { NotificationService } from '../../src/outreach/notifications/application/notification.service.js';
import { type Client, outcome, sharedApp, startApp, type TestApp } from '../support/app.js';
import {
  expectSuccess,
  idOf,
  newFeedback,
  newMember,
  newProject,
  unknownId,
  walk,
} from '../support/feedback.js';
import { until } from '../support/until.js';
import { unique } from '../support/unique.js';

describe('Notifications', () => {
  type Person = Client & { userId: string };

  let service: TestApp;
  let project: string;
  let editor: Person;
  let ada: Person;
  let bob: Person;

  beforeAll(async () => {
    // Without the background work: the tests say when people are notified.
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

  /** Relays all events, and notifies their audiences, as the background work does. Twice, as after a crash. */
  async function notify(): Promise<void> {
    await service.app.get(EventRelay).relay(true);
    const events = await service.query<{ id: string }>(
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

    it('tell the subscribers of the target of replies to comments on what was merged into it', async () => {
      const source = await newFeedback(ada, project, 'Night mode');
      const { id } = (await respond(source, 'Please', 'comment')).body;
      await notify();
      const target = await newFeedback(bob, project, 'Dark mode');
      await expectSuccess(editor.post(`${source}/merge`, { into: idOf(target) }));
      await notify();
      const reply = { content: 'Done', kind: 'response', parent_id: id };
      await expectSuccess(editor.post(`${target}/comments`, reply));
      await notify();
      expect(await newsOf(bob)).toEqual(['response.created Dark mode']);
      expect((await newsOf(ada))[0]).toBe('response.created Dark mode');
    });

    it('do not tell of a merge to whom a board hides what was merged', async () => {
      const owner = await newMember(service, project, 'owner');
      await expectSuccess(owner.put(`${project}/boards/team`, { name: 'Team', visibility: 'editors' }));
      const [source, target] = [
        await newFeedback(ada, project, 'Night mode'),
        await newFeedback(bob, project, 'Dark mode'),
      ];
      await notify();
      await expectSuccess(editor.patch(source, { board: 'team' }));
      await expectSuccess(editor.post(`${source}/merge`, { into: idOf(target) }));
      await notify();
      expect((await ada.get(source)).status).toBe(404);
      expect(await newsOf(ada)).toEqual([]);
    });

    it('tell once that a status was replaced, and not for what was merged', async () => {
      const owner = await newMember(service, project, 'owner');
      await expectSuccess(owner.put(`${project}/statuses/beta`, { name: 'Beta' }));
      await expectSuccess(owner.put(`${project}/statuses/later`, { name: 'Later' }));
      const [source, target] = [
        await newFeedback(ada, project, 'Night mode'),
        await newFeedback(bob, project, 'Dark mode'),
      ];
      await expectSuccess(editor.patch(source, { status: 'later' }));
      for (const path of [source, target]) await expectSuccess(editor.patch(path, { status: 'beta' }));
      await expectSuccess(editor.post(`${source}/merge`, { into: idOf(target) }));
      await notify();
      const [before, beforeOfBob] = [await newsOf(ada), await newsOf(bob)];
      await expectSuccess(owner.delete(`${project}/statuses/beta?replace_with=completed`));
      await notify();
      expect(await newsOf(ada)).toEqual(['feedback.status_changed Dark mode', ...before]);
      expect(await newsOf(bob)).toEqual(['feedback.status_changed Dark mode', ...beforeOfBob]);
    });

    it('of entries reach the subscribers of the changelog and of linked feedback, once', async () => {
      const feedback = await newFeedback(ada, project, 'Dark mode');
      const viewer = await newMember(service, project, 'viewer');
      await expectSuccess(bob.put(`${feedback}/upvotes/me`));
      for (const person of [bob, viewer, editor]) {
        await expectSuccess(person.put(`${project}/changelogs/subscribers/me`));
      }
      await notify();
      const { id } = (await expectSuccess(editor.post(`${project}/changelogs`, { title: 'It is here' })))
        .body;
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
      const [source, target] = [
        await newFeedback(ada, project),
        await newFeedback(bob, project, 'Dark mode'),
      ];
      await notify();
      await expectSuccess(ada.delete(`${target}/subscribers/me`));
      await expectSuccess(editor.post(`${source}/merge`, { into: idOf(target) }));
      const { id } = (await expectSuccess(editor.post(`${project}/changelogs`, { title: 'It is here' })))
        .body;
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
        const stored = await service.query('select from notifications where user_id = $1', [bob.userId]);
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
      expect(await service.query('select from notifications where user_id = $1', [bob.userId])).toHaveLength(
        1,
      );
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
        const notified = (await walk(person, '/me/notifications')).map(
          ({ feedback }) => feedback.id as string,
        );
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
        service.query(
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
        service.query(
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
      expect(await service.query('select from notifications where user_id = $1', [ada.userId])).toHaveLength(
        0,
      );
    });
  });
});

describe('Subscriptions', () => {
  type Person = Client & { userId: string };

  let service: TestApp;
  let admin: Client;
  let project: string;
  let editor: Person;

  beforeAll(async () => {
    service = await sharedApp();
    ({ admin } = service);
    project = await newProject(service);
    editor = await newMember(service, project, 'editor');
  });

  const isSubscribed = async (reader: Client, feedback: string) =>
    (await expectSuccess(reader.get(`${feedback}?include=viewer`))).body.viewer.subscribed as boolean;

  const subscribersOf = async (feedback: string) =>
    (await walk(editor, `${feedback}/subscribers?limit=1`)).map(({ user }) => user.id as string);

  /** Relays all events, as the background work does. */
  const relayed = () => service.app.get(EventRelay).relay(true);

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
      const changed = await person.patch(
        '/me/preferences',
        { mail: 'daily', time_zone: 'Asia/Tokyo' },
        stale,
      );
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
      expect(outcome(await bound.patch('/me/preferences', { mail: 'off' }))).toBe(
        '403 token_bound_to_project',
      );
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
        const [left] = await service.query<{ count: string }>(
          `select (select count(*) from exported_subscriptions where user_id = $1)
           + (select count(*) from notification_preferences where user_id = $1) as count`,
          [person.userId],
        );
        return left?.count === '0';
      });
    });
  });
});
