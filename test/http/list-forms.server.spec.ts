import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, startApp, type TestApp } from '../support/app.js';
import {
  expectSuccess,
  idOf,
  insertFeedback,
  miscounts,
  newFeedback,
  newMember,
  newProject,
  walk,
} from '../support/feedback.js';
import { unique } from '../support/unique.js';

let service: TestApp;

beforeAll(async () => {
  // Without the background work, which subscribes authors and voters to feedback.
  service = await startApp();
});
afterAll(() => service.close());

describe('Sorts', () => {
  let admin: Client;

  beforeAll(async () => {
    admin = service.admin;
  });

  const sorts = ['newest', 'oldest', 'most_upvoted', 'most_commented'] as const;

  interface Sorted {
    id: string;
    upvotes: number;
    comment_count: number;
    created_at: string;
  }

  /** The values by which each sort orders records; ties are broken by id. */
  const keys: Record<(typeof sorts)[number], (record: Sorted) => string | number> = {
    newest: ({ created_at }: Sorted) => created_at,
    oldest: ({ created_at }: Sorted) => created_at,
    most_upvoted: ({ upvotes }: Sorted) => upvotes,
    most_commented: ({ comment_count }: Sorted) => comment_count,
  };

  function sorted(records: readonly Sorted[], sort: (typeof sorts)[number]): string[] {
    const key = keys[sort];
    const ascending = [...records].sort((a, b) => {
      if (key(a) !== key(b)) return key(a) < key(b) ? -1 : 1;
      return a.id < b.id ? -1 : 1;
    });
    return (sort === 'oldest' ? ascending : ascending.reverse()).map(({ id }) => id);
  }

  describe('A list of feedback', () => {
    let list: string;
    let records: Sorted[];

    beforeAll(async () => {
      const project = await newProject(service);
      list = `${project}/feedback`;
      // Many have the same key, so that the id decides.
      await insertFeedback(service, project, 12);
      await insertFeedback(service, project, 5);
      const members = [1, 2, 3].map(() => newMember(service, project, 'contributor'));
      const [first, second, third] = await Promise.all(members);
      const paths = (await expectSuccess(admin.get(list))).body.map(({ id }: Sorted) => `${list}/${id}`);
      for (const [number, path] of paths.entries()) {
        if (number % 2) await expectSuccess(first!.put(`${path}/upvotes/me`));
        if (number % 3) await expectSuccess(second!.put(`${path}/upvotes/me`));
        if (number % 4 === 0) await expectSuccess(third!.post(`${path}/comments`, { content: 'Hi' }));
        if (number % 5 === 0) await expectSuccess(third!.post(`${path}/comments`, { content: 'Ho' }));
      }
      records = (await expectSuccess(admin.get(list))).body;
    });

    it.each(sorts)('is sorted as requested, page by page: %s', async (sort) => {
      const expected = sorted(records, sort);
      for (const limit of [1, 3, 17, 100]) {
        const found = await walk(admin, `${list}?sort=${sort}&limit=${limit}`);
        expect(found.map(({ id }) => id)).toEqual(expected);
      }
      expect(new Set(records.map(keys[sort])).size).toBeLessThan(records.length);
      const { headers } = await admin.get(`${list}?sort=${sort}&count=true&limit=1`);
      expect(headers.get('x-total-count')).toBe('17');
    });

    it('is sorted from newest to oldest by default', async () => {
      expect(records.map(({ id }) => id)).toEqual(sorted(records, 'newest'));
    });

    it('can be filtered in any order', async () => {
      await expectSuccess(admin.patch(`${list}/${records[3]?.id}`, { status: 'completed' }));
      await expectSuccess(admin.patch(`${list}/${records[8]?.id}`, { status: 'completed' }));
      for (const sort of sorts) {
        const found = await walk(admin, `${list}?sort=${sort}&status=completed&limit=1`);
        expect(found.map(({ id }) => id)).toEqual(sorted([records[3]!, records[8]!], sort));
      }
    });

    it.each(['', 'upvotes', 'Newest', '-created_at', 'newest;drop table feedback'])(
      'rejects sort=%j',
      async (sort) => {
        const { status, body } = await admin.get(`${list}?sort=${encodeURIComponent(sort)}`);
        expect([status, body.errors]).toEqual([
          400,
          [{ parameter: 'sort', code: 'invalid_choice', detail: expect.stringContaining('newest, oldest') }],
        ]);
      },
    );

    it('rejects several sorts', async () => {
      const { body } = await admin.get(`${list}?sort=newest&sort=oldest`);
      expect(body.errors).toEqual([{ parameter: 'sort', code: 'repeated', detail: expect.any(String) }]);
    });

    it('rejects cursors of another sort or filter, and broken ones', async () => {
      const cursors = new Map<string, string>();
      for (const sort of sorts) {
        const { headers } = await admin.get(`${list}?sort=${sort}&limit=2`);
        cursors.set(
          sort,
          new URL(/<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? '').searchParams.get('cursor')!,
        );
      }
      for (const [sort, cursor] of cursors) {
        expect((await admin.get(`${list}?sort=${sort}&cursor=${cursor}`)).status).toBe(200);
        const others = sorts.filter((other) => other !== sort).map((other) => `sort=${other}`);
        for (const query of [...others, `sort=${sort}&status=planned`]) {
          const { status, body } = await admin.get(`${list}?${query}&cursor=${cursor}`);
          expect([status, body.errors[0].code]).toEqual([400, 'invalid_cursor']);
        }
        const changed = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
        for (const broken of [
          [...changed, 'more'],
          changed.slice(0, 2),
          [changed[0], "1'; drop table feedback", changed[2]],
          [changed[0], '99999999999999999999', changed[2]],
          [changed[0], changed[1], 'nope'],
        ]) {
          const made = Buffer.from(JSON.stringify(broken)).toString('base64url');
          expect((await admin.get(`${list}?sort=${sort}&cursor=${made}`)).status).toBe(400);
        }
      }
    });
  });

  describe('Reading all pages of a list during concurrent changes', () => {
    /** Thirty pages. */
    const amount = 3_000;

    it('returns each record whose key does not change exactly once', async () => {
      const project = await newProject(service);
      const list = `${project}/feedback`;
      const before = await insertFeedback(service, project, amount);
      const clients = await Promise.all([1, 2, 3, 4].map(() => newMember(service, project, 'contributor')));
      let going = true;
      const inserted: string[] = [];
      const voted = new Set<string>();
      const commented = new Set<string>();
      const work = async (client: Client, number: number): Promise<void> => {
        // A slow reader finds a fifth of the records unchanged, too.
        for (let turn = number; going && turn < amount * 0.8; turn += 4) {
          // Spread over the whole list.
          const id = before[(turn * 617) % amount] ?? '';
          const path = `${list}/${id}`;
          inserted.push(idOf(await newFeedback(client, project)));
          voted.add(id);
          await expectSuccess(client.put(`${path}/upvotes/me`));
          if (turn % 3 === 0) {
            commented.add(id);
            await expectSuccess(client.post(`${path}/comments`, { content: 'Hi' }));
          }
          if (turn % 5 === 0) await expectSuccess(client.delete(`${path}/upvotes/me`));
          // Leaves processor time for the reader.
          await pause(10);
        }
      };
      const working = Promise.all(clients.map(work));
      const walks = new Map<string, string[]>();
      try {
        for (const sort of sorts) {
          walks.set(
            sort,
            (await walk(admin, `${list}?sort=${sort}&limit=100`)).map(({ id }) => id as string),
          );
        }
      } finally {
        going = false;
        await working;
      }
      expect(inserted.length).toBeGreaterThan(0);
      const changed = {
        newest: new Set(),
        oldest: new Set(),
        most_upvoted: voted,
        most_commented: commented,
      };
      for (const sort of sorts) {
        const times = new Map<string, number>();
        for (const id of walks.get(sort) ?? []) times.set(id, (times.get(id) ?? 0) + 1);
        const unchanged = before.filter((id) => !changed[sort].has(id));
        expect(unchanged.filter((id) => times.get(id) !== 1)).toEqual([]);
        expect(unchanged.length).toBeGreaterThan(amount / 10);
      }
      // New records have an unchanging key too, apart from their number of votes. They are never returned twice.
      for (const sort of ['newest', 'oldest']) {
        const found = walks.get(sort) ?? [];
        expect(new Set(found).size).toBe(found.length);
      }
      expect(await miscounts(service)).toEqual([]);
    }, 600_000);
  });
});

describe('Include', () => {
  let editor: Client & { userId: string };
  let contributor: Client & { userId: string };
  let viewer: Client & { userId: string };
  let project: string;
  let path: string;
  let mergedId: string;

  beforeAll(async () => {
    const slug = unique('include');
    project = `/projects/${slug}`;
    await service.admin.post('/projects', { name: 'Include', slug });
    const member = (role: string) => newMember(service, project, role);
    [editor, contributor, viewer] = [
      await member('editor'),
      await member('contributor'),
      await member('viewer'),
    ];
    const { body: target } = await contributor.post(`${project}/feedback`, { title: 'Dark mode' });
    const { body: source } = await editor.post(`${project}/feedback`, { title: 'Night mode' });
    mergedId = source.id;
    path = `${project}/feedback/${target.id}`;
    await editor.put(`${project}/feedback/${source.id}/upvotes/${viewer.userId}`);
    await editor.post(`${project}/feedback/${source.id}/merge`, { into: target.id });
    await editor.put(`${path}/metadata`, { plan: 'gold' });
  });

  const all =
    'include=board,fields,assignee,estimated_date,updated_at,status_changed_at,merged_ids,response,attachments,approval,pinned,comments_locked,viewer,source,metadata';
  /** With those that only editors can read. */
  const allOfEditors = `${all},revenue,companies`;

  describe('The parameter include', () => {
    it('adds members after those of every record, in their order', async () => {
      const names = 'metadata,source,viewer,attachments,updated_at,merged_ids';
      const { body } = await viewer.get(`${path}?include=${names}`);
      const plain = (await viewer.get(path)).body;
      expect(Object.keys(body)).toEqual([
        ...Object.keys(plain),
        'updated_at',
        'merged_ids',
        'attachments',
        'viewer',
        'source',
        'metadata',
      ]);
      expect(body).toEqual({
        ...plain,
        updated_at: expect.any(String),
        merged_ids: [mergedId],
        attachments: [],
        viewer: { voted: true, subscribed: false, can_edit: false },
        source: null,
        metadata: { plan: 'gold' },
      });
    });

    it('tells each reader what concerns them', async () => {
      const viewerOf = async (client: Client) => (await client.get(`${path}?include=viewer`)).body.viewer;
      expect(await viewerOf(contributor)).toEqual({ voted: false, subscribed: false, can_edit: true });
      expect(await viewerOf(editor)).toEqual({ voted: false, subscribed: false, can_edit: true });
      expect(await viewerOf(viewer)).toEqual({ voted: true, subscribed: false, can_edit: false });
      const scoped = await service.userClient(`${unique('reading')}@example.com`);
      await service.admin.put(`${project}/members/${scoped.userId}`, { role: 'editor' });
      const { body } = await scoped.post('/tokens', { name: 'Reads', scope: 'read' });
      expect(await viewerOf(service.client(body.token))).toEqual({
        voted: false,
        subscribed: false,
        can_edit: false,
      });
    });

    it('is accepted wherever feedback is returned', async () => {
      const expected = (await editor.get(`${path}?${allOfEditors}`)).body;
      const id = expected.id as string;
      const answers = [
        (await editor.get(`${project}/feedback?${allOfEditors}`)).body[0],
        (await editor.get(`${project}/feedback?q=dark&sort=relevance&${allOfEditors}`)).body[0],
        (await editor.get(`${project}/feedback/similar?title=Dark%20mode&${allOfEditors}`)).body[0],
        (await editor.patch(`${path}?${allOfEditors}`, {})).body,
        (
          await editor.post(`${project}/feedback/bulk?${allOfEditors}`, {
            ids: [id],
            set: { status: 'in_review' },
          })
        ).body[0],
        (await editor.delete(`${path}/upvotes/me?${allOfEditors}`)).body,
      ];
      for (const answer of answers) expect(answer).toEqual(expected);
      const voted = (await editor.put(`${path}/upvotes/me?${allOfEditors}`)).body;
      expect(voted.viewer).toEqual({ voted: true, subscribed: false, can_edit: true });
      await editor.delete(`${path}/upvotes/me`);
      const unmerged = await editor.delete(`${project}/feedback/${mergedId}/merge?${allOfEditors}`);
      expect([unmerged.body.id, unmerged.body.merged_ids]).toEqual([mergedId, []]);
      const merged = await editor.post(`${project}/feedback/${mergedId}/merge?${allOfEditors}`, { into: id });
      expect([merged.body.id, merged.body.merged_ids]).toEqual([id, [mergedId]]);
      const made = await contributor.post(`${project}/feedback?${all}`, { title: 'New' });
      expect([made.status, made.body.viewer]).toEqual([
        201,
        { voted: false, subscribed: false, can_edit: true },
      ]);
      await editor.delete(`${project}/feedback/${made.body.id}`);
    });

    it('goes on to the next page', async () => {
      const { body } = await contributor.post(`${project}/feedback`, { title: 'Another' });
      const first = await viewer.get(`${project}/feedback?limit=1&include=viewer`);
      const next = /<[^>]*\/v1([^>]*)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
      expect((await viewer.get(next)).body).toEqual([(await viewer.get(`${path}?include=viewer`)).body]);
      await editor.delete(`${project}/feedback/${body.id}`);
    });

    it('is covered by the entity tag, which writes accept', async () => {
      const plain = await contributor.get(path);
      const first = await contributor.get(`${path}?include=viewer`);
      const tag = first.headers.get('etag')!;
      expect(tag).not.toBe(plain.headers.get('etag'));
      expect((await contributor.get(`${path}?include=viewer`, { 'if-none-match': tag })).status).toBe(304);
      await editor.put(`${path}/upvotes/${contributor.userId}`);
      const second = await contributor.get(`${path}?include=viewer`, { 'if-none-match': tag });
      expect([second.status, second.body.viewer.voted]).toEqual([200, true]);
      const current = second.headers.get('etag')!;
      const change = { description: 'Changed' };
      expect((await contributor.patch(path, change, { 'if-none-match': current })).status).toBe(412);
      expect((await contributor.patch(path, change, { 'if-match': current })).status).toBe(200);
      expect((await contributor.patch(path, change, { 'if-match': current })).status).toBe(412);
    });

    it.each(['unknown', 'viewer,unknown', '', 'viewer,'])('rejects %j', async (names) => {
      const { status, body } = await viewer.get(`${path}?include=${names}`);
      expect([status, body.errors[0].parameter, body.errors[0].code]).toEqual([
        400,
        'include',
        'unknown_include',
      ]);
    });

    it('adds members to entries of the changelog and to their links', async () => {
      const path = `${project}/changelogs`;
      const { body: entry } = await editor.post(`${path}?include=state`, { title: 'Soon' });
      expect([Object.keys(entry).at(-1), entry.state]).toEqual(['state', 'draft']);
      const change = { published: true, publish_date: '2099-01-01T00:00:00Z' };
      const patched = await editor.patch(`${path}/${entry.id}?include=updated_at,state`, change);
      expect(Object.keys(patched.body).slice(-2)).toEqual(['state', 'updated_at']);
      expect(patched.body.state).toBe('scheduled');
      const past = { publish_date: '2026-01-01T00:00:00Z' };
      expect((await editor.put(`${path}/${entry.id}?include=state`, past)).body.state).toBe('published');
      expect((await viewer.get(`${path}/${entry.id}?include=state`)).body.state).toBe('published');
      expect((await viewer.get(`${path}?include=state`)).body[0].state).toBe('published');
      const { body: wish } = await contributor.post(`${project}/feedback`, { title: 'Linked' });
      const linked = await editor.put(`${path}/${entry.id}/feedback/${wish.id}?include=viewer`);
      expect(linked.body.viewer).toEqual({ voted: false, subscribed: false, can_edit: true });
      expect((await viewer.get(`${path}/${entry.id}/feedback?include=viewer`)).body[0].viewer.voted).toBe(
        false,
      );
      const entries = await viewer.get(`${project}/feedback/${wish.id}/changelogs?include=state`);
      expect(entries.body[0].state).toBe('published');
      await editor.delete(`${project}/feedback/${wish.id}`);
    });

    it('shows the feedback that an entry is linked to, of merged feedback the target', async () => {
      const entries = `${project}/changelogs`;
      const { body: entry } = await editor.post(`${entries}?include=feedback`, {
        title: 'Linked',
        published: true,
      });
      expect(entry.feedback).toEqual([]);
      const wishes = [];
      for (const title of ['First', 'Second', 'Double']) {
        const { body } = await contributor.post(`${project}/feedback`, { title });
        wishes.push(body);
      }
      const [first, second, double] = wishes;
      for (const { id } of [double, second]) await editor.put(`${entries}/${entry.id}/feedback/${id}`);
      await editor.post(`${project}/feedback/${double.id}/merge`, { into: first.id });
      await editor.patch(`${project}/feedback/${first.id}`, { status: 'completed' });
      const linked = [
        { id: first.id, title: 'First', status: 'completed' },
        { id: second.id, title: 'Second', status: 'in_review' },
      ];
      expect((await viewer.get(`${entries}/${entry.id}?include=feedback`)).body.feedback).toEqual(linked);
      const list = await viewer.get(`${entries}?include=feedback,state&slug=${entry.slug}`);
      expect(list.body).toEqual([
        { ...(await viewer.get(`${entries}/${entry.id}`)).body, state: 'published', feedback: linked },
      ]);
      await editor.put(`${entries}/${entry.id}/feedback/${first.id}`);
      expect((await viewer.get(`${entries}/${entry.id}?include=feedback`)).body.feedback).toEqual(linked);
      const changed = (await editor.patch(`${entries}/${entry.id}?include=feedback`, { title: 'Both' })).body;
      expect(changed.feedback).toEqual(linked);
      for (const { id } of wishes) await editor.delete(`${project}/feedback/${id}`);
      expect((await viewer.get(`${entries}/${entry.id}?include=feedback`)).body.feedback).toEqual([]);
    });
  });

  describe('Metadata in a record', () => {
    const record = async (id: string) =>
      (await editor.get(`${project}/feedback/${id}?include=metadata`)).body;

    it('is set with new feedback, and changed by a merge patch', async () => {
      const metadata = { crm: { id: 7, plan: 'gold' }, seats: 3 };
      const created = await editor.post(`${project}/feedback?include=metadata`, { title: 'Paid', metadata });
      expect([created.status, created.body.metadata]).toEqual([201, metadata]);
      const patch = { metadata: { crm: { plan: null, owner: 'Ada' }, seats: null, region: ['eu'] } };
      const { body } = await editor.patch(`${project}/feedback/${created.body.id}?include=metadata`, patch);
      expect(body.metadata).toEqual({ crm: { id: 7, owner: 'Ada' }, region: ['eu'] });
      const both = { title: 'Unpaid', metadata: { crm: null } };
      await editor.patch(`${project}/feedback/${created.body.id}`, both);
      expect(await record(created.body.id)).toMatchObject({ title: 'Unpaid', metadata: { region: ['eu'] } });
      expect((await editor.get(`${project}/feedback/${created.body.id}/metadata`)).body).toEqual({
        region: ['eu'],
      });
      await editor.delete(`${project}/feedback/${created.body.id}`);
    });

    it('is patched by one of two writers who have read the same version', async () => {
      const { body } = await editor.post(`${project}/feedback`, {
        title: 'Paid',
        metadata: { plan: 'gold' },
      });
      const target = `${project}/feedback/${body.id}?include=metadata`;
      const tag = (await editor.get(target)).headers.get('etag')!;
      const patch = (plan: string) => editor.patch(target, { metadata: { plan } }, { 'if-match': tag });
      const answers = await Promise.all([patch('tin'), patch('iron')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      await editor.delete(target);
    });

    it('is for editors; others can send a record back', async () => {
      const refused = await contributor.post(`${project}/feedback`, { title: 'Mine', metadata: { a: 1 } });
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([403, '/metadata']);
      const { body } = await contributor.post(`${project}/feedback?include=metadata`, {
        title: 'Mine',
        metadata: {},
      });
      await editor.patch(`${project}/feedback/${body.id}`, { metadata: { plan: 'gold' } });
      const own = await record(body.id);
      const sent = await contributor.patch(`${project}/feedback/${body.id}?include=metadata`, {
        ...own,
        title: 'Ours',
      });
      expect([sent.status, sent.body.title, sent.body.metadata]).toEqual([200, 'Ours', { plan: 'gold' }]);
      const changed = await contributor.patch(`${project}/feedback/${body.id}`, {
        metadata: { plan: 'tin' },
      });
      expect([changed.status, changed.body.errors[0].pointer]).toEqual([403, '/metadata']);
      expect((await record(body.id)).metadata).toEqual({ plan: 'gold' });
      await editor.delete(`${project}/feedback/${body.id}`);
    });

    it.each([[{ text: 'x'.repeat(5_000) }], ['text'], [[1]], [null]])(
      'is refused if it is %j',
      async (metadata) => {
        const { status, body } = await editor.patch(path, { metadata });
        expect([status, body.errors[0].pointer]).toEqual([400, '/metadata']);
      },
    );

    it('stays within its limit when patches add up', async () => {
      const half = (name: string) => ({ metadata: { [name]: 'x'.repeat(2_100) } });
      const { body } = await editor.post(`${project}/feedback`, { title: 'Large', ...half('a') });
      const answer = await editor.patch(`${project}/feedback/${body.id}`, half('b'));
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, '/metadata']);
      expect(Object.keys((await record(body.id)).metadata)).toEqual(['a']);
      await editor.delete(`${project}/feedback/${body.id}`);
    });
  });

  describe('The data of events', () => {
    const eventsOf = async (id: string) =>
      service.query<{ type: string; data: Record<string, unknown>; previous: object }>(
        `select type, data, previous from events where coalesce(data ->> 'feedback_id', data ->> 'id') = $1 order by id`,
        [id],
      );

    it('contains all members of feedback but those of a reader', async () => {
      const created = await editor.post(`${project}/feedback`, { title: 'All', metadata: { plan: 'gold' } });
      const { id } = created.body;
      const included = allOfEditors.replace('viewer,', '');
      const url = `${project}/feedback/${id}`;
      const first = (await editor.get(`${url}?${included}`)).body;
      await editor.patch(url, { title: 'Everything', status: 'planned', metadata: { plan: null } });
      const second = (await editor.get(`${url}?${included}`)).body;
      const { body: double } = await editor.post(`${project}/feedback`, { title: 'Double' });
      await editor.post(`${project}/feedback/${double.id}/merge`, { into: id });
      const third = (await editor.get(`${url}?${included}`)).body;
      expect(third.merged_ids).toEqual([double.id]);
      await editor.delete(url);
      expect(await eventsOf(id)).toEqual([
        { type: 'feedback.created', data: first, previous: {} },
        { type: 'feedback.updated', data: second, previous: { title: 'All' } },
        { type: 'feedback.status_changed', data: second, previous: { status: 'in_review' } },
        {
          type: 'feedback.metadata_updated',
          data: { feedback_id: id },
          previous: { metadata: { plan: 'gold' } },
        },
        { type: 'feedback.merged', data: third, previous: { merged_id: double.id } },
        { type: 'feedback.deleted', data: third, previous: {} },
      ]);
      const { type, data } = (await eventsOf(double.id)).at(-1)!;
      expect([type, data]).toEqual([
        'feedback.unmerged',
        (await editor.get(`${project}/feedback/${double.id}?${included}`)).body,
      ]);
      await editor.delete(`${project}/feedback/${double.id}`);
    });

    it('contains all members of entries', async () => {
      const url = `${project}/changelogs`;
      const included = 'include=state,updated_at,feedback,tags,attachments,metadata,fields';
      const { body: entry } = await editor.post(`${url}?${included}`, { title: 'News' });
      const { body: wish } = await contributor.post(`${project}/feedback`, { title: 'Wish' });
      await editor.put(`${url}/${entry.id}/feedback/${wish.id}`);
      const { body: published } = await editor.patch(`${url}/${entry.id}?${included}`, { published: true });
      await editor.delete(`${url}/${entry.id}`);
      expect(published).toMatchObject({ state: 'published', feedback: [{ id: wish.id, title: 'Wish' }] });
      expect(await eventsOf(entry.id)).toEqual([
        { type: 'changelog.created', data: entry, previous: {} },
        { type: 'changelog.published', data: published, previous: { published: false } },
        { type: 'changelog.deleted', data: published, previous: {} },
      ]);
      await editor.delete(`${project}/feedback/${wish.id}`);
    });
  });
});
