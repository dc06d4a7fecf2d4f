import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
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
  walk,
} from '../support/feedback.js';

let service: TestApp;
let admin: Client;
let project: string;
let editor: Client & { userId: string };
let contributor: Client & { userId: string };
let other: Client & { userId: string };
let viewer: Client & { userId: string };
let comments: string;

beforeAll(async () => {
  service = await startApp({ clock: new TickingClock() });
  admin = service.admin;
  project = await newProject(service);
  [editor, contributor, other, viewer] = await Promise.all([
    newMember(service, project, 'editor'),
    newMember(service, project, 'contributor'),
    newMember(service, project, 'contributor'),
    newMember(service, project, 'viewer'),
  ]);
});

beforeEach(async () => {
  comments = `${await newFeedback(admin, project)}/comments`;
});

afterAll(() => service.close());

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

async function written(client: Client, content = 'Yes, please.'): Promise<any> {
  return (await expectSuccess(client.post(comments, { content }))).body;
}

async function count(): Promise<number> {
  return (await expectSuccess(admin.get(comments.replace(/\/comments$/, '')))).body.comment_count as number;
}

function faults({ status, body }: Answer): unknown {
  return [
    status,
    body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`),
  ];
}

describe('A comment', () => {
  it('is created, and can be read at its Location', async () => {
    const answer = await contributor.post(comments, { content: 'Yes, please.' });
    expect(answer.status).toBe(201);
    expect(Object.entries(answer.body)).toEqual([
      ['id', expect.any(String)],
      ['feedback_id', idOf(comments.replace(/\/comments$/, ''))],
      ['user_id', contributor.userId],
      [
        'user',
        { id: contributor.userId, email: expect.any(String), full_name: expect.any(String), avatar_url: '' },
      ],
      ['content', 'Yes, please.'],
      ['created_at', time],
      ['updated_at', answer.body.created_at],
      ['parent_id', ''],
      ['kind', 'comment'],
      ['approval', 'approved'],
    ]);
    expect(answer.headers.get('location')).toBe(`${service.url}/v1${comments}/${answer.body.id}`);
    const read = await contributor.get(`${comments}/${answer.body.id.toUpperCase()}`);
    expect([read.status, read.body]).toEqual([200, answer.body]);
    expect(await count()).toBe(1);
  });

  it('is updated: only its content and updated_at change', async () => {
    const before = await written(contributor);
    const after = await contributor.patch(`${comments}/${before.id}`, { content: 'No, thanks.' });
    expect(after.status).toBe(200);
    expect(after.body).toEqual({ ...before, content: 'No, thanks.', updated_at: time });
    expect(after.body.updated_at > before.updated_at).toBe(true);
    for (const nothing of [{}, { content: 'No, thanks.' }]) {
      expect((await contributor.patch(`${comments}/${before.id}`, nothing)).body).toEqual(after.body);
    }
  });

  it('can be sent back unchanged', async () => {
    const before = await written(contributor);
    const answer = await contributor.patch(`${comments}/${before.id}`, before);
    expect([answer.status, answer.body]).toEqual([200, before]);
    const changed = { ...before, id: 1, user: null, created_at: 'then', content: 'Other' };
    const after = await contributor.patch(`${comments}/${before.id}`, changed);
    expect(after.body).toEqual({ ...before, content: 'Other', updated_at: time });
  });

  it('is removed', async () => {
    const { id } = await written(contributor);
    await written(contributor);
    const answer = await contributor.delete(`${comments}/${id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await count()).toBe(1);
    for (const gone of [
      await contributor.get(`${comments}/${id}`),
      await contributor.patch(`${comments}/${id}`, { content: 'Again' }),
      await contributor.delete(`${comments}/${id}`),
    ]) {
      expect([gone.status, gone.body.code]).toEqual([404, 'comment_not_found']);
    }
    expect(await miscounts(service)).toEqual([]);
  });

  it('is removed with its feedback', async () => {
    const { id } = await written(contributor);
    expect((await admin.delete(comments.replace(/\/comments$/, ''))).status).toBe(204);
    expect((await admin.get(`${comments}/${id}`)).body.code).toBe('feedback_not_found');
    const { dataSource } = service.database.database;
    expect(await dataSource.query('select * from comments where id = $1', [id])).toEqual([]);
  });

  it('is not found under other feedback or in another project', async () => {
    const { id } = await written(contributor);
    const otherFeedback = await newFeedback(admin, project);
    const elsewhere = await newFeedback(admin, await newProject(service));
    for (const path of [`${otherFeedback}/comments/${id}`, `${elsewhere}/comments/${id}`]) {
      for (const answer of [
        await admin.get(path),
        await admin.patch(path, { content: 'x' }),
        await admin.delete(path),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([404, 'comment_not_found']);
      }
    }
    const wrongProject = comments.replace(/\/projects\/[^/]+/, elsewhere.replace(/\/feedback\/.*/, ''));
    expect((await admin.get(`${wrongProject}/${id}`)).body.code).toBe('feedback_not_found');
  });

  it.each([unknownId, 'nope', '%00'])('is not found by an unknown id: %s', async (id) => {
    for (const answer of [
      await admin.get(`${comments}/${id}`),
      await admin.patch(`${comments}/${id}`, { content: 'x' }),
      await admin.delete(`${comments}/${id}`),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'comment_not_found']);
    }
  });
});

describe('The content', () => {
  it('has 1 to 10,000 characters', async () => {
    const longest = '🚀'.repeat(10_000);
    expect((await written(contributor, longest)).content).toBe(longest);
    expect((await written(contributor, ' as\tsent \n')).content).toBe(' as\tsent \n');
    const { id } = await written(contributor);
    for (const [content, code] of [
      [`${longest}!`, 'too_long'],
      ['', 'blank'],
      [' \n', 'blank'],
      ['a\0b', 'invalid_unicode'],
      [null, 'invalid_type'],
      [5, 'invalid_type'],
    ]) {
      const expected = [400, [`/content ${code}`]];
      expect(faults(await contributor.post(comments, { content }))).toEqual(expected);
      expect(faults(await contributor.patch(`${comments}/${id}`, { content }))).toEqual(expected);
    }
    expect(await count()).toBe(3);
  });

  it('is required, and no other field is allowed', async () => {
    expect(faults(await contributor.post(comments, { text: 'Hi' }))).toEqual([
      400,
      ['/text unknown', '/content required'],
    ]);
    const { id } = await written(contributor);
    expect(faults(await contributor.post(comments, { content: 'Hi', id, created_at: 'now' }))).toEqual([
      400,
      ['/id unknown', '/created_at invalid_timestamp'],
    ]);
    expect(faults(await contributor.patch(`${comments}/${id}`, { text: 'Hi' }))).toEqual([
      400,
      ['/text unknown'],
    ]);
    expect((await contributor.post(comments)).body.code).toBe('empty_body');
  });
});

describe('The time of creation', () => {
  it('is set by editors only', async () => {
    const dated = { content: 'Long ago.', created_at: '2020-05-01T12:00:00+02:00' };
    const { status, body } = await editor.post(comments, dated);
    expect([status, body.created_at, body.updated_at]).toEqual([
      201,
      '2020-05-01T10:00:00.000Z',
      '2020-05-01T10:00:00.000Z',
    ]);
    expect((await contributor.post(comments, dated)).status).toBe(403);
    expect((await editor.delete(`${comments}/${body.id}`)).status).toBe(204);
  });
});

describe('Permission', () => {
  it('to write comments: contributors, as themselves', async () => {
    expect((await viewer.post(comments, { content: 'Hi' })).status).toBe(403);
    const self = { content: 'Hi', user_id: contributor.userId.toUpperCase() };
    expect((await contributor.post(comments, self)).body.user_id).toBe(contributor.userId);
    const email = (await contributor.get('/me')).body.user.email as string;
    const byEmail = await contributor.post(comments, { content: 'Hi', user: { email: email.toUpperCase() } });
    expect([byEmail.status, byEmail.body.user_id]).toEqual([201, contributor.userId]);
  });

  it('to write on behalf of others: editors', async () => {
    const someone = await newUser(service);
    const users = (await admin.get('/users?count=true&limit=1')).headers.get('x-total-count');
    const refused = await contributor.post(comments, { content: 'Hi', user_id: someone });
    expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([403, '/user_id']);
    const byEmail = { content: 'Hi', user: { email: 'Someone.New@example.com', full_name: 'Someone' } };
    expect((await contributor.post(comments, byEmail)).status).toBe(403);
    expect((await admin.get('/users?count=true&limit=1')).headers.get('x-total-count')).toBe(users);
    expect(await count()).toBe(0);

    expect((await editor.post(comments, { content: 'Hi', user_id: someone })).body.user_id).toBe(someone);
    const made = await editor.post(comments, byEmail);
    expect(made.body.user).toMatchObject({ email: 'Someone.New@example.com', full_name: 'Someone' });
    const found = { content: 'Ho', user: { email: 'someone.new@EXAMPLE.com', full_name: 'Renamed' } };
    expect((await editor.post(comments, found)).body.user).toEqual(made.body.user);
    expect(faults(await editor.post(comments, { content: 'Hi', user_id: unknownId }))).toEqual([
      400,
      ['/user_id not_found'],
    ]);
    expect(faults(await editor.post(comments, { content: 'Hi', user_id: 'nope', user: {} }))).toEqual([
      400,
      ['/user_id invalid_uuid', '/user exclusive'],
    ]);
    expect(await count()).toBe(3);
  });

  it('to edit and remove: contributors for their own comments, editors for all', async () => {
    const { id } = await written(contributor);
    const path = `${comments}/${id}`;
    for (const client of [other, viewer]) {
      for (const answer of [await client.patch(path, { content: 'Mine' }), await client.delete(path)]) {
        expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_role']);
      }
    }
    const edited = await editor.patch(path, { content: 'Edited' });
    expect(edited.body).toMatchObject({ content: 'Edited', user_id: contributor.userId });
    expect((await contributor.patch(path, { content: 'Back' })).status).toBe(200);
    expect((await editor.delete(path)).status).toBe(204);
    // A comment that an editor wrote on behalf of a user belongs to that user.
    const given = (await expectSuccess(editor.post(comments, { content: 'Hi', user_id: other.userId }))).body;
    expect((await contributor.delete(`${comments}/${given.id}`)).status).toBe(403);
    expect((await other.delete(`${comments}/${given.id}`)).status).toBe(204);
  });
});

describe('The list of comments', () => {
  it('is sorted from oldest to newest, page by page', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++)
      ids.push((await written(n % 2 ? contributor : other, `Comment ${n}`)).id as string);
    await expectSuccess(contributor.patch(`${comments}/${ids[1]}`, { content: 'Edited' }));
    const paged = await walk(viewer, `${comments}?limit=2`);
    expect(paged.map(({ id }) => id)).toEqual(ids);
    expect(paged[1]).toEqual((await viewer.get(`${comments}/${ids[1]}`)).body);
    const { headers } = await viewer.get(`${comments}?count=true&limit=1`);
    expect(headers.get('x-total-count')).toBe('5');
  });

  it('is empty without comments, and 404 for unknown feedback', async () => {
    expect((await admin.get(comments)).body).toEqual([]);
    for (const id of [unknownId, 'nope']) {
      expect((await admin.get(`${project}/feedback/${id}/comments`)).body.code).toBe('feedback_not_found');
      const written = await admin.post(`${project}/feedback/${id}/comments`, { content: 'Hi' });
      expect(written.body.code).toBe('feedback_not_found');
    }
  });

  it('has no filter by user', async () => {
    expect((await admin.get(`${comments}?user_id=${unknownId}`)).status).toBe(400);
  });
});
