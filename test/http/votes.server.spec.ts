import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Client, startApp, type TestApp } from '../support/app.js';
import {
  expectSuccess,
  idOf,
  miscounts,
  newFeedback,
  newMember,
  newProject,
  newUser,
  TickingClock,
  unknownId,
  votersOf,
  walk,
} from '../support/feedback.js';

let service: TestApp;
let admin: Client;
let project: string;
let editor: Client & { userId: string };
let contributor: Client & { userId: string };
let viewer: Client & { userId: string };
let feedback: string;

beforeAll(async () => {
  service = await startApp({ clock: new TickingClock() });
  admin = service.admin;
  project = await newProject(service);
  [editor, contributor, viewer] = await Promise.all([
    newMember(service, project, 'editor'),
    newMember(service, project, 'contributor'),
    newMember(service, project, 'viewer'),
  ]);
});

beforeEach(async () => {
  feedback = await newFeedback(admin, project);
});

afterAll(() => service.close());

describe('A vote', () => {
  it('counts once, however often it is cast', async () => {
    for (let time = 1; time <= 3; time++) {
      const answer = await contributor.put(`${feedback}/upvotes/me`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual((await contributor.get(feedback)).body);
      expect(answer.body.upvotes).toBe(1);
    }
    const other = await editor.put(`${feedback}/upvotes/${editor.userId.toUpperCase()}`);
    expect(other.body.upvotes).toBe(2);
    expect(await miscounts(service)).toEqual([]);
  });

  it('can be removed, also if there is none', async () => {
    await expectSuccess(contributor.put(`${feedback}/upvotes/me`));
    await expectSuccess(editor.put(`${feedback}/upvotes/me`));
    for (let time = 1; time <= 3; time++) {
      const answer = await contributor.delete(`${feedback}/upvotes/me`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual((await contributor.get(feedback)).body);
      expect(answer.body.upvotes).toBe(1);
    }
    expect(await votersOf(admin, feedback)).toEqual([editor.userId]);
    const last = await editor.delete(`${feedback}/upvotes/${editor.userId.toUpperCase()}`);
    expect(last.body.upvotes).toBe(0);
    expect(await miscounts(service)).toEqual([]);
  });

  it('can be cast and removed on behalf of others by editors only', async () => {
    const other = await newUser(service);
    const refused = await contributor.put(`${feedback}/upvotes/${other}`);
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_role']);
    expect((await editor.put(`${feedback}/upvotes/${other}`)).body.upvotes).toBe(1);
    expect((await contributor.delete(`${feedback}/upvotes/${other}`)).status).toBe(403);
    expect(await votersOf(admin, feedback)).toEqual([other]);
    expect((await editor.delete(`${feedback}/upvotes/${other}`)).body.upvotes).toBe(0);
  });

  it('requires the role `contributor`; viewers can read all votes', async () => {
    for (const path of [`${feedback}/upvotes/me`, `${feedback}/upvotes/${viewer.userId}`]) {
      expect((await viewer.put(path)).status).toBe(403);
      expect((await viewer.delete(path)).status).toBe(403);
    }
    await expectSuccess(contributor.put(`${feedback}/upvotes/me`));
    expect((await viewer.get(`${feedback}/upvotes`)).body).toHaveLength(1);
  });

  it.each([unknownId, 'nope', 'ME', '%00'])('of an unknown user returns 404: %s', async (user) => {
    for (const answer of [
      await editor.put(`${feedback}/upvotes/${user}`),
      await editor.delete(`${feedback}/upvotes/${user}`),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'user_not_found']);
    }
    expect(await votersOf(admin, feedback)).toEqual([]);
  });

  it('for unknown feedback, or feedback of another project, returns 404', async () => {
    const elsewhere = `${await newProject(service)}/feedback/${idOf(feedback)}`;
    for (const path of [`${project}/feedback/${unknownId}`, `${project}/feedback/nope`, elsewhere]) {
      for (const answer of [
        await admin.put(`${path}/upvotes/me`),
        await admin.delete(`${path}/upvotes/me`),
        await admin.get(`${path}/upvotes`),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([404, 'feedback_not_found']);
      }
    }
  });

  it('has neither a body nor parameters', async () => {
    const withBody = await contributor.put(`${feedback}/upvotes/me`, { weight: 2 });
    expect([withBody.status, withBody.body.code]).toEqual([400, 'body_not_taken']);
    const withQuery = await contributor.put(`${feedback}/upvotes/me?weight=2`);
    expect(withQuery.body.errors).toEqual([
      { parameter: 'weight', code: 'unknown', detail: 'The parameter is unknown.' },
    ]);
    // An empty body counts as none.
    const empty = await service.send('PUT', `/v1${feedback}/upvotes/me`, {
      body: '',
      headers: { authorization: `Bearer ${contributor.token}`, 'content-type': 'application/json' },
    });
    expect(empty.status).toBe(200);
  });

  it('of an anonymized user remains, and can be removed', async () => {
    const other = await newUser(service);
    await expectSuccess(editor.put(`${feedback}/upvotes/${other}`));
    await expectSuccess(admin.delete(`/users/${other}`));
    const [{ user }] = (await admin.get(`${feedback}/upvotes`)).body;
    expect(user).toMatchObject({ id: other, email: '', avatar_url: '' });
    expect((await editor.put(`${feedback}/upvotes/${other}`)).status).toBe(404);
    expect((await editor.delete(`${feedback}/upvotes/${other}`)).body.upvotes).toBe(0);
    expect((await editor.delete(`${feedback}/upvotes/${other}`)).status).toBe(404);
  });

  it('is removed with its feedback', async () => {
    await expectSuccess(contributor.put(`${feedback}/upvotes/me`));
    expect((await admin.delete(feedback)).status).toBe(204);
    const { dataSource } = service.database.database;
    expect(await dataSource.query('select * from votes where feedback_id = $1', [idOf(feedback)])).toEqual(
      [],
    );
  });
});

describe('A vote for an end user', () => {
  const votes = () => `${feedback}/upvotes`;

  it('is created by editors, together with the user, and only once', async () => {
    const user = { email: 'End.User@example.com', full_name: 'End User' };
    const cast = await editor.post(votes(), { user });
    expect(cast.status).toBe(201);
    expect(cast.body.user).toMatchObject({ ...user, avatar_url: '' });
    expect(cast.headers.get('location')).toBe(`${service.url}/v1${votes()}/${cast.body.user.id}`);
    const found = await editor.get(`${votes()}/${cast.body.user.id}`);
    expect([found.text, found.headers.get('etag')]).toEqual([cast.text, cast.headers.get('etag')]);
    const again = await editor.post(votes(), { user: { email: 'end.user@EXAMPLE.com', full_name: 'Other' } });
    expect([again.status, again.text, again.headers.get('location')]).toEqual([200, cast.text, null]);
    const byId = await editor.post(votes(), { user_id: cast.body.user.id.toUpperCase() });
    expect([byId.status, byId.text]).toEqual([200, cast.text]);
    expect((await admin.get(feedback)).body.upvotes).toBe(1);
    expect(await miscounts(service)).toEqual([]);
  });

  it('can be created by contributors for themselves only', async () => {
    const own = await contributor.post(votes(), {});
    expect([own.status, own.body.user.id]).toEqual([201, contributor.userId]);
    for (const [body, pointer] of [
      [{ user_id: viewer.userId }, '/user_id'],
      [{ user: { email: 'nobody-yet@example.com' } }, '/user'],
    ] as const) {
      const refused = await contributor.post(votes(), body);
      expect([refused.status, refused.body.code, refused.body.errors[0].pointer]).toEqual([
        403,
        'insufficient_role',
        pointer,
      ]);
    }
    expect((await admin.get('/users?email=nobody-yet@example.com')).body).toEqual([]);
    expect((await viewer.post(votes(), {})).status).toBe(403);
    expect(await votersOf(admin, feedback)).toEqual([contributor.userId]);
  });

  it('can be created with a token that is bound to the project, and records one event', async () => {
    const { body } = await editor.post('/tokens', { name: 'Widget', scope: 'write', project: idOf(project) });
    const widget = service.client(body.token);
    for (let time = 1; time <= 2; time++) {
      await expectSuccess(widget.post(votes(), { user: { email: 'widget-user@example.com' } }));
    }
    const { dataSource } = service.database.database;
    const events = await dataSource.query(
      `select actor_id, data ->> 'user_id' as voter from events
       where type = 'feedback.upvoted' and data ->> 'feedback_id' = $1`,
      [idOf(feedback)],
    );
    const [voter] = await votersOf(admin, feedback);
    expect(events).toEqual([{ actor_id: editor.userId, voter }]);
  });

  it('is rejected for an unknown user and for missing or merged feedback, without registering anyone', async () => {
    const unknown = await editor.post(votes(), { user_id: unknownId });
    expect([unknown.status, unknown.body.errors]).toMatchObject([
      400,
      [{ pointer: '/user_id', code: 'not_found' }],
    ]);
    const target = await newFeedback(admin, project);
    await expectSuccess(admin.post(`${feedback}/merge`, { into: idOf(target) }));
    const user = { email: 'never-registered@example.com' };
    const merged = await editor.post(votes(), { user });
    expect([merged.status, merged.body.code]).toEqual([409, 'feedback_merged']);
    const missing = await editor.post(`${project}/feedback/${unknownId}/upvotes`, { user });
    expect([missing.status, missing.body.code]).toEqual([404, 'feedback_not_found']);
    expect((await admin.get(`/users?email=${user.email}`)).body).toEqual([]);
  });

  it('returns the vote for merged feedback, if there is one', async () => {
    const target = await newFeedback(admin, project);
    const cast = await contributor.post(votes(), {});
    await expectSuccess(admin.post(`${feedback}/merge`, { into: idOf(target) }));
    const again = await contributor.post(`${target}/upvotes`, {});
    expect([again.status, again.text]).toEqual([200, cast.text]);
    expect((await admin.get(target)).body.upvotes).toBe(1);
  });
});

describe('The vote of a user', () => {
  it('is returned, or 404 if there is none', async () => {
    await expectSuccess(contributor.put(`${feedback}/upvotes/me`));
    const own = await contributor.get(`${feedback}/upvotes/me`);
    const [listed] = (await admin.get(`${feedback}/upvotes`)).body;
    expect([own.status, own.body]).toEqual([200, listed]);
    const same = { 'if-none-match': own.headers.get('etag') ?? '' };
    expect((await contributor.get(`${feedback}/upvotes/me`, same)).status).toBe(304);
    await expectSuccess(admin.patch(`/users/${contributor.userId}`, { full_name: 'Renamed' }));
    expect((await contributor.get(`${feedback}/upvotes/me`, same)).status).toBe(200);
    for (const user of ['me', viewer.userId, unknownId, 'nope']) {
      const { status, body } = await viewer.get(`${feedback}/upvotes/${user}`);
      expect([status, body.code]).toEqual([404, 'upvote_not_found']);
    }
    const missing = await viewer.get(`${project}/feedback/${unknownId}/upvotes/me`);
    expect([missing.status, missing.body.code]).toEqual([404, 'feedback_not_found']);
  });

  it('selects feedback by voter_id, also votes for merged feedback', async () => {
    const [other, source, target] = [
      await newFeedback(admin, project),
      await newFeedback(admin, project),
      await newFeedback(admin, project),
    ];
    const voter = await newMember(service, project, 'contributor');
    for (const voted of [feedback, source]) await expectSuccess(voter.put(`${voted}/upvotes/me`));
    await expectSuccess(editor.put(`${other}/upvotes/me`));
    await expectSuccess(admin.post(`${source}/merge`, { into: idOf(target) }));
    const list = `${project}/feedback`;
    for (const query of [`voter_id=${voter.userId.toUpperCase()}`, 'voter_id=me']) {
      const { body, headers } = await voter.get(`${list}?${query}&count=true`);
      expect(body.map(({ id }: any) => id)).toEqual([target, feedback].map(idOf));
      expect(headers.get('x-total-count')).toBe('2');
    }
    expect((await voter.get(`${list}?voter_id=me&sort=most_upvoted&status=planned`)).body).toEqual([]);
    expect((await walk(voter, `${list}?voter_id=me&limit=1`)).map(({ id }) => id)).toEqual(
      [target, feedback].map(idOf),
    );
    expect((await admin.get(`${list}?voter_id=${unknownId}`)).body).toEqual([]);
    expect((await admin.get(`${list}?voter_id=ME`)).status).toBe(400);
  });
});

describe('The list of votes', () => {
  it('shows the current users, oldest vote first, page by page', async () => {
    const users = await Promise.all([1, 2, 3, 4, 5].map(() => newUser(service)));
    const order = [3, 0, 4, 1, 2].map((index) => users[index]);
    for (const user of order) await expectSuccess(editor.put(`${feedback}/upvotes/${user}`));
    expect(await votersOf(admin, feedback)).toEqual(order);
    // A repeated vote keeps its position. A vote that was removed and cast again is the newest.
    await expectSuccess(editor.put(`${feedback}/upvotes/${order[0]}`));
    await expectSuccess(editor.delete(`${feedback}/upvotes/${order[1]}`));
    await expectSuccess(editor.put(`${feedback}/upvotes/${order[1]}`));
    const expected = [0, 2, 3, 4, 1].map((index) => order[index]);
    const paged = await walk(admin, `${feedback}/upvotes?limit=2`);
    expect(paged.map(({ user }) => user.id)).toEqual(expected);

    const { body, headers } = await admin.get(`${feedback}/upvotes?count=true&limit=1`);
    expect(headers.get('x-total-count')).toBe('5');
    expect(body).toEqual([
      {
        user: { id: order[0], email: expect.any(String), full_name: 'User', avatar_url: '' },
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
    await expectSuccess(admin.patch(`/users/${order[0]}`, { full_name: 'Renamed' }));
    expect((await admin.get(`${feedback}/upvotes?limit=1`)).body[0].user.full_name).toBe('Renamed');
  });

  it('is empty without votes', async () => {
    expect((await admin.get(`${feedback}/upvotes`)).body).toEqual([]);
  });
});
