import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, startApp, type TestApp } from '../support/app.js';
import {
  board,
  done,
  type HiddenWorld,
  idsOf,
  newReader,
  outcome,
  type Person,
  prepareHidden,
  readers,
  revealingCalls,
  revealingPublicReads,
  type Visibility,
} from '../support/hidden-feedback.js';
import { operations } from '../support/operations.js';

let service: TestApp;
let document: any;

beforeAll(async () => {
  service = await startApp();
  ({ body: document } = await service.send('GET', '/openapi.json'));
});

afterAll(() => service.close());

const hidingReaders = (['own', 'editors', 'pending', 'rejected'] as const).flatMap((hidden) =>
  readers.map((reader) => ({ hidden, ...reader })),
);

describe('Feedback that a reader cannot see', () => {
  it.each(hidingReaders)(
    'because of $hidden is in no answer to $name',
    async ({ hidden, role, signedIn }) => {
      const world = await prepareHidden(service, hidden, signedIn);
      const reader = await newReader(service, world, role);
      const wrong = await revealingCalls(service, document, world, reader, role ?? signedIn!);
      expect(wrong).toEqual({});
    },
  );

  it.each(['members', 'own', 'editors', 'pending', 'rejected'] as const)(
    'because of %s is in no public answer',
    async (hidden) => {
      const world = await prepareHidden(service, hidden);
      expect(await revealingPublicReads(service, world)).toEqual({});
    },
  );

  it('is seen by the others', async () => {
    for (const [visibility, seers] of Object.entries({
      public: ['everyone', 'viewer', 'contributor', 'author', 'editor'],
      members: ['viewer', 'contributor', 'author', 'editor'],
      own: ['author', 'editor'],
      editors: ['editor'],
    })) {
      const world = await prepareHidden(service, visibility as Visibility);
      const { project, feedbackId, slug } = world;
      const seen: string[] = [];
      const publicPath = `/public/v1/projects/${slug}/feedback`;
      const listed = await service.send('GET', publicPath);
      const read = await service.send('GET', `${publicPath}/${feedbackId}`);
      expect(idsOf(listed).includes(feedbackId)).toBe(read.status === 200);
      if (read.status === 200) seen.push('everyone');
      const clients = {
        viewer: await newReader(service, world, 'viewer'),
        contributor: await newReader(service, world, 'contributor'),
        author: world.author,
        editor: await newReader(service, world, 'editor'),
      };
      for (const [name, client] of Object.entries(clients)) {
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

  it('is seen by its author and by editors only, and listed if they ask for it, if it has not been approved', async () => {
    const world = await prepareHidden(service, 'rejected');
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
      expect(roadmap.map(({ count, feedback }: any) => [count, feedback])).toEqual(Array(3).fill([0, []]));
      const entry = `${project}/changelogs/${world.changelogId}`;
      expect((await client.get(`${entry}?include=feedback`)).body.feedback).toEqual([]);
      expect(idsOf(await client.get(`${entry}/feedback`))).toEqual([]);
      expect(idsOf(await client.get(`${project}/comments`))).toEqual([]);
      expect(idsOf(await client.get(`${project}/feedback/similar?title=${world.word}`))).toEqual([]);
    }
    const rejected = await service.admin.get(`${project}/feedback?approval=rejected&q=${world.word}`);
    expect(idsOf(rejected).sort()).toEqual([...ids].sort());
    const own = await world.author.get(`${project}/feedback?approval=rejected`);
    expect(idsOf(own)).toContain(feedbackId);
    expect(own.body.every(({ user_id }: any) => user_id === world.author.userId)).toBe(true);
    for (const client of [world.voter, await newReader(service, world, 'viewer')])
      expect(idsOf(await client.get(`${project}/feedback?approval=rejected`))).toEqual([]);
  });

  it('is not counted', async () => {
    const world = await prepareHidden(service, 'editors');
    const { project } = world;
    await done(
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
    const { id: target } = await done(service.admin.post(inFeedback(''), { title: 'Target' }));
    const { id: source } = await done(viewer.post(inFeedback(''), { title: 'Source' }));
    const comment = await done(viewer.post(inFeedback(source, '/comments'), { content: 'Own' }));
    await done(world.voter.put(inFeedback(source, '/upvotes/me')));
    const answer = { content: 'Soon', kind: 'response' };
    const response = await done(service.admin.post(inFeedback(source, '/comments'), answer));
    await done(service.admin.post(inFeedback(source, '/merge'), { into: target }));
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
    await done(service.admin.delete(inFeedback(source, '/merge')));
    await done(service.admin.patch(inFeedback(source), { board }));
    await done(service.admin.post(inFeedback(source, '/merge'), { into: target }));
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
    const { id } = await done(viewer.post(inFeedback(''), { title: 'Merged into the hidden one' }));
    await done(service.admin.post(inFeedback(id, '/merge'), { into: world.targetId }));
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
    await done(service.admin.put(`${world.project}/boards/${board}`, { visibility }));
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
