import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Answer, type Client, errorsOf, startApp, type TestApp } from '../support/app.js';
import { until } from '../support/until.js';
import {
  expectSuccess,
  idOf,
  newFeedback,
  newMember,
  newProject,
  submitFeedback,
  TickingClock,
  unknownId,
} from '../support/feedback.js';
import { unique } from '../support/unique.js';

const clock = new TickingClock();
let service: TestApp;

beforeAll(async () => {
  service = await startApp({ clock, background: true });
});
afterAll(() => service.close());

describe('Organizing', () => {
  let slug: string;
  let project: string;
  let editor: Client & { userId: string };
  let author: Client & { userId: string };

  beforeEach(async () => {
    slug = unique('organizing');
    project = `/projects/${slug}`;
    await service.admin.post('/projects', { name: 'Organizing', slug });
    editor = await service.userClient(`${unique('editor')}@example.com`);
    author = await service.userClient(`${unique('author')}@example.com`);
    await service.admin.put(`${project}/members/${editor.userId}`, { role: 'editor' });
    await service.admin.put(`${project}/members/${author.userId}`, { role: 'contributor' });
  });

  const include = 'include=assignee,estimated_date,pinned,status_changed_at';

  const submit = (values: object = {}, client: Client = editor) => submitFeedback(client, project, values);

  const read = async (id: string, client: Client = editor) =>
    (await client.get(`${project}/feedback/${id}?${include}`)).body;
  const eventsOf = (id: string) =>
    service.query<{ type: string; data: any; previous: any }>(
      `select e.type, e.data, e.previous from events e
     where e.data ->> 'id' = $1 or e.data ->> 'feedback_id' = $1 order by e.id`,
      [id],
    );

  describe('Assignee, estimated date and pin', () => {
    it('are set by editors, and are in events', async () => {
      const id = await submit({ assignee_id: 'me', estimated_date: '2026-12-24', pinned: true });
      expect(await read(id)).toMatchObject({
        assignee: { id: editor.userId },
        estimated_date: '2026-12-24',
        pinned: true,
      });
      const admin = (await service.admin.get('/users/me')).body;
      const changed = await editor.patch(`${project}/feedback/${id}?${include}`, {
        assignee_id: admin.id,
        estimated_date: '',
        pinned: false,
      });
      expect(changed.body).toMatchObject({ assignee: { id: admin.id }, estimated_date: '', pinned: false });
      const updated = (await eventsOf(id)).find(({ type }) => type === 'feedback.updated')!;
      expect(updated.previous).toEqual({
        assignee_id: editor.userId,
        estimated_date: '2026-12-24',
        pinned: true,
      });
      await editor.patch(`${project}/feedback/${id}`, { assignee_id: '' });
      expect((await read(id)).assignee).toBeNull();
    });

    it('can be sent back by the author, but not changed', async () => {
      const id = await submit({}, author);
      await editor.patch(`${project}/feedback/${id}`, { assignee_id: 'me', pinned: true });
      const record = await read(id, author);
      expect((await author.patch(`${project}/feedback/${id}`, record)).status).toBe(200);
      for (const change of [{ assignee_id: 'me' }, { estimated_date: '2026-12-24' }, { pinned: false }]) {
        const refused = await author.patch(`${project}/feedback/${id}`, change);
        expect([refused.status, errorsOf(refused)]).toEqual([
          403,
          [`/${Object.keys(change)[0]} insufficient_role`],
        ]);
      }
      expect(await read(id, author)).toEqual(record);
    });

    it('are validated', async () => {
      const [stranger, blocked] = [
        await service.userClient(`${unique('stranger')}@example.com`),
        await service.userClient(`${unique('blocked')}@example.com`),
      ];
      await service.admin.put(`${project}/members/${blocked.userId}`, { role: 'blocked' });
      const id = await submit();
      for (const [change, error] of [
        [{ assignee_id: stranger.userId }, '/assignee_id not_found'],
        [{ assignee_id: blocked.userId }, '/assignee_id not_found'],
        [{ assignee_id: 'nobody' }, '/assignee_id invalid_uuid'],
        [{ estimated_date: '2026-02-30' }, '/estimated_date invalid_date'],
        [{ pinned: 'yes' }, '/pinned invalid_type'],
      ] as const) {
        const refused = await editor.patch(`${project}/feedback/${id}`, change);
        expect([refused.status, errorsOf(refused)]).toEqual([400, [error]]);
      }
    });

    it('are filters', async () => {
      const [mine, dated, pinned] = [
        await submit({ assignee_id: 'me' }),
        await submit({ estimated_date: '2026-12-24' }),
        await submit({ pinned: true }),
      ];
      const found = async (query: string) => {
        const { body, status, text } = await editor.get(`${project}/feedback?sort=oldest&${query}`);
        if (status !== 200) throw new Error(text);
        return body.map(({ id }: { id: string }) => id);
      };
      expect(await found('assignee=me')).toEqual([mine]);
      expect(await found(`assignee=${editor.userId}`)).toEqual([mine]);
      expect(await found('assignee=none')).toEqual([dated, pinned]);
      expect(await found('estimated_after=2026-12-24')).toEqual([dated]);
      expect(await found('estimated_before=2026-12-24')).toEqual([]);
      expect(await found('estimated_before=2026-12-25')).toEqual([dated]);
      expect(await found('pinned=true')).toEqual([pinned]);
      expect(await found('pinned=false')).toEqual([mine, dated]);
    });

    it('leave no trace of a user who is erased', async () => {
      const id = await submit({ assignee_id: 'me' });
      expect((await service.admin.delete(`/users/${editor.userId}`)).status).toBe(204);
      const assignee = async () =>
        (await service.admin.get(`${project}/feedback/${id}?${include}`)).body.assignee as object | null;
      await until(async () => (await assignee()) === null);
    });
  });

  describe('A change of the status', () => {
    it('is recorded, with a comment that explains it', async () => {
      const id = await submit({}, author);
      const before = await read(id);
      expect(before.status_changed_at).toBe(before.created_at);
      const explained = await editor.patch(`${project}/feedback/${id}?include=response,status_changed_at`, {
        status: 'planned',
        status_comment: 'Coming in spring.',
      });
      expect(explained.body).toMatchObject({
        status: 'planned',
        comment_count: 1,
        response: { content: 'Coming in spring.', kind: 'response', user_id: editor.userId },
      });
      await editor.post(`${project}/feedback/bulk`, { ids: [id], set: { status: 'completed' } });
      const changes = await author.get(`${project}/feedback/${id}/status-changes`);
      expect(changes.body).toEqual([
        {
          id: expect.any(String),
          from: 'in_review',
          to: 'planned',
          user: expect.objectContaining({ id: editor.userId, email: '' }),
          comment_id: explained.body.response.id,
          created_at: explained.body.status_changed_at,
        },
        {
          id: expect.any(String),
          from: 'planned',
          to: 'completed',
          user: expect.objectContaining({ id: editor.userId }),
          comment_id: '',
          created_at: expect.any(String),
        },
      ]);
      expect((await read(id)).status_changed_at).toBe(changes.body[1].created_at);
      expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
        'feedback.created',
        'comment.created',
        'feedback.status_changed',
        'feedback.status_changed',
      ]);
      const comment = `${project}/feedback/${id}/comments/${explained.body.response.id}`;
      await editor.patch(comment, { kind: 'internal' });
      for (const [client, commentId] of [
        [editor, explained.body.response.id],
        [author, ''],
      ] as const) {
        const { body } = await client.get(`${project}/feedback/${id}/status-changes`);
        expect(body[0].comment_id).toBe(commentId);
      }
      await editor.patch(comment, { kind: 'response' });
      const seen = () => author.get(`${project}/feedback/${id}/status-changes`);
      expect((await seen()).body[0].comment_id).toBe(explained.body.response.id);
      await editor.patch(comment, { approval: 'rejected' });
      expect((await seen()).body[0].comment_id).toBe('');
      await editor.delete(comment);
      const [first] = (await editor.get(`${project}/feedback/${id}/status-changes`)).body;
      expect(first.comment_id).toBe('');
    });

    it('is needed for a comment on it', async () => {
      const id = await submit({}, author);
      for (const values of [{ status_comment: 'Why?' }, { status: 'in_review', status_comment: 'Why?' }]) {
        const refused = await editor.patch(`${project}/feedback/${id}`, values);
        expect([refused.status, errorsOf(refused)]).toEqual([400, ['/status_comment status_unchanged']]);
      }
      const empty = await editor.patch(`${project}/feedback/${id}`, {
        status: 'planned',
        status_comment: ' ',
      });
      expect(errorsOf(empty)).toEqual(['/status_comment blank']);
      const refused = await author.patch(`${project}/feedback/${id}`, {
        status: 'planned',
        status_comment: 'Please.',
      });
      expect(refused.status).toBe(403);
      expect((await read(id)).comment_count).toBe(0);
    });
  });
});

describe('Bulk', () => {
  let admin: Client;
  let project: string;
  let editor: Client & { userId: string };
  let ids: [string, string, string];

  const bulk = (body: object, client: Client = editor) => client.post(`${project}/feedback/bulk`, body);
  const read = async (id: string) => (await expectSuccess(admin.get(`${project}/feedback/${id}`))).body;

  async function eventsOf(id: string): Promise<{ type: string; actor_id: string; previous: object }[]> {
    return service.query(
      `select type, actor_id, previous from events
     where data ->> 'id' = $1 and type <> 'feedback.created' order by id`,
      [id],
    );
  }

  beforeAll(async () => {
    admin = service.admin;
    project = await newProject(service);
    editor = await newMember(service, project, 'editor');
    for (const name of ['bug', 'late', 'idea'])
      await expectSuccess(admin.put(`${project}/tags/${name}`, { color: '#000' }));
  });

  beforeEach(async () => {
    const paths = await Promise.all([1, 2, 3].map(() => newFeedback(admin, project)));
    ids = paths.map(idOf) as typeof ids;
  });

  describe('A bulk update', () => {
    it('changes all records with the events of single updates, and returns them in the order of the ids', async () => {
      await expectSuccess(
        admin.patch(`${project}/feedback/${ids[0]}`, { status: 'planned', tags: ['late'] }),
      );
      const before = (await eventsOf(ids[0])).length;
      const order = [ids[2], ids[0].toUpperCase(), ids[1], ids[0]];
      const set = {
        status: 'planned',
        tags_add: ['BUG', { name: 'idea', color: '#fff' }],
        tags_remove: ['late'],
      };
      const answer = await bulk({ ids: order, set });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual([await read(ids[2]), await read(ids[0]), await read(ids[1])]);
      for (const record of answer.body) {
        expect(record).toMatchObject({ status: 'planned', tags: [{ name: 'bug' }, { name: 'idea' }] });
      }
      // Its status was the same before.
      expect((await eventsOf(ids[0])).slice(before)).toEqual([
        {
          type: 'feedback.updated',
          actor_id: editor.userId,
          previous: { tags: [{ name: 'late', color: '#000' }] },
        },
      ]);
      for (const id of [ids[1], ids[2]]) {
        expect(await eventsOf(id)).toEqual([
          { type: 'feedback.updated', actor_id: editor.userId, previous: { tags: [] } },
          { type: 'feedback.status_changed', actor_id: editor.userId, previous: { status: 'in_review' } },
        ]);
      }
    });

    it('that changes nothing returns the records and creates no event', async () => {
      for (const set of [{}, { status: 'in_review' }, { tags_remove: ['bug'] }]) {
        const answer = await bulk({ ids, set });
        expect([answer.status, answer.body]).toEqual([200, await Promise.all(ids.map(read))]);
      }
      expect((await bulk({ ids: [], set: { status: 'planned' } })).body).toEqual([]);
      expect(await eventsOf(ids[0])).toEqual([]);
    });

    it('changes nothing if an id is unknown or merged', async () => {
      const elsewhere = idOf(await newFeedback(admin, await newProject(service)));
      const unknown = await bulk({ ids: [ids[0], unknownId, ids[1], elsewhere], set: { status: 'planned' } });
      expect(unknown.status).toBe(400);
      expect(unknown.body.errors).toMatchObject([
        { pointer: '/ids/1', code: 'not_found' },
        { pointer: '/ids/3', code: 'not_found' },
      ]);
      await expectSuccess(admin.post(`${project}/feedback/${ids[1]}/merge`, { into: ids[2] }));
      const merged = await bulk({ ids: [ids[0], ids[2], ids[1]], set: { status: 'planned' } });
      expect([merged.status, merged.body.code]).toEqual([409, 'feedback_merged']);
      expect(merged.body.detail).toContain(ids[2]);
      expect(merged.body.errors).toMatchObject([{ pointer: '/ids/2', code: 'feedback_merged' }]);
      expect((await read(ids[0])).status).toBe('in_review');
      expect(await eventsOf(ids[0])).toEqual([]);
    });

    it('reports unknown tags together with other errors', async () => {
      const set = { status: 'done', tags_add: ['bug', 'nope', ''], tags_remove: [{ name: 'Never' }] };
      const answer = await bulk({ ids: ['1'], set });
      expect(answer.status).toBe(400);
      const errors = answer.body.errors.map(({ pointer, code }: any) => `${pointer} ${code}`);
      expect(errors.sort()).toEqual([
        '/ids/0 invalid_uuid',
        '/set/status unknown_status',
        '/set/tags_add/1 unknown_tag',
        '/set/tags_add/2 blank',
        '/set/tags_remove/0 unknown_tag',
      ]);
      for (const wrong of [null, 'planned', []]) {
        expect((await bulk({ ids, set: wrong })).body.errors).toMatchObject([{ pointer: '/set' }]);
      }
    });

    it('is rejected if feedback would have more than 100 tags', async () => {
      const names = Array.from({ length: 101 }, (_, number) => `tag-${number}`);
      for (const name of names) await expectSuccess(admin.put(`${project}/tags/${name}`, { color: '#000' }));
      await expectSuccess(admin.patch(`${project}/feedback/${ids[0]}`, { tags: names.slice(1) }));
      const full = await bulk({ ids, set: { tags_add: names.slice(0, 1) } });
      expect([full.status, full.body.errors]).toMatchObject([
        400,
        [{ pointer: '/set/tags_add', code: 'too_many' }],
      ]);
      expect((await read(ids[1])).tags).toEqual([]);
      expect(
        (await bulk({ ids, set: { tags_add: names.slice(0, 1), tags_remove: names.slice(1, 2) } })).status,
      ).toBe(200);
    });

    it('requires an editor', async () => {
      const contributor = await newMember(service, project, 'contributor');
      expect((await bulk({ ids: [], set: {} }, contributor)).status).toBe(403);
    });
  });

  describe('Concurrent bulk updates', () => {
    it('of the same records in opposite order do not deadlock', async () => {
      const { dataSource } = service.database.database;
      const deadlocks = async () =>
        (
          await dataSource.query('select deadlocks from pg_stat_database where datname = current_database()')
        )[0];
      const many = (await Promise.all(Array.from({ length: 30 }, () => newFeedback(admin, project)))).map(
        idOf,
      );
      const before = await deadlocks();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, number) =>
          bulk({
            ids: number % 2 === 0 ? many : [...many].reverse(),
            set: { status: number % 2 === 0 ? 'planned' : 'completed', tags_add: ['bug'] },
          }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      // All records were changed together.
      expect(new Set((await Promise.all(many.map(read))).map(({ status }) => status)).size).toBe(1);
      expect(await deadlocks()).toEqual(before);
    });
  });
});

describe('Recently updated', () => {
  let admin: Client;
  let project: string;

  beforeAll(async () => {
    admin = service.admin;
  });

  beforeEach(async () => {
    const slug = unique('updates');
    project = `/projects/${slug}`;
    await expectSuccess(admin.post('/projects', { name: 'Updates', slug }));
  });

  const titles = ({ body }: Answer): string => body.map(({ title }: { title: string }) => title).join('');

  /** Returns the titles of all pages of one record each. */
  async function walk(path: string): Promise<string> {
    let found = '';
    for (let next: string | undefined = `${path}&limit=1`; next !== undefined;) {
      const page: Answer = await expectSuccess(admin.get(next));
      found += titles(page);
      next = /<[^>]*\/v1([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
    }
    return found;
  }

  describe('Feedback', () => {
    let path: string;
    let ids: Record<string, string>;

    beforeEach(async () => {
      path = `${project}/feedback`;
      ids = {};
      await expectSuccess(admin.put(`${project}/tags/bug`, {}));
      for (const title of ['a', 'b', 'c', 'd', 'e']) {
        const created = await expectSuccess(admin.post(path, { title, created_at: '2020-01-01T00:00:00Z' }));
        ids[title] = created.body.id as string;
      }
    });

    const recent = () => walk(`${path}?sort=recently_updated`);

    it('is listed by its last update: of anything but votes, comments and metadata', async () => {
      expect(await recent()).toBe('edcba');
      await expectSuccess(admin.patch(`${path}/${ids['a']}`, { description: 'New' }));
      expect(await recent()).toBe('aedcb');
      await expectSuccess(admin.patch(`${path}/${ids['b']}`, { status: 'planned' }));
      await expectSuccess(admin.patch(`${path}/${ids['c']}`, { tags: ['bug'] }));
      expect(await recent()).toBe('cbaed');
      await expectSuccess(admin.post(`${path}/bulk`, { ids: [ids['d']], set: { tags_add: ['bug'] } }));
      await expectSuccess(admin.post(`${path}/${ids['e']}/merge`, { into: ids['a'] }));
      await expectSuccess(admin.delete(`${path}/${ids['e']}/merge`));
      expect(await recent()).toBe('edcba');
    });

    it('is updated when the feedback that it is merged into is deleted', async () => {
      await expectSuccess(admin.post(`${path}/${ids['c']}/merge`, { into: ids['a'] }));
      const time = clock.now().toISOString();
      await expectSuccess(admin.delete(`${path}/${ids['a']}`));
      expect(await walk(`${path}?updated_after=${time}`)).toBe('c');
      expect(await recent()).toBe('cedb');
    });

    it.each([
      { pinned: true },
      { comments_locked: true },
      { estimated_date: '2026-12-24' },
      { assignee_id: 'me' },
      { approval: 'rejected' },
      { board: 'ideas' },
    ])('is updated by %j', async (changes) => {
      await expectSuccess(admin.put(`${project}/boards/ideas`, { name: 'Ideas' }));
      const time = clock.now().toISOString();
      await expectSuccess(admin.patch(`${path}/${ids['b']}`, changes));
      const { body } = await expectSuccess(admin.get(`${path}/${ids['b']}?include=updated_at`));
      expect(body.updated_at >= time).toBe(true);
    });

    it('is not updated by votes, comments, metadata, merges into it, or a PATCH that changes nothing', async () => {
      await expectSuccess(admin.put(`${path}/${ids['a']}/upvotes/me`));
      await expectSuccess(admin.post(`${path}/${ids['b']}/comments`, { content: 'Hi' }));
      await expectSuccess(admin.patch(`${path}/${ids['c']}`, { title: 'c', tags: [] }));
      await expectSuccess(admin.patch(`${path}/${ids['b']}`, { metadata: { plan: 'trial' } }));
      await expectSuccess(admin.post(`${path}/${ids['e']}/merge`, { into: ids['a'] }));
      expect(await recent()).toBe('dcba');
    });

    it('is filtered by updated_after, in every order', async () => {
      const time = clock.now().toISOString();
      await expectSuccess(admin.patch(`${path}/${ids['b']}`, { title: 'B' }));
      await expectSuccess(admin.patch(`${path}/${ids['a']}`, { title: 'A' }));
      expect(await walk(`${path}?updated_after=${time}&sort=recently_updated`)).toBe('AB');
      expect(await walk(`${path}?updated_after=${time}&sort=oldest`)).toBe('AB');
      expect(await walk(`${path}?updated_after=${time}&q=a`)).toBe('A');
      expect(await walk(`${path}?updated_after=2999-01-01`)).toBe('');
    });

    it('that moves to the start meanwhile does not shift the pages that follow', async () => {
      const first = await expectSuccess(admin.get(`${path}?sort=recently_updated&limit=2`));
      expect(titles(first)).toBe('ed');
      const next = /<[^>]*\/v1([^>]+)>/.exec(first.headers.get('link') ?? '')![1]!;
      await expectSuccess(admin.patch(`${path}/${ids['d']}`, { title: 'D' }));
      expect(titles(await admin.get(next))).toBe('cb');
    });
  });

  describe('A changelog entry', () => {
    it('is listed by its last update, and filtered by updated_after', async () => {
      const path = `${project}/changelogs`;
      const ids: string[] = [];
      for (const [title, publish_date] of [
        ['a', '2026-01-03'],
        ['b', '2026-01-02'],
        ['c', '2026-01-01'],
      ] as const) {
        const entry = { title, publish_date: `${publish_date}T00:00:00Z`, published: true };
        ids.push((await expectSuccess(admin.post(path, entry))).body.id as string);
      }
      expect(await walk(`${path}?sort=newest`)).toBe('abc');
      expect(await walk(`${path}?sort=recently_updated`)).toBe('cba');
      const time = clock.now().toISOString();
      await expectSuccess(admin.patch(`${path}/${ids[1]}`, { published: true }));
      expect(await walk(`${path}?sort=recently_updated`)).toBe('cba');
      await expectSuccess(admin.patch(`${path}/${ids[0]}`, { summary: 'New' }));
      expect(await walk(`${path}?sort=recently_updated`)).toBe('acb');
      expect(await walk(`${path}?updated_after=${time}`)).toBe('a');
    });
  });
});

describe('Feedback stats', () => {
  let admin: Client;
  let project: string;
  let viewer: Client;

  const stats = () => viewer.get(`${project}/feedback/stats`);

  beforeAll(async () => {
    admin = service.admin;
    project = await newProject(service);
    viewer = await newMember(service, project, 'viewer');
  });

  it('counts nothing in a new project', async () => {
    expect((await stats()).body).toEqual({
      total: 0,
      by_status: { in_review: 0, planned: 0, in_progress: 0, completed: 0, rejected: 0 },
      by_status_kind: { open: 0, planned: 0, active: 0, done: 0, closed: 0 },
      by_tag: [],
    });
  });

  it('counts feedback by status and by tag, without merged feedback', async () => {
    for (const name of ['bug', 'idea', 'unused'])
      await expectSuccess(admin.put(`${project}/tags/${name}`, { color: '#000' }));
    const submit = (body: object) =>
      expectSuccess(admin.post(`${project}/feedback`, { title: 'Wish', ...body }));
    await submit({ status: 'planned', tags: ['idea'] });
    await submit({ status: 'planned', tags: ['bug', 'idea'] });
    await submit({ tags: ['idea'] });
    const target = await newFeedback(admin, project);
    const source = (await submit({ status: 'rejected', tags: ['bug'] })).body.id as string;
    const before = await stats();
    expect(before.body).toMatchObject({
      total: 5,
      by_status: { in_review: 2, planned: 2, in_progress: 0, completed: 0, rejected: 1 },
    });
    await expectSuccess(admin.post(`${project}/feedback/${source}/merge`, { into: idOf(target) }));
    const other = await newProject(service);
    await newFeedback(admin, other);
    const merged = await stats();
    expect(merged.body).toEqual({
      total: 4,
      by_status: { in_review: 2, planned: 2, in_progress: 0, completed: 0, rejected: 0 },
      by_status_kind: { open: 2, planned: 2, active: 0, done: 0, closed: 0 },
      by_tag: [
        { name: 'idea', color: '#000', count: 3 },
        { name: 'bug', color: '#000', count: 1 },
        { name: 'unused', color: '#000', count: 0 },
      ],
    });
    await expectSuccess(admin.delete(`${project}/feedback/${source}/merge`));
    expect((await stats()).text).toBe(before.text);
  });

  it('has an ETag that changes with the counts', async () => {
    const etag = (await stats()).headers.get('etag') ?? '';
    const again = () => viewer.get(`${project}/feedback/stats`, { 'if-none-match': etag });
    expect((await again()).status).toBe(304);
    await newFeedback(admin, project);
    expect((await again()).status).toBe(200);
  });

  it('returns the 100 most used tags', async () => {
    const large = await newProject(service);
    for (let number = 0; number < 101; number++) {
      await expectSuccess(
        admin.put(`${large}/tags/tag-${String(number).padStart(3, '0')}`, { color: '#000' }),
      );
    }
    await expectSuccess(admin.post(`${large}/feedback`, { title: 'Wish', tags: ['tag-100'] }));
    const { by_tag } = (await expectSuccess(admin.get(`${large}/feedback/stats`))).body;
    expect(by_tag).toHaveLength(100);
    expect(by_tag.slice(0, 2).map(({ name }: any) => name)).toEqual(['tag-100', 'tag-000']);
  });
});
