import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Answer, type Client, outcome, sharedApp, type TestApp } from '../support/app.js';
import { toldIn } from '../support/events.js';
import {
  bodyOf,
  expectSuccess,
  idOf,
  newFeedback,
  newMember,
  newProject,
  newUser,
  unknownId,
  walk,
} from '../support/feedback.js';
import {
  board,
  hideBy,
  type Hidden,
  type HiddenWorld,
  idsOf,
  newReader,
  newReaders,
  type Person,
  prepareHidden,
  type Reader,
  readers,
  revealingCalls,
  revealingPublicReads,
  type Visibility,
} from '../support/hidden-feedback.js';
import { operations, type Role } from '../support/operations.js';
import { importFile } from '../support/import-file.js';
import { feedback, person, portableFile } from '../support/portable-file.js';
import { unique } from '../support/unique.js';

let service: TestApp;

beforeAll(async () => {
  service = await sharedApp();
});

describe('Approval', () => {
  type Person = Client & { userId: string };

  let project: string;
  let editor: Person;
  let author: Person;
  let other: Person;

  beforeEach(async () => {
    project = await newProject(service);
    editor = await newMember(service, project, 'editor');
    author = await newMember(service, project, 'contributor');
    other = await newMember(service, project, 'contributor');
  });

  const require = (approval: string) =>
    expectSuccess(service.admin.patch(`${project}/settings`, { approval }));
  const ids = async (client: Client, path: string) =>
    (await walk(client, `${project}${path}`)).map(({ id }) => id as string);
  const approvalOf = async (client: Client, feedback: string) =>
    (await expectSuccess(client.get(`${feedback}?include=approval`))).body.approval;
  const comment = async (client: Client, on: string, fields: object = {}): Promise<any> =>
    (await expectSuccess(client.post(`${on}/comments`, { content: 'Hi', ...fields }))).body;
  const set = (feedback: string, approval: string, client: Client = editor) =>
    client.patch(`${feedback}?include=approval`, { approval });
  const typesOf = async () => (await toldIn(service, project)).map(({ type }: { type: string }) => type);

  describe('The setting approval', () => {
    it('is off initially, and an event when it changes', async () => {
      expect((await service.admin.get(`${project}/settings`)).body.approval).toBe('off');
      expect(await approvalOf(other, await newFeedback(author, project))).toBe('approved');
      await require('first');
      const changed = (await toldIn(service, project)).at(-1);
      expect(changed).toMatchObject({ type: 'project.settings_updated', previous: { approval: 'off' } });
      const wrong = await service.admin.patch(`${project}/settings`, { approval: 'some' });
      expect(wrong.body.errors).toMatchObject([{ pointer: '/approval' }]);
    });

    it('first: contributions wait until one of the person is approved in the project', async () => {
      await require('first');
      const first = await newFeedback(author, project);
      const second = await newFeedback(author, project);
      const open = await newFeedback(editor, project);
      expect((await comment(author, open)).approval).toBe('pending');
      expect([await approvalOf(author, first), await approvalOf(author, second)]).toEqual([
        'pending',
        'pending',
      ]);
      await expectSuccess(set(second, 'rejected'));
      expect((await comment(author, open)).approval).toBe('pending');
      await expectSuccess(set(first, 'approved'));
      expect((await comment(author, open)).approval).toBe('approved');
      expect(await approvalOf(author, await newFeedback(author, project))).toBe('approved');
      expect((await comment(other, open)).approval).toBe('pending');
    });

    it('first: an approved comment suffices', async () => {
      await require('first');
      const open = await newFeedback(editor, project);
      const { id } = await comment(author, open);
      await expectSuccess(editor.patch(`${open}/comments/${id}`, { approval: 'approved' }));
      expect(await approvalOf(author, await newFeedback(author, project))).toBe('approved');
    });

    it('first: contributions during the approval of one wait or are published, with the event that belongs to it', async () => {
      await require('first');
      const submitted = (count: number) =>
        Promise.all(Array.from({ length: count }, () => newFeedback(author, project)));
      const [first, second] = await submitted(2);
      expect([await approvalOf(author, first!), await approvalOf(author, second!)]).toEqual([
        'pending',
        'pending',
      ]);
      const [during] = await Promise.all([submitted(4), expectSuccess(set(first!, 'approved'))]);
      const [after] = await submitted(1);
      expect(await approvalOf(author, after!)).toBe('approved');
      const events: { type: string; data: { id: string } }[] = await toldIn(service, project);
      const told = (feedback: string) =>
        events.filter(({ data }) => data.id === idOf(feedback)).map(({ type }) => type);
      expect(told(first!)).toEqual(['feedback.pending', 'feedback.created']);
      for (const feedback of [second!, ...during]) {
        const approval = await approvalOf(author, feedback);
        expect(told(feedback)).toEqual([approval === 'approved' ? 'feedback.created' : 'feedback.pending']);
        expect((await other.get(feedback)).status).toBe(approval === 'approved' ? 200 : 404);
      }
    });

    it('all: everything waits, but what editors contribute, also on behalf of others', async () => {
      await newFeedback(author, project);
      await require('all');
      expect(await approvalOf(author, await newFeedback(author, project))).toBe('pending');
      const open = await newFeedback(editor, project);
      expect(await approvalOf(editor, open)).toBe('approved');
      expect((await comment(editor, open, { user_id: author.userId })).approval).toBe('approved');
      const { body } = await editor.post(`${project}/feedback?include=approval`, {
        title: 'For somebody',
        user_id: author.userId,
        approval: 'pending',
      });
      expect(body.approval).toBe('pending');
    });

    it('lets only editors set the approval', async () => {
      await require('all');
      const feedback = await newFeedback(author, project);
      const open = await newFeedback(editor, project);
      const { id, ...record } = await comment(author, open);
      const answers = [
        await author.post(`${project}/feedback`, { title: 'Wish', approval: 'approved' }),
        await set(feedback, 'approved', author),
        await author.patch(`${open}/comments/${id}`, { approval: 'approved' }),
      ];
      expect(answers.map(outcome)).toEqual(Array(3).fill('403 insufficient_role'));
      // What has been read can be sent back.
      expect(outcome(await set(feedback, 'pending', author))).toBe('200');
      expect(outcome(await author.patch(`${open}/comments/${id}`, record))).toBe('200');
      expect((await set(feedback, 'maybe')).body.errors).toMatchObject([{ pointer: '/approval' }]);
    });
  });

  describe('What waits', () => {
    it('is in the lists of editors and of its author if they ask for it', async () => {
      await require('all');
      const [own, its, open] = [
        idOf(await newFeedback(author, project)),
        idOf(await newFeedback(other, project)),
        await newFeedback(editor, project),
      ];
      const mine = (await comment(author, open)).id;
      const theirs = (await comment(other, open)).id;
      for (const [client, feedback, comments] of [
        [editor, [its, own], [theirs, mine]],
        [author, [own], [mine]],
        [other, [its], [theirs]],
      ] as const) {
        expect(await ids(client, '/feedback?approval=pending')).toEqual(feedback);
        expect(await ids(client, '/feedback?approval=pending&sort=most_upvoted&limit=1')).toHaveLength(
          feedback.length,
        );
        expect(await ids(client, '/comments?approval=pending')).toEqual(comments);
        expect(await ids(client, '/feedback')).toEqual([idOf(open)]);
        expect(await ids(client, '/feedback?user_id=me&approval=rejected')).toEqual([]);
        expect(await ids(client, '/comments')).toEqual([]);
        expect(await ids(client, `/feedback/${idOf(open)}/comments`)).toEqual([]);
      }
      const counted = await editor.get(`${project}/feedback?approval=pending&count=true&q=Wish`);
      expect(counted.headers.get('x-total-count')).toBe('2');
      expect((await author.get(`${open}/comments/${mine}`)).body.approval).toBe('pending');
      expect(outcome(await other.get(`${open}/comments/${mine}`))).toBe('404 comment_not_found');
    });

    it('takes no votes, comments, replies, links and merges', async () => {
      await require('all');
      const feedback = await newFeedback(author, project);
      const open = await newFeedback(editor, project);
      const { id } = await comment(author, open);
      const entry = (await service.admin.post(`${project}/changelogs`, { title: 'Fixes' })).body.id;
      const answers = [
        await author.put(`${feedback}/upvotes/me`),
        await editor.put(`${feedback}/upvotes/me`),
        await editor.post(`${feedback}/upvotes`, {}),
        await author.delete(`${feedback}/upvotes/me`),
        await author.post(`${feedback}/comments`, { content: 'Hi' }),
        await editor.post(`${feedback}/comments`, { content: 'Hi', kind: 'internal' }),
        await author.post(`${open}/comments`, { content: 'Hi', parent_id: id }),
        await editor.post(`${feedback}/merge`, { into: idOf(open) }),
        await editor.post(`${open}/merge`, { into: idOf(feedback) }),
        await editor.put(`${project}/changelogs/${entry}/feedback/${idOf(feedback)}`),
        await editor.patch(feedback, { status: 'planned', status_comment: 'Soon' }),
      ];
      expect(answers.map(outcome)).toEqual(Array(answers.length).fill('409 not_approved'));
      const reply = await other.post(`${open}/comments`, { content: 'Hi', parent_id: id });
      expect(reply.body.errors).toMatchObject([{ pointer: '/parent_id', code: 'not_found' }]);
      expect((await editor.get(`${feedback}/upvotes`)).body).toEqual([]);
      expect((await editor.get(open)).body.comment_count).toBe(0);
    });

    it('can be changed and deleted by its author', async () => {
      await require('all');
      const feedback = await newFeedback(author, project);
      const { body, headers } = await expectSuccess(author.patch(feedback, { title: 'Another wish' }));
      expect(body.title).toBe('Another wish');
      expect(outcome(await author.patch(feedback, { title: 'W' }, { 'if-match': '"old"' }))).toBe(
        '412 precondition_failed',
      );
      const approved = await set(feedback, 'approved');
      expect(approved.headers.get('etag')).not.toBe(headers.get('etag'));
      const second = await newFeedback(author, project);
      expect(outcome(await other.delete(second))).toBe('404 feedback_not_found');
      expect(outcome(await author.delete(second))).toBe('204');
    });
  });

  describe('Approving and rejecting', () => {
    it('announces feedback once, when it is approved for the first time', async () => {
      await require('all');
      const feedback = await newFeedback(author, project);
      const before = (await typesOf()).length;
      for (const approval of ['rejected', 'approved', 'rejected', 'approved', 'pending', 'approved']) {
        expect((await set(feedback, approval)).body.approval).toBe(approval);
      }
      const events = await toldIn(service, project);
      expect(
        events.slice(before - 1).map(({ type, data, previous }: any) => [type, data.approval, previous]),
      ).toEqual([
        ['feedback.pending', 'pending', {}],
        ['feedback.updated', 'rejected', { approval: 'pending' }],
        ['feedback.created', 'approved', {}],
        ['feedback.updated', 'rejected', { approval: 'approved' }],
        ['feedback.updated', 'approved', { approval: 'rejected' }],
        ['feedback.updated', 'pending', { approval: 'approved' }],
        ['feedback.updated', 'approved', { approval: 'pending' }],
      ]);
    });

    it('can be done together with other changes', async () => {
      await require('all');
      const feedback = await newFeedback(author, project);
      const before = (await typesOf()).length;
      const changes = { approval: 'approved', title: 'Better', status: 'planned', status_comment: 'Soon' };
      const { body } = await expectSuccess(editor.patch(`${feedback}?include=response`, changes));
      expect(body).toMatchObject({ title: 'Better', status: 'planned', comment_count: 1 });
      expect((await typesOf()).slice(before)).toEqual([
        'feedback.created',
        'comment.created',
        'feedback.updated',
        'feedback.status_changed',
      ]);
    });

    it('a comment counts while it is approved, and its replies go with it', async () => {
      await require('all');
      const open = await newFeedback(editor, project);
      const { id, updated_at } = await comment(author, open);
      const path = `${open}/comments/${id}`;
      const count = async () => (await other.get(open)).body.comment_count;
      expect(await count()).toBe(0);
      const before = (await typesOf()).length;
      const approved = await expectSuccess(editor.patch(path, { approval: 'approved' }));
      expect(approved.body).toMatchObject({ approval: 'approved', updated_at });
      expect(await count()).toBe(1);
      const reply = (await comment(editor, open, { parent_id: id })).id;
      expect(await count()).toBe(2);
      await expectSuccess(editor.patch(path, { approval: 'rejected' }));
      expect(await count()).toBe(0);
      expect(await ids(editor, `/feedback/${idOf(open)}/comments`)).toEqual([]);
      expect(await ids(editor, '/comments?approval=rejected')).toEqual([reply, id]);
      const tooEarly = await editor.patch(`${open}/comments/${reply}`, { approval: 'approved' });
      expect(outcome(tooEarly)).toBe('409 not_approved');
      await expectSuccess(editor.patch(path, { approval: 'approved', content: 'Ho' }));
      await expectSuccess(editor.patch(`${open}/comments/${reply}`, { approval: 'approved' }));
      expect(await count()).toBe(2);
      const events = (await toldIn(service, project)).slice(before);
      expect(events.map(({ type, previous }: any) => [type, Object.keys(previous)])).toEqual([
        ['comment.created', []],
        ['comment.created', []],
        ['comment.updated', ['approval']],
        ['comment.updated', ['approval']],
        ['comment.updated', ['content', 'updated_at', 'approval']],
        ['comment.updated', ['approval']],
      ]);
    });

    it('rejected feedback takes its comments and votes with it, and brings them back', async () => {
      const feedback = await newFeedback(author, project);
      const { id } = await comment(other, feedback);
      await expectSuccess(other.put(`${feedback}/upvotes/me`));
      await expectSuccess(set(feedback, 'rejected'));
      const hidden = [
        await other.get(feedback),
        await other.get(`${feedback}/comments/${id}`),
        await other.patch(`${feedback}/comments/${id}`, { content: 'Ho' }),
        await other.delete(`${feedback}/comments/${id}`),
        await other.delete(`${feedback}/upvotes/me`),
        await other.put(`${feedback}/upvotes/me`),
      ];
      expect(hidden.map(outcome)).toEqual(Array(6).fill('404 feedback_not_found'));
      for (const client of [other, author, editor]) expect(await ids(client, '/comments')).toEqual([]);
      expect(await ids(author, `/feedback/${idOf(feedback)}/comments`)).toEqual([id]);
      expect(outcome(await editor.delete(`${feedback}/upvotes/${other.userId}`))).toBe('200');
      await expectSuccess(set(feedback, 'approved'));
      expect(await ids(other, '/comments')).toEqual([id]);
      expect((await other.get(feedback)).body).toMatchObject({ upvotes: 0, comment_count: 1 });
    });

    it('feedback that is or has been merged stays approved', async () => {
      const [source, target] = [await newFeedback(author, project), await newFeedback(author, project)];
      await expectSuccess(editor.post(`${source}/merge`, { into: idOf(target) }));
      expect(outcome(await set(source, 'rejected'))).toBe('409 feedback_merged');
      expect(outcome(await set(target, 'rejected'))).toBe('409 merge_target');
      const bulk = { ids: [idOf(target)], set: { approval: 'rejected' } };
      const answer = await editor.post(`${project}/feedback/bulk`, bulk);
      expect([outcome(answer), answer.body.errors[0].pointer]).toEqual(['409 merge_target', '/ids/0']);
      await expectSuccess(editor.delete(`${source}/merge`));
      expect(outcome(await set(target, 'rejected'))).toBe('200');
    });
  });

  it('a bulk update approves feedback, and moves it to a board', async () => {
    await require('all');
    await expectSuccess(service.admin.put(`${project}/boards/ideas`, {}));
    const waiting: string[] = [];
    for (let number = 0; number < 5; number++) waiting.push(idOf(await newFeedback(author, project)));
    const before = (await typesOf()).length;
    const bulk = (changes: object) =>
      editor.post(`${project}/feedback/bulk?include=approval,board`, { ids: waiting, set: changes });
    expect((await bulk({ board: 'nowhere' })).body.errors).toMatchObject([{ pointer: '/set/board' }]);
    expect((await bulk({ board: 'nowhere', status: 5 })).body.errors).toHaveLength(2);
    const { body } = await expectSuccess(bulk({ approval: 'approved', board: 'ideas' }));
    expect(body.map(({ approval, board }: any) => [approval, board])).toEqual(
      Array(5).fill(['approved', 'ideas']),
    );
    expect((await ids(other, '/feedback?board=ideas')).sort()).toEqual(waiting.sort());
    const types = (await typesOf()).slice(before);
    expect(types.filter((type) => type === 'feedback.created')).toHaveLength(5);
    expect(types.filter((type) => type === 'feedback.updated')).toHaveLength(5);
    await expectSuccess(bulk({ board: '' }));
    expect(await ids(other, '/feedback?board=none')).toHaveLength(5);
  });
});

describe('Hidden feedback', () => {
  let document: any;

  beforeAll(async () => {
    ({ body: document } = await service.send('GET', '/openapi.json'));
  });

  /**
   * What hides feedback, and from whom. A contributor is permitted the most operations, so calls all of them in each case. The others
   * read with the same conditions, which depend on the role only: each calls all operations in one case, with one query, and the tests
   * below read feedback and the list as each of them in all cases.
   */
  const cases: ({ hidden: Hidden } & Reader)[] = [
    ...(['own', 'editors', 'pending', 'rejected'] as const).map((hidden) => ({
      hidden,
      ...readers.contributor,
    })),
    { hidden: 'own', ...readers.signedInContributor },
    { hidden: 'editors', ...readers.signedInViewer },
    { hidden: 'rejected', ...readers.viewer },
  ];

  describe('Feedback that a reader cannot see', () => {
    /** What a board hides, and what has not been approved: readers change nothing of it, so that one world of each suffices. */
    const worlds = {} as Record<'board' | 'approval', HiddenWorld>;

    beforeAll(async () => {
      worlds.board = await prepareHidden(service, 'members');
      worlds.approval = await prepareHidden(service, 'pending');
    });

    /** Returns the world whose feedback is hidden in this way from now on. */
    async function worldWith(hidden: Hidden, signedIn: Role | '' = ''): Promise<HiddenWorld> {
      const world = hidden === 'pending' || hidden === 'rejected' ? worlds.approval : worlds.board;
      await hideBy(service, world, hidden);
      await bodyOf(service.admin.patch(`${world.project}/settings`, { signed_in: signedIn }));
      return world;
    }

    it.each(cases)('because of $hidden is in no answer to $name', async ({ hidden, role, signedIn }) => {
      const world = await worldWith(hidden, signedIn);
      const reader = await newReader(service, world, role);
      const queries = role === 'contributor' ? 'all' : 'one';
      expect(
        await revealingCalls(service, document, world, reader, role ?? signedIn!, undefined, queries),
      ).toEqual({});
    });

    it.each(['members', 'own', 'editors', 'pending', 'rejected'] as const)(
      'because of %s is in no public answer',
      async (hidden) => {
        expect(await revealingPublicReads(service, await worldWith(hidden))).toEqual({});
      },
    );

    it('is seen by the others', async () => {
      for (const [visibility, seers] of Object.entries({
        public: ['everyone', ...Object.keys(readers), 'author', 'editor'],
        members: [...Object.keys(readers), 'author', 'editor'],
        own: ['author', 'editor'],
        editors: ['editor'],
      })) {
        const world = await worldWith(visibility as Visibility);
        const { project, feedbackId, slug } = world;
        const seen: string[] = [];
        const publicPath = `/public/v1/projects/${slug}/feedback`;
        const listed = await service.send('GET', publicPath);
        const read = await service.send('GET', `${publicPath}/${feedbackId}`);
        expect(idsOf(listed).includes(feedbackId)).toBe(read.status === 200);
        if (read.status === 200) seen.push('everyone');
        const clients: readonly (Reader & { client: Client })[] = [
          ...(await newReaders(service, world)),
          { name: 'author', client: world.author },
          { name: 'editor', client: await newReader(service, world, 'editor') },
        ];
        for (const { name, client, signedIn = '' } of clients) {
          await bodyOf(service.admin.patch(`${project}/settings`, { signed_in: signedIn }));
          const path = `${project}/feedback/${feedbackId}`;
          const [one, list] = [await client.get(path), await client.get(`${project}/feedback`)];
          expect(idsOf(list).includes(feedbackId)).toBe(one.status === 200);
          const found = await client.get(`${project}/feedback?q=${world.word}`);
          expect(idsOf(found).includes(feedbackId)).toBe(one.status === 200);
          if (one.status === 200) seen.push(name);
        }
        expect([visibility, seen]).toEqual([visibility, seers]);
      }
    });

    it.each(['pending', 'rejected'] as const)(
      'is seen by its author and by editors only, and listed if they ask for it, if it is %s',
      async (approval) => {
        const world = await prepareHidden(service, approval);
        const { project, feedbackId, ids } = world;
        const path = `${project}/feedback/${feedbackId}`;
        for (const client of [world.author, await newReader(service, world, 'editor'), service.admin]) {
          expect(outcome(await client.get(path))).toBe('200');
          expect(outcome(await client.get(`${path}/comments`))).toBe('200');
          for (const query of ['', `q=${world.word}`, 'status=planned', `user_id=${world.author.userId}`])
            expect(idsOf(await client.get(`${project}/feedback?${query}`))).toEqual([]);
          const { body: stats } = await client.get(`${project}/feedback/stats`);
          expect([stats.total, stats.by_tag[0].count]).toEqual([0, 0]);
          const roadmap = (await client.get(`${project}/roadmap`)).body;
          expect(roadmap.map(({ count, feedback }: any) => [count, feedback])).toEqual(
            Array(3).fill([0, []]),
          );
          const entry = `${project}/changelogs/${world.changelogId}`;
          expect((await client.get(`${entry}?include=feedback`)).body.feedback).toEqual([]);
          expect(idsOf(await client.get(`${entry}/feedback`))).toEqual([]);
          expect(idsOf(await client.get(`${project}/comments`))).toEqual([]);
          expect(idsOf(await client.get(`${project}/feedback/similar?title=${world.word}`))).toEqual([]);
        }
        const unapproved = await service.admin.get(
          `${project}/feedback?approval=${approval}&q=${world.word}`,
        );
        expect(idsOf(unapproved).sort()).toEqual([...ids].sort());
        const own = await world.author.get(`${project}/feedback?approval=${approval}`);
        expect(idsOf(own)).toContain(feedbackId);
        expect(own.body.every(({ user_id }: any) => user_id === world.author.userId)).toBe(true);
        for (const { client, signedIn = '' } of await newReaders(service, world)) {
          await bodyOf(service.admin.patch(`${project}/settings`, { signed_in: signedIn }));
          expect(outcome(await client.get(path))).toBe('404 feedback_not_found');
          for (const query of ['', `q=${world.word}`, `approval=${approval}`])
            expect(idsOf(await client.get(`${project}/feedback?${query}`))).toEqual([]);
        }
      },
    );

    it('is not counted', async () => {
      const world = await prepareHidden(service, 'editors');
      const { project } = world;
      await bodyOf(
        service.admin.post(`${project}/feedback`, { title: 'Free', status: 'planned', tags: ['bug'] }),
      );
      const viewer = await newReader(service, world, 'viewer');
      const { body: stats } = await viewer.get(`${project}/feedback/stats`);
      expect(stats).toMatchObject({
        total: 1,
        by_status: { planned: 1 },
        by_status_kind: { open: 0, planned: 1 },
        by_tag: [{ name: 'bug', count: 1 }],
      });
      const { body: all } = await service.admin.get(`${project}/feedback/stats`);
      // One of the four records is merged.
      expect([all.total, all.by_status.planned, all.by_tag[0].count]).toEqual([4, 4, 4]);
      const countOf = async (client: Client) =>
        (await client.get(`${project}/roadmap`)).body.map(({ count, feedback }: any) => [
          count,
          feedback.length,
        ]);
      expect(await countOf(viewer)).toEqual([
        [1, 1],
        [0, 0],
        [0, 0],
      ]);
      expect((await countOf(service.admin))[0]).toEqual([4, 4]);
    });
  });

  describe('Merges with feedback that a reader cannot see', () => {
    let world: HiddenWorld;
    let viewer: Person;

    beforeAll(async () => {
      world = await prepareHidden(service, 'editors');
      viewer = await newReader(service, world, 'contributor');
    });

    const inFeedback = (id: string, rest = '') => `${world.project}/feedback/${id}${rest}`;

    it('a target does not show the id, comments and votes of what is merged into it', async () => {
      const { id: target } = await bodyOf(service.admin.post(inFeedback(''), { title: 'Target' }));
      const { id: source } = await bodyOf(viewer.post(inFeedback(''), { title: 'Source' }));
      const comment = await bodyOf(viewer.post(inFeedback(source, '/comments'), { content: 'Own' }));
      await bodyOf(world.voter.put(inFeedback(source, '/upvotes/me')));
      const answer = { content: 'Soon', kind: 'response' };
      const response = await bodyOf(service.admin.post(inFeedback(source, '/comments'), answer));
      await bodyOf(service.admin.post(inFeedback(source, '/merge'), { into: target }));
      const own = [comment.id, response.id];
      const path = `/comments/${comment.id}`;
      const reads = async (client: Client) => ({
        merged: (await client.get(inFeedback(target, '?include=merged_ids'))).body.merged_ids,
        response: (await client.get(inFeedback(target, '?include=response'))).body.response?.id,
        ofProject: idsOf(await client.get(`${world.project}/comments`)).filter((id) => own.includes(id)),
        comments: idsOf(await client.get(inFeedback(target, '/comments'))),
        comment: outcome(await client.get(inFeedback(target, path))),
        edited: outcome(await client.patch(inFeedback(target, path), { content: 'Own' })),
        votes: (await client.get(inFeedback(target, '/upvotes'))).body.length,
        vote: outcome(await client.get(inFeedback(target, `/upvotes/${world.voter.userId}`))),
        voted: idsOf(await client.get(`${world.project}/feedback?voter_id=${world.voter.userId}`)).includes(
          target,
        ),
        sources: idsOf(await client.get(`${world.project}/feedback?merged_into=${target}`)),
        source: (await client.get(inFeedback(source))).status,
      });
      const seen = {
        merged: [source],
        response: response.id,
        ofProject: own.toReversed(),
        comments: own,
        comment: '200',
        edited: '200',
        votes: 1,
        vote: '200',
        voted: true,
        sources: [source],
        source: 308,
      };
      expect(await reads(viewer)).toEqual(seen);
      await bodyOf(service.admin.delete(inFeedback(source, '/merge')));
      await bodyOf(service.admin.patch(inFeedback(source), { board }));
      await bodyOf(service.admin.post(inFeedback(source, '/merge'), { into: target }));
      expect(await reads(service.admin)).toEqual(seen);
      expect(await reads(viewer)).toEqual({
        merged: [],
        response: undefined,
        ofProject: [],
        comments: [],
        comment: '404 comment_not_found',
        edited: '404 comment_not_found',
        votes: 0,
        vote: '404 upvote_not_found',
        voted: false,
        sources: [],
        source: 404,
      });
    });

    it('what is merged into it does not exist either, also for its author', async () => {
      const { id } = await bodyOf(viewer.post(inFeedback(''), { title: 'Merged into the hidden one' }));
      await bodyOf(service.admin.post(inFeedback(id, '/merge'), { into: world.targetId }));
      const answers = [
        await viewer.get(inFeedback(id)),
        await viewer.get(inFeedback(id, '/comments')),
        await viewer.patch(inFeedback(id), { title: 'New' }),
        await viewer.delete(inFeedback(id)),
        await viewer.put(inFeedback(id, '/upvotes/me')),
        await viewer.delete(inFeedback(id, '/upvotes/me')),
        await viewer.post(inFeedback(id, '/comments'), { content: 'Comment' }),
        await service.send('GET', `/public/v1${inFeedback(id)}`),
      ];
      for (const answer of answers) {
        expect(outcome(answer)).toBe('404 feedback_not_found');
        expect(JSON.stringify([answer.text, ...answer.headers])).not.toContain(world.targetId);
      }
      expect((await viewer.get(`${world.project}/feedback?merged_into=${world.targetId}`)).body).toEqual([]);
      expect((await service.admin.get(inFeedback(id))).status).toBe(308);
    });
  });

  it('changes of a board take effect on what is already on it', async () => {
    const world = await prepareHidden(service, 'public');
    const viewer = await newReader(service, world, 'viewer');
    const path = `${world.project}/feedback/${world.feedbackId}`;
    const linked = async () =>
      (await viewer.get(`${world.project}/changelogs/${world.changelogId}?include=feedback`)).body.feedback
        .length;
    for (const [visibility, status, links] of [
      ['public', 200, 1],
      ['editors', 404, 0],
      ['members', 200, 1],
      ['own', 404, 0],
    ] as const) {
      await bodyOf(service.admin.put(`${world.project}/boards/${board}`, { visibility }));
      expect([visibility, (await viewer.get(path)).status, await linked()]).toEqual([
        visibility,
        status,
        links,
      ]);
    }
  });

  it('every operation with feedback is called', () => {
    const documented = Object.entries<object>(document.paths)
      .filter(([path]) => path.startsWith('/v1/'))
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice('/v1'.length)}`),
      );
    const called = operations.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(documented.filter((name) => !called.includes(name))).toEqual([]);
  });
});

describe('Foreign users', () => {
  let foreign: Record<
    'member' | 'author' | 'voter' | 'commenter' | 'person' | 'writer' | 'publisher' | 'assignee',
    string
  >;
  let known: Record<'new' | 'own' | 'contributor', string>;
  let attacker: Client & { userId: string };
  let own: string;
  let others: string;

  const newcomer = () => service.userClient(`${crypto.randomUUID()}@example.com`);

  beforeAll(async () => {
    const { admin } = service;
    others = await newProject(service);
    await expectSuccess(admin.patch(`${others}/settings`, { signed_in: 'contributor' }));
    const [author, voter, commenter, contributor] = [
      await newcomer(),
      await newcomer(),
      await newcomer(),
      await newcomer(),
    ];
    const wish = await newFeedback(author, others);
    await expectSuccess(voter.put(`${wish}/upvotes/me`));
    await expectSuccess(commenter.post(`${wish}/comments`, { content: 'Yes' }));
    const email = `${crypto.randomUUID()}@example.com`;
    const { user } = (await expectSuccess(admin.put(`${others}/people/crm`, { email }))).body;
    const writer = await newMember(service, others, 'editor');
    const publisher = await newMember(service, others, 'editor');
    const assignee = await newMember(service, others, 'editor');
    const entry = (await expectSuccess(writer.post(`${others}/changelogs`, { title: 'New' }))).body;
    await expectSuccess(publisher.patch(`${others}/changelogs/${entry.id}`, { published: true }));
    await expectSuccess(admin.patch(wish, { assignee_id: assignee.userId }));
    for (const { userId } of [writer, publisher, assignee]) {
      await expectSuccess(admin.delete(`${others}/members/${userId}`));
    }
    attacker = await newcomer();
    const slug = unique('own');
    await expectSuccess(attacker.post('/projects', { name: 'Own', slug }));
    own = `/projects/${slug}`;
    await expectSuccess(admin.patch(`${own}/settings`, { signed_in: 'contributor' }));
    await newFeedback(contributor, own);
    await newFeedback(contributor, others);
    foreign = {
      member: (await newMember(service, others, 'viewer')).userId,
      author: author.userId,
      voter: voter.userId,
      commenter: commenter.userId,
      person: user.id,
      writer: writer.userId,
      publisher: publisher.userId,
      assignee: assignee.userId,
    };
    known = { new: await newUser(service), own: attacker.userId, contributor: contributor.userId };
  });

  /** The requests with which an editor or owner names a user by id. */
  const requests: Record<string, (userId: string) => Promise<Answer>> = {
    'PUT member': (id) => attacker.put(`${own}/members/${id}`, { role: 'viewer' }),
    'POST feedback': (user_id) => attacker.post(`${own}/feedback`, { title: 'Wish', user_id }),
    'PUT upvote': async (id) => attacker.put(`${await newFeedback(attacker, own)}/upvotes/${id}`),
    'PUT subscriber': async (id) => attacker.put(`${await newFeedback(attacker, own)}/subscribers/${id}`),
    'DELETE subscriber': async (id) =>
      attacker.delete(`${await newFeedback(attacker, own)}/subscribers/${id}`),
    'POST upvote': async (user_id) =>
      attacker.post(`${await newFeedback(attacker, own)}/upvotes`, { user_id }),
    'POST comment': async (user_id) =>
      attacker.post(`${await newFeedback(attacker, own)}/comments`, { content: 'Yes', user_id }),
  };

  describe('A user whom only projects of others know', () => {
    it.each(Object.keys(requests))('cannot be named by id, like an unknown one: %s', async (name) => {
      const expected = outcome(await requests[name]!(unknownId));
      expect(expected).toMatch(/^40[04] /);
      for (const [relation, id] of Object.entries(foreign)) {
        for (const spelling of [id, id.toUpperCase()]) {
          const answer = await requests[name]!(spelling);
          expect([relation, outcome(answer)]).toEqual([relation, expected]);
          expect(answer.text).not.toContain('@example.com');
        }
      }
    });

    it('can be unsubscribed by id from feedback that they subscribed to', async () => {
      const reader = await newcomer();
      await newFeedback(reader, others);
      const wish = await newFeedback(attacker, own);
      await expectSuccess(reader.put(`${wish}/subscribers/me`));
      expect((await attacker.delete(`${wish}/subscribers/${reader.userId}`)).status).toBe(204);
      expect((await reader.get(`${wish}/subscribers/me`)).status).toBe(404);
    });

    it('can be named by e-mail address', async () => {
      const { email } = (await service.admin.get(`/users/${foreign.author}`)).body;
      const { body } = await expectSuccess(
        attacker.post(`${own}/feedback`, { title: 'Wish', user: { email } }),
      );
      expect(body.user_id).toBe(foreign.author);
      await expectSuccess(attacker.delete(`${own}/feedback/${body.id}`));
    });

    it('can be named by editors of one of these projects, and by instance admins', async () => {
      const project = await newProject(service);
      const editor = await newMember(service, project, 'editor');
      const submit = (client: Client) =>
        client.post(`${project}/feedback`, { title: 'Wish', user_id: foreign.voter });
      expect(outcome(await submit(editor))).toBe('400 invalid_input');
      await expectSuccess(service.admin.put(`${others}/members/${editor.userId}`, { role: 'editor' }));
      expect(outcome(await submit(editor))).toBe('201');
      expect(outcome(await submit(service.admin))).toBe('201');
    });

    it('is not found by the id in a file that is imported', async () => {
      const file = portableFile([
        person(foreign.voter, { email: '' }),
        person(foreign.member, { email: `${crypto.randomUUID()}@example.com` }),
        person(known.contributor, { email: '' }),
        feedback('1', { person: foreign.voter }),
        feedback('2', { person: foreign.member }),
        feedback('3', { person: foreign.commenter }),
        feedback('4', { person: known.contributor }),
      ]);
      expect((await importFile(service, own, file, '', attacker)).state).toBe('completed');
      const list = await attacker.get(`${own}/feedback?source=fcs`);
      expect(list.body).toHaveLength(4);
      const authors = new Set(list.body.map(({ user_id }: any) => user_id));
      expect(authors).toContain(known.contributor);
      for (const id of Object.values(foreign)) expect(authors).not.toContain(id);
    });
  });

  it.each(Object.keys(requests))(
    'users of the own project, and of none, can be named by id: %s',
    async (name) => {
      for (const [relation, id] of Object.entries(known)) {
        if (name === 'PUT member' && relation === 'own') continue;
        expect([relation, outcome(await requests[name]!(id))]).toEqual([
          relation,
          expect.stringMatching(/^20[014]$/),
        ]);
      }
    },
  );

  it('the error of contributors does not depend on who has the external id or the e-mail address', async () => {
    const contributor = await newMember(service, others, 'contributor');
    const { email } = (await service.admin.get(`/users/${foreign.author}`)).body;
    const submit = async (user: object) => {
      const { status, body } = await contributor.post(`${others}/feedback`, { title: 'Wish', user });
      return [status, body.detail, body.errors];
    };
    const expected = await submit({ external_id: 'nobody' });
    expect(expected[0]).toBe(403);
    const unknown = `${unique('nobody')}@example.com`;
    for (const user of [{ external_id: 'crm' }, { email }, { email: unknown }]) {
      expect(await submit(user)).toEqual(expected);
    }
    expect((await service.admin.get(`/users?email=${unknown}`)).body).toEqual([]);
  });
});
