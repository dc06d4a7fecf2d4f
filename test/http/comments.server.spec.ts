import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Client, refusalOf, startApp, type TestApp } from '../support/app.js';
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

beforeAll(async () => {
  service = await startApp({ clock: new TickingClock(), background: true });
});
afterAll(() => service.close());

describe('Comments', () => {
  let admin: Client;
  let project: string;
  let editor: Client & { userId: string };
  let contributor: Client & { userId: string };
  let other: Client & { userId: string };
  let viewer: Client & { userId: string };
  let comments: string;

  beforeAll(async () => {
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

  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

  async function written(client: Client, content = 'Yes, please.'): Promise<any> {
    return (await expectSuccess(client.post(comments, { content }))).body;
  }

  async function count(): Promise<number> {
    return (await expectSuccess(admin.get(comments.replace(/\/comments$/, '')))).body.comment_count as number;
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
          {
            id: contributor.userId,
            email: expect.any(String),
            full_name: expect.any(String),
            avatar_url: '',
          },
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
        const expected = [400, `/content ${code}`];
        expect(refusalOf(await contributor.post(comments, { content }))).toEqual(expected);
        expect(refusalOf(await contributor.patch(`${comments}/${id}`, { content }))).toEqual(expected);
      }
      expect(await count()).toBe(3);
    });

    it('is required, and no other field is allowed', async () => {
      expect(refusalOf(await contributor.post(comments, { text: 'Hi' }))).toEqual([
        400,
        '/text unknown',
        '/content required',
      ]);
      const { id } = await written(contributor);
      expect(refusalOf(await contributor.post(comments, { content: 'Hi', id, created_at: 'now' }))).toEqual([
        400,
        '/id unknown',
        '/created_at invalid_timestamp',
      ]);
      expect(refusalOf(await contributor.patch(`${comments}/${id}`, { text: 'Hi' }))).toEqual([
        400,
        '/text unknown',
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
      const byEmail = await contributor.post(comments, {
        content: 'Hi',
        user: { email: email.toUpperCase() },
      });
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
      expect(refusalOf(await editor.post(comments, { content: 'Hi', user_id: unknownId }))).toEqual([
        400,
        '/user_id not_found',
      ]);
      expect(refusalOf(await editor.post(comments, { content: 'Hi', user_id: 'nope', user: {} }))).toEqual([
        400,
        '/user_id invalid_uuid',
        '/user exclusive',
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
      const given = (await expectSuccess(editor.post(comments, { content: 'Hi', user_id: other.userId })))
        .body;
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
});

describe('Comment threads', () => {
  let project: string;
  let editor: Client & { userId: string };
  let contributor: Client & { userId: string };
  let viewer: Client & { userId: string };
  let feedback: string;

  beforeAll(async () => {
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
      const left = await dataSource.query<unknown[]>('select from comments where parent_id = $1', [
        parent.id,
      ]);
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
      const sent = await contributor.patch(`${own}?include=comments_locked`, {
        ...locked.body,
        title: 'Mine',
      });
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
});

describe('Internal comments', () => {
  /** A word that only internal comments contain, and the ids of these comments. */
  const secrets = ['Xylographicword'];

  let project: string;
  let feedback: string;
  let thread: string;
  let hidden: string;
  let pending: string;
  let editor: Client & { userId: string };
  const readers: Record<string, Client & { userId: string }> = {};

  beforeAll(async () => {
    project = await newProject(service);
    const { admin } = service;
    const settings = { signed_in: 'contributor', public_feedback: true, public_names: true };
    await expectSuccess(admin.patch(`${project}/settings`, settings));
    editor = await newMember(service, project, 'editor');
    for (const role of ['viewer', 'contributor']) readers[role] = await newMember(service, project, role);
    readers['signed in'] = await service.userClient('signed-in@example.com');
    feedback = await newFeedback(readers['contributor']!, project, 'Dark mode');
    const source = await newFeedback(admin, project, 'Night mode');
    const write = async (on: string, fields: object): Promise<string> => {
      const { body } = await expectSuccess(editor.post(`${on}/comments`, { content: secrets[0], ...fields }));
      return body.id as string;
    };
    thread = await write(feedback, { content: 'Visible' });
    hidden = await write(feedback, { kind: 'internal' });
    secrets.push(hidden);
    secrets.push(await write(feedback, { kind: 'internal', parent_id: thread }));
    secrets.push(await write(feedback, { parent_id: hidden }));
    secrets.push(await write(source, { kind: 'internal' }));
    // Written by a contributor, and made internal afterwards.
    const { body } = await expectSuccess(readers['viewer']!.get(feedback));
    expect(body.comment_count).toBe(1);
    const turned = await write(feedback, { user_id: readers['signed in'].userId });
    await expectSuccess(editor.patch(`${feedback}/comments/${turned}`, { kind: 'internal' }));
    secrets.push(turned);
    await expectSuccess(admin.patch(`${project}/settings`, { approval: 'all' }));
    const waiting = await readers['signed in'].post(`${feedback}/comments`, { content: secrets[0] });
    expect(waiting.body.approval).toBe('pending');
    pending = waiting.body.id;
    await expectSuccess(editor.post(`${source}/merge`, { into: body.id }));
  });

  /** All reads of feedback and comments, below the path of the project. */
  const paths = () => {
    const one = feedback.slice(project.length);
    const all = 'include=updated_at,merged_ids,response,comments_locked,viewer,source';
    return [
      `/feedback?${all}`,
      `/feedback?q=${secrets[0]}`,
      `/feedback?q=mode&sort=relevance&${all}`,
      '/feedback?sort=most_commented',
      `/feedback/similar?title=Dark+mode&${all}`,
      `/feedback/similar?title=${secrets[0]}`,
      '/feedback/stats',
      `${one}?${all}`,
      `${one}/comments`,
      `${one}/comments?count=true`,
      `${one}/comments?kind=internal`,
      `${one}/comments?parent_id=${thread}`,
      `${one}/comments/${thread}`,
      `${one}/comments/${hidden}`,
      '/comments?count=true',
      '/comments?kind=internal',
      `/comments?user_id=${editor.userId}`,
      '/comments?user_id=me',
      '/tags',
      '/changelogs',
      `${one}/changelogs`,
      '/events',
      '/webhooks',
      '/export',
    ];
  };

  /** Expects that an answer contains no secret, apart from those in its own path, which errors repeat. */
  function expectNoSecret(path: string, text: string): void {
    for (const secret of secrets.filter((each) => !path.includes(each))) {
      expect([path, text.includes(secret)]).toEqual([path, false]);
    }
  }

  describe('A comment that waits for approval', () => {
    it.each(['viewer', 'contributor'])('is in no answer to: %s', async (name) => {
      const reader = readers[name]!;
      for (const path of [
        ...paths(),
        '/comments?approval=pending',
        `${feedback.slice(project.length)}/comments/${pending}`,
      ]) {
        const { text } = await reader.get(`${project}${path}`);
        expect([path, text.includes(pending) && !path.includes(pending)]).toEqual([path, false]);
        expectNoSecret(path, text);
      }
      const path = `${feedback}/comments/${pending}`;
      const answers = [await reader.get(path), await readers['contributor']!.patch(path, { content: 'x' })];
      for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'comment_not_found']);
    });

    it('is seen by its author and by editors, if they ask for it', async () => {
      for (const reader of [readers['signed in']!, editor]) {
        expect((await reader.get(`${feedback}/comments/${pending}`)).body.approval).toBe('pending');
        const { body } = await reader.get(`${project}/comments?approval=pending`);
        expect(body).toEqual([expect.objectContaining({ id: pending })]);
        expect((await reader.get(`${feedback}/comments`)).text).not.toContain(pending);
        expect((await reader.get(feedback)).body.comment_count).toBe(1);
      }
      const { text } = await service.send('GET', `/public/v1${feedback}/comments`);
      expect(text).not.toContain(pending);
    });
  });

  describe('Internal comments', () => {
    it('are seen by editors', async () => {
      const { body, headers } = await editor.get(`${feedback}/comments?count=true`);
      expect([body.length, headers.get('x-total-count')]).toEqual([6, '6']);
      const own = await editor.get(`${feedback}/comments/${hidden}`);
      expect(own.body).toMatchObject({ content: secrets[0], kind: 'internal' });
      expect((await editor.get(`${project}/comments?kind=internal`)).body).toHaveLength(5);
      expect((await editor.get(`${project}/events?type=comment.created`)).text).toContain(secrets[0]);
      expect((await service.admin.get(`${project}/export`)).text).toContain(secrets[0]);
    });

    it.each(['viewer', 'contributor', 'signed in'])('are in no answer to: %s', async (name) => {
      const reader = readers[name]!;
      for (const path of paths()) expectNoSecret(path, (await reader.get(`${project}${path}`)).text);
      expect((await reader.get(`${project}/comments?count=true`)).headers.get('x-total-count')).toBe('1');
      expect((await reader.get(feedback)).body.comment_count).toBe(1);
    });

    it('are in no public answer', async () => {
      for (const path of paths()) {
        const { text } = await service.send('GET', `/public/v1${project}${path}`);
        expectNoSecret(path, text);
      }
      const { body } = await service.send('GET', `/public/v1${feedback}/comments`);
      expect(body).toEqual([expect.objectContaining({ id: thread, kind: 'comment', parent_id: '' })]);
    });

    it('do not exist for the writes of others', async () => {
      const path = `${feedback}/comments/${hidden}`;
      for (const reader of [readers['contributor']!, readers['signed in']!]) {
        for (const answer of [await reader.patch(path, { content: 'x' }), await reader.delete(path)]) {
          expect([answer.status, answer.body.code]).toEqual([404, 'comment_not_found']);
        }
        const reply = await reader.post(`${feedback}/comments`, { content: 'Hi', parent_id: hidden });
        expect([reply.status, reply.body.errors[0].code]).toEqual([400, 'not_found']);
      }
    });

    it('are part of the data about their author only', async () => {
      const exported = async (name: string) =>
        (await readers[name]!.get('/users/me/export', { accept: 'application/x-ndjson' })).text;
      expect(await exported('signed in')).toContain(secrets[0]);
      expect(await exported('contributor')).toContain('Dark mode');
      expectNoSecret('/users/me/export', await exported('contributor'));
    });
  });
});
