import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Client, startApp, type TestApp } from '../support/app.js';
import {
  expectSuccess,
  idOf,
  miscounts,
  newFeedback,
  newMember,
  newProject,
  TickingClock,
  walk,
} from '../support/feedback.js';

let service: TestApp;
let project: string;
let editor: Client & { userId: string };
let contributor: Client & { userId: string };
let viewer: Client & { userId: string };
let feedback: string;

beforeAll(async () => {
  service = await startApp({ clock: new TickingClock() });
  project = await newProject(service);
  [editor, contributor, viewer] = await Promise.all([
    newMember(service, project, 'editor'),
    newMember(service, project, 'contributor'),
    newMember(service, project, 'viewer'),
  ]);
});

beforeEach(async () => {
  feedback = await newFeedback(service.admin, project);
});

afterAll(() => service.close());

const write = async (client: Client, fields: object, on = feedback): Promise<any> =>
  (await expectSuccess(client.post(`${on}/comments`, { content: 'Hi', ...fields }))).body;

describe('A thread of comments', () => {
  it('consists of a comment and its replies, which the list filters', async () => {
    const parent = await write(contributor, {});
    const reply = await write(editor, { parent_id: parent.id });
    const response = await write(editor, { parent_id: '', kind: 'response' });
    expect(reply).toMatchObject({ parent_id: parent.id, kind: 'comment' });
    const ids = async (query: string) =>
      (await walk(viewer, `${feedback}/comments?${query}`)).map(({ id }) => id);
    expect(await ids('limit=1')).toEqual([parent.id, reply.id, response.id]);
    expect(await ids('parent_id=')).toEqual([parent.id, response.id]);
    expect(await ids(`parent_id=${parent.id}`)).toEqual([reply.id]);
    expect(await ids('kind=response')).toEqual([response.id]);
    expect((await viewer.get(`${feedback}/comments?kind=secret`)).body.errors[0].parameter).toBe('kind');
    const sent = await contributor.patch(`${feedback}/comments/${parent.id}`, { ...parent, content: 'Ho' });
    expect(sent.body).toMatchObject({ content: 'Ho', parent_id: '', kind: 'comment' });
  });

  it('has no replies to replies', async () => {
    const parent = await write(contributor, {});
    const { id } = await write(contributor, { parent_id: parent.id });
    const other = await newFeedback(service.admin, project);
    for (const [on, parent_id, code] of [
      [feedback, id, 'nested_reply'],
      [other, parent.id, 'not_found'],
      [feedback, 'nope', 'invalid_uuid'],
    ]) {
      const { status, body } = await contributor.post(`${on}/comments`, { content: 'Hi', parent_id });
      expect([status, body.errors]).toEqual([
        400,
        [expect.objectContaining({ pointer: '/parent_id', code })],
      ]);
    }
  });

  it('has at most 1,000 replies, which are deleted with it', async () => {
    const parent = await write(contributor, {});
    const { dataSource } = service.database.database;
    await dataSource.query(
      `insert into comments (id, feedback_id, user_id, parent_id, kind, approval, announced, content, created_at, updated_at, project_id)
       select gen_random_uuid(), feedback_id, user_id, id, kind, approval, announced, content, created_at, updated_at, project_id
       from comments cross join generate_series(1, 1000) where id = $1`,
      [parent.id],
    );
    await dataSource.query('update feedback set comment_count = comment_count + 1000 where id = $1', [
      parent.feedback_id,
    ]);
    const refused = await contributor.post(`${feedback}/comments`, { content: 'Hi', parent_id: parent.id });
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_replies']);
    expect((await contributor.delete(`${feedback}/comments/${parent.id}`)).status).toBe(204);
    const left = await dataSource.query<unknown[]>('select from comments where parent_id = $1', [parent.id]);
    expect(left).toEqual([]);
  });

  it('is deleted with its first comment', async () => {
    const parent = await write(contributor, {});
    await write(editor, { parent_id: parent.id });
    await write(editor, { parent_id: parent.id, kind: 'internal' });
    expect((await contributor.delete(`${feedback}/comments/${parent.id}`)).status).toBe(204);
    expect((await editor.get(`${feedback}/comments`)).body).toEqual([]);
    expect((await viewer.get(feedback)).body.comment_count).toBe(0);
    expect(await miscounts(service)).toEqual([]);
  });
});

describe('The comments of a project', () => {
  it('are listed newest first, page by page, with the name me', async () => {
    const others = await newProject(service);
    await write(service.admin, {}, await newFeedback(service.admin, others));
    const second = await newFeedback(service.admin, project);
    const written = [
      await write(contributor, {}),
      await write(editor, {}, second),
      await write(contributor, {}),
    ];
    const newest = written.map(({ id }) => id).reverse();
    const after = `created_after=${encodeURIComponent(written[0].created_at)}`;
    const list = await walk(viewer, `${project}/comments?limit=2&${after}`);
    expect(list.map(({ id }) => id)).toEqual(newest);
    const path = `${project}/comments?count=true&${after}`;
    const own = await contributor.get(`${path}&user_id=me`);
    expect(own.body.map(({ id }: { id: string }) => id)).toEqual([newest[0], newest[2]]);
    expect(own.headers.get('x-total-count')).toBe('2');
    expect((await viewer.get(`${path}&feedback_id=${idOf(second)}`)).body).toEqual([
      expect.objectContaining({ id: newest[1] }),
    ]);
    // E-mail addresses are for editors and the person.
    expect(own.body[0].user.email).not.toBe('');
    expect((await viewer.get(path)).body.map((each: any) => each.user.email)).toEqual(['', '', '']);
  });
});

describe('Locked comments', () => {
  it('are set by editors, and refuse the comments of contributors', async () => {
    const own = await newFeedback(contributor, project);
    const refused = await contributor.patch(own, { comments_locked: true });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([403, '/comments_locked']);
    const created = { title: 'Locked', comments_locked: true };
    expect((await contributor.post(`${project}/feedback`, created)).status).toBe(403);
    const plain = { title: 'Open', comments_locked: false };
    expect((await contributor.post(`${project}/feedback`, plain)).status).toBe(201);
    const locked = await editor.patch(`${own}?include=comments_locked`, { comments_locked: true });
    expect([locked.status, locked.body.comments_locked]).toEqual([200, true]);
    const sent = await contributor.patch(`${own}?include=comments_locked`, { ...locked.body, title: 'Mine' });
    expect([sent.status, sent.body.title, sent.body.comments_locked]).toEqual([200, 'Mine', true]);
    const comment = await contributor.post(`${own}/comments`, { content: 'Hi' });
    expect([comment.status, comment.body.code]).toEqual([409, 'comments_locked']);
    await write(editor, {}, own);
    await editor.patch(own, { comments_locked: false });
    await write(contributor, {}, own);
    expect((await viewer.get(own)).body).not.toHaveProperty('comments_locked');
  });
});

describe('The response of feedback', () => {
  const response = async (client: Client, on = feedback) =>
    (await expectSuccess(client.get(`${on}?include=response`))).body.response;

  it('is the newest one, also on merged feedback', async () => {
    expect(await response(viewer)).toBeNull();
    await write(editor, { kind: 'internal' });
    await write(contributor, {});
    const first = await write(editor, { kind: 'response' });
    expect(await response(editor)).toEqual(first);
    expect(await response(viewer)).toEqual({ ...first, user: { ...first.user, email: '' } });
    const source = await newFeedback(service.admin, project);
    const second = await write(editor, { kind: 'response' }, source);
    const listed = await editor.get(`${project}/feedback?include=response&limit=2`);
    expect(listed.body.map((each: any) => each.response.id)).toEqual([second.id, first.id]);
    await editor.post(`${source}/merge`, { into: idOf(feedback) });
    expect((await response(editor)).id).toBe(second.id);
    await editor.delete(`${source}/merge`);
    expect((await response(editor)).id).toBe(first.id);
  });

  it('is part of the entity tag', async () => {
    const { id } = await write(editor, { kind: 'response' });
    const path = `${feedback}?include=response`;
    const tag = (await viewer.get(path)).headers.get('etag')!;
    expect((await viewer.get(path, { 'if-none-match': tag })).status).toBe(304);
    await editor.patch(`${feedback}/comments/${id}`, { content: 'Changed' });
    const changed = await viewer.get(path, { 'if-none-match': tag });
    expect([changed.status, changed.body.response.content]).toEqual([200, 'Changed']);
  });
});
