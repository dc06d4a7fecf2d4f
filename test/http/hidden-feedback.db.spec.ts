import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import {
  call,
  documentedIn,
  hasLines,
  inDestructiveOrder,
  nameOf,
  type Operation,
  operations,
  prepareWorld,
  publicPaths,
  type Role,
  roles,
  tokenFor,
  unique,
  type World,
} from '../support/operations.js';

let service: TestApp;
let document: any;

beforeAll(async () => {
  service = await startApp();
  ({ body: document } = await service.send('GET', '/openapi.json'));
});

afterAll(() => service.close());

type Person = Client & { userId: string };
type Visibility = 'public' | 'members' | 'own' | 'editors';
/** What hides the feedback: its board, or that it has not been approved. */
type Hidden = Visibility | 'pending' | 'rejected';

const outcome = ({ status, body }: Answer) => (status < 300 ? String(status) : `${status} ${body.code}`);
const idsOf = ({ body }: Answer) => body.map(({ id }: { id: string }) => id) as string[];

async function done(answer: Promise<Answer>): Promise<any> {
  const { status, body, text } = await answer;
  if (status >= 300) throw new Error(`${status}: ${text}`);
  return body;
}

/** A world whose feedback is on a board, with words that nothing else contains. */
interface HiddenWorld extends World {
  readonly project: string;
  readonly author: Person;
  /** A contributor who voted for and commented on the feedback. */
  readonly voter: Person;
  /** In every title, description, comment and in the metadata. */
  readonly word: string;
  /** Of all feedback. */
  readonly ids: readonly string[];
}

const board = 'private';

async function prepareHidden(hidden: Hidden, signedIn: Role | '' = ''): Promise<HiddenWorld> {
  const author = await service.userClient(`${unique('author')}@example.com`);
  const voter = await service.userClient(`${unique('voter')}@example.com`);
  const world = await prepareWorld(service, author.userId, 'contributor');
  const project = `/projects/${world.slug}`;
  const word = `zq${unique('hidden').replace('-', '')}`;
  const { admin } = service;
  await done(admin.put(`${project}/members/${voter.userId}`, { role: 'contributor' }));
  await done(admin.put(`${project}/boards/${board}`, { visibility: 'public' }));
  await done(admin.delete(`${project}/feedback/${world.mergedId}/merge`));
  const ids = [world.feedbackId, world.sourceId, world.targetId, world.mergedId];
  for (const id of ids) {
    const path = `${project}/feedback/${id}`;
    await done(voter.put(`${path}/upvotes/me`));
    await done(voter.post(`${path}/comments`, { content: `A comment ${word}` }));
    const texts = { title: `A title ${word}`, description: `A description ${word}` };
    const rest = { board, status: 'planned', tags: ['bug'], metadata: { word } };
    await done(admin.patch(path, { ...texts, ...rest }));
  }
  await done(
    admin.patch(`${project}/feedback/${world.feedbackId}/comments/${world.commentId}`, { content: word }),
  );
  const isApproved = hidden !== 'pending' && hidden !== 'rejected';
  // What has not been approved is not merged.
  if (isApproved)
    await done(admin.post(`${project}/feedback/${world.mergedId}/merge`, { into: world.targetId }));
  const changelogId = world.changelogId;
  const past = { publish_date: '2026-01-01T00:00:00Z' };
  await done(admin.patch(`${project}/changelogs/${changelogId}`, past));
  await done(admin.put(`${project}/changelogs/${changelogId}/feedback/${world.targetId}`));
  await done(
    admin.patch(`${project}/settings`, {
      public_feedback: true,
      public_changelog: true,
      signed_in: signedIn,
    }),
  );
  if (isApproved) await done(admin.put(`${project}/boards/${board}`, { visibility: hidden }));
  else await done(admin.post(`${project}/feedback/bulk`, { ids, set: { approval: hidden } }));
  return { ...world, project, author, voter, word, ids };
}

/** Readers who are not the author, and the visibilities that hide feedback from them. */
const readers: readonly { name: string; role?: Role; signedIn?: Role }[] = [
  { name: 'a viewer', role: 'viewer' },
  { name: 'a contributor', role: 'contributor' },
  { name: 'a signed-in viewer', signedIn: 'viewer' },
  { name: 'a signed-in contributor', signedIn: 'contributor' },
];

async function newReader({ project }: HiddenWorld, role?: Role): Promise<Person> {
  const reader = await service.userClient(`${unique('reader')}@example.com`);
  if (role) await done(service.admin.put(`${project}/members/${reader.userId}`, { role }));
  return reader;
}

/** Returns the query strings with which an operation is called. */
function queriesOf(operation: Operation, world: HiddenWorld): string[] {
  const { query = '' } = operation;
  const { parameters = [] } = documentedIn(document, operation);
  const all = parameters.map(({ $ref, ...inline }: any) =>
    $ref ? document.components.parameters[$ref.split('/').at(-1)] : inline,
  );
  const names = new Set(all.filter((each: any) => each.in === 'query').map(({ name }: any) => name));
  const include = all.find(({ name }: any) => name === 'include');
  const members: string[] = include?.schema.items.enum ?? [];
  const filters = {
    q: world.word,
    title: world.word,
    user_id: world.author.userId,
    voter_id: world.voter.userId,
    merged_into: world.targetId,
    approval: 'pending',
    status: 'planned',
    tag: 'bug',
    count: 'true',
    sort: 'most_upvoted',
    limit: '1',
  };
  const given = Object.entries(filters).flatMap(([name, value]) =>
    names.has(name) ? `${name}=${value}` : [],
  );
  const required = names.has('title') ? `title=${world.word}` : query;
  return [
    query,
    ...members.map((name) => [required, `include=${name}`].join('&')),
    ...given.map((each) => (names.has('title') ? each : [required, each].join('&'))),
  ];
}

/** Returns what an answer reveals of feedback that the reader cannot see. */
function revealedBy(
  { status, text, headers }: Answer,
  { word, ids, voter }: HiddenWorld,
  path: string,
): string[] {
  const whole = `${JSON.stringify([...headers])} ${text}`;
  const found = [word, voter.userId].filter((secret) => text.includes(secret));
  if (!path.includes(':feedbackId')) return [...found, ...ids.filter((id) => whole.includes(id))];
  // The path of the request contains the id.
  return status < 400 ? [...found, `status ${status}`] : found;
}

const hidingReaders = (['own', 'editors', 'pending', 'rejected'] as const).flatMap((hidden) =>
  readers.map((reader) => ({ hidden, ...reader })),
);

describe('Feedback that a reader cannot see', () => {
  it.each(hidingReaders)(
    'because of $hidden is in no answer to $name',
    async ({ hidden, role, signedIn }) => {
      const world = await prepareHidden(hidden, signedIn);
      const reader = await newReader(world, role);
      const rank = roles.indexOf(role ?? signedIn!);
      const wrong: Record<string, unknown> = {};
      for (const operation of inDestructiveOrder) {
        // People are no secret.
        if (/\/(members|users)(\/|$)/.test(operation.path)) continue;
        const formats = hasLines(document, operation)
          ? ['application/json', 'application/x-ndjson']
          : ['application/json'];
        const calls = queriesOf(operation, world).flatMap((query) =>
          formats.map((accept) => ({ query, accept })),
        );
        for (const { query, accept } of operation.method === 'GET' ? calls : calls.slice(0, 1)) {
          const token = tokenFor(operation, world, reader.token);
          const answer = await call(service, token, { ...operation, query }, world, { accept });
          const revealed = revealedBy(answer, world, operation.path);
          const { needs } = operation;
          const isPermitted = needs !== 'instance admin' && roles.indexOf(needs ?? 'viewer') <= rank;
          // Nobody but editors reads who wants feedback, whatever they can see.
          const isRefused = /include=(?:revenue|companies)$/.test(query);
          const isHidden = isPermitted && operation.path.includes(':feedbackId');
          const expected = isRefused ? 403 : isHidden ? 404 : answer.status;
          if (revealed.length > 0 || answer.status !== expected) {
            wrong[`${nameOf(operation)}?${query}`] = [answer.status, revealed];
          }
        }
      }
      expect(wrong).toEqual({});
    },
  );

  it.each(['members', 'own', 'editors', 'pending', 'rejected'] as const)(
    'because of %s is in no public answer',
    async (hidden) => {
      const world = await prepareHidden(hidden);
      const wrong: Record<string, unknown> = {};
      for (const feedbackId of world.ids) {
        for (const template of publicPaths) {
          const path = template
            .replace('{projectSlug}', world.slug)
            .replace('{feedbackId}', feedbackId)
            .replace('{changelogId}', world.changelogId);
          for (const query of ['', `q=${world.word}`, `title=${world.word}`, 'status=planned', 'tag=bug']) {
            const answer = await service.send('GET', `${path}?${query}`);
            const revealed = revealedBy(answer, world, template.replace('{feedbackId}', ':feedbackId'));
            const isRead = template.includes('{feedbackId}') && query === '';
            if (revealed.length > 0 || (isRead && answer.status !== 404)) {
              wrong[`${template}?${query}`] = [answer.status, revealed];
            }
          }
        }
      }
      expect(wrong).toEqual({});
    },
  );

  it('is seen by the others', async () => {
    for (const [visibility, seers] of Object.entries({
      public: ['everyone', 'viewer', 'contributor', 'author', 'editor'],
      members: ['viewer', 'contributor', 'author', 'editor'],
      own: ['author', 'editor'],
      editors: ['editor'],
    })) {
      const world = await prepareHidden(visibility as Visibility);
      const { project, feedbackId, slug } = world;
      const seen: string[] = [];
      const publicPath = `/public/v1/projects/${slug}/feedback`;
      const listed = await service.send('GET', publicPath);
      const read = await service.send('GET', `${publicPath}/${feedbackId}`);
      expect(idsOf(listed).includes(feedbackId)).toBe(read.status === 200);
      if (read.status === 200) seen.push('everyone');
      const clients = {
        viewer: await newReader(world, 'viewer'),
        contributor: await newReader(world, 'contributor'),
        author: world.author,
        editor: await newReader(world, 'editor'),
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
    const world = await prepareHidden('rejected');
    const { project, feedbackId, ids } = world;
    const path = `${project}/feedback/${feedbackId}`;
    for (const client of [world.author, await newReader(world, 'editor'), service.admin]) {
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
    for (const client of [world.voter, await newReader(world, 'viewer')])
      expect(idsOf(await client.get(`${project}/feedback?approval=rejected`))).toEqual([]);
  });

  it('is not counted', async () => {
    const world = await prepareHidden('editors');
    const { project } = world;
    await done(
      service.admin.post(`${project}/feedback`, { title: 'Free', status: 'planned', tags: ['bug'] }),
    );
    const viewer = await newReader(world, 'viewer');
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
    world = await prepareHidden('editors');
    viewer = await newReader(world, 'contributor');
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
  const world = await prepareHidden('public');
  const viewer = await newReader(world, 'viewer');
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
