import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
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
let editor: Client & { userId: string };
let contributor: Client & { userId: string };
let project: string;
let source: string;
let target: string;

beforeAll(async () => {
  service = await startApp({ clock: new TickingClock() });
  admin = service.admin;
});

beforeEach(async () => {
  project = await newProject(service);
  editor = await newMember(service, project, 'editor');
  contributor = await newMember(service, project, 'contributor');
  source = await newFeedback(contributor, project, 'Source');
  target = await newFeedback(contributor, project, 'Target');
});

afterAll(() => service.close());

async function merge(from: string, into: string): Promise<any> {
  return (await expectSuccess(admin.post(`${from}/merge`, { into: idOf(into) }))).body;
}

async function comment(on: string, content: string, client: Client = contributor): Promise<string> {
  return (await expectSuccess(client.post(`${on}/comments`, { content }))).body.id as string;
}

async function counts(of: string): Promise<[number, number]> {
  const { upvotes, comment_count } = (await expectSuccess(admin.get(of))).body;
  return [upvotes, comment_count];
}

async function contents(of: string): Promise<string[]> {
  return (await walk(admin, `${of}/comments`)).map(({ content }) => content as string);
}

describe('Merging', () => {
  it('adds votes, each user once, and comments to the target', async () => {
    const [x, y, z] = [await newUser(service), await newUser(service), await newUser(service)];
    for (const [at, user] of [
      [source, y],
      [target, x],
      [source, x],
      [target, z],
      [source, z],
    ]) {
      await expectSuccess(editor.put(`${at}/upvotes/${user}`));
    }
    await comment(source, 'first');
    await comment(target, 'second');
    await comment(source, 'third');
    const firstVotes = new Map<string, string>();
    for (const at of [source, target]) {
      for (const vote of (await admin.get(`${at}/upvotes`)).body) {
        const earlier = firstVotes.get(vote.user.id);
        if (earlier === undefined || vote.created_at < earlier) firstVotes.set(vote.user.id, vote.created_at);
      }
    }

    const answer = await editor.post(`${source}/merge`, { into: idOf(target).toUpperCase() });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual((await admin.get(target)).body);
    expect(answer.body).toMatchObject({ title: 'Target', upvotes: 3, comment_count: 3 });
    expect(await votersOf(admin, target)).toEqual([y, x, z]);
    const { body: votes, headers } = await admin.get(`${target}/upvotes?count=true`);
    expect(headers.get('x-total-count')).toBe('3');
    expect(new Map(votes.map((vote: any) => [vote.user.id, vote.created_at]))).toEqual(firstVotes);
    expect((await walk(admin, `${target}/upvotes?limit=1`)).map(({ user }) => user.id)).toEqual([y, x, z]);
    expect(await contents(target)).toEqual(['first', 'second', 'third']);
    const paged = await walk(admin, `${target}/comments?limit=1`);
    expect(paged.map(({ feedback_id }) => feedback_id)).toEqual([source, target, source].map(idOf));
    expect(await miscounts(service)).toEqual([]);
  });

  it('removes the source from every list', async () => {
    await expectSuccess(contributor.put(`${source}/upvotes/me`));
    const list = `${project}/feedback`;
    await merge(source, target);
    for (const query of [
      '',
      '?sort=oldest',
      '?sort=most_upvoted',
      '?sort=most_commented',
      '?status=in_review',
    ]) {
      const [first, ...others] = (await admin.get(`${list}${query}`)).body;
      expect([first.id, others]).toEqual([idOf(target), []]);
    }
    const byUser = await admin.get(`${list}?user_id=${contributor.userId}&count=true`);
    expect([byUser.headers.get('x-total-count'), byUser.body.length]).toEqual(['1', 1]);
    const stream = await admin.get(list, { accept: 'application/x-ndjson' });
    expect(stream.text.trim().split('\n')).toHaveLength(1);
  });

  it.each(['GET', 'HEAD'])('redirects reads of the source to the target: %s', async (method) => {
    const written = await comment(source, 'Hi');
    await merge(source, target);
    const headers = { authorization: `Bearer ${contributor.token}` };
    for (const rest of [
      '',
      '/upvotes',
      '/comments',
      '/comments?limit=2&count=true',
      '/upvotes?limit=1',
      `/comments/${written}`,
    ]) {
      const answer = await service.send(method, `/v1${source}${rest}`, { headers });
      expect([answer.status, answer.headers.get('location')]).toEqual([
        308,
        `${service.url}/v1${target}${rest}`,
      ]);
      if (method === 'GET') expect(answer.body.code).toBe('feedback_merged');
      const { pathname, search } = new URL(answer.headers.get('location') ?? '');
      expect((await service.send(method, `${pathname}${search}`, { headers })).status).toBe(200);
    }
  });

  it('lists the sources of a target with merged_into', async () => {
    const other = await newFeedback(contributor, project, 'Other source');
    await merge(source, target);
    await merge(other, target);
    const list = (query: string) => admin.get(`${project}/feedback?${query}`);
    const titles = async (query: string) => (await list(query)).body.map(({ title }: any) => title);
    const into = `merged_into=${idOf(target)}`;
    expect(await titles(into)).toEqual(['Other source', 'Source']);
    expect(await titles(`${into}&sort=oldest&limit=1`)).toEqual(['Source']);
    expect(await titles(`${into}&q=other`)).toEqual(['Other source']);
    expect((await list(`${into}&count=true`)).headers.get('x-total-count')).toBe('2');
    expect(await titles(`merged_into=${idOf(source)}`)).toEqual([]);
    const elsewhere = await newProject(service);
    expect((await admin.get(`${elsewhere}/feedback?${into}`)).body).toEqual([]);
  });

  it('redirects for any slug of the project and spelling of the path', async () => {
    const slug = 'feedback';
    await expectSuccess(admin.patch(project, { slug }));
    await merge(source.replace(project, `/projects/${slug}`), target);
    for (const path of [`/projects/${slug}/feedback/`, `/Projects/${slug}/Feedback/`]) {
      const answer = await admin.get(`${path}${idOf(source).toUpperCase()}/comments?limit=1`);
      expect(answer.status).toBe(308);
      expect(answer.headers.get('location')).toBe(`${service.url}/v1${path}${idOf(target)}/comments?limit=1`);
    }
    // The response reveals nothing to users without access to the project.
    const stranger = await service.userClient('stranger@example.com');
    expect((await stranger.get(source.replace(project, `/projects/${slug}`))).status).toBe(404);
  });

  it('rejects every write to the source, its votes and its comments', async () => {
    const written = await comment(source, 'Hi');
    await expectSuccess(contributor.put(`${source}/upvotes/me`));
    const third = await newFeedback(admin, project);
    await merge(source, target);
    const before = [await counts(target), await votersOf(admin, target), await contents(target)];
    for (const client of [admin, editor, contributor]) {
      for (const answer of [
        await client.patch(source, { title: 'Other' }),
        await client.patch(source, {}),
        await client.delete(source),
        await client.put(`${source}/upvotes/me`),
        await client.delete(`${source}/upvotes/me`),
        await client.post(`${source}/comments`, { content: 'Hi' }),
        await client.patch(`${source}/comments/${written}`, { content: 'Ho' }),
        await client.delete(`${source}/comments/${written}`),
        await client.delete(`${source}/comments/${unknownId}`),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([409, 'feedback_merged']);
        expect(answer.headers.get('location')).toBeNull();
      }
    }
    for (const into of [target, third, source]) {
      const again = await editor.post(`${source}/merge`, { into: idOf(into) });
      expect([again.status, again.body.code]).toEqual([409, 'feedback_merged']);
    }
    expect([await counts(target), await votersOf(admin, target), await contents(target)]).toEqual(before);
    expect(await miscounts(service)).toEqual([]);
  });

  it('reports other errors first', async () => {
    await merge(source, target);
    const other = await newMember(service, project, 'contributor');
    expect((await other.patch(source, { title: 'Mine' })).status).toBe(403);
    expect((await other.delete(source)).status).toBe(403);
    expect((await contributor.patch(source, { status: 'planned' })).status).toBe(403);
    expect((await contributor.patch(source, { tags: ['nope'] })).status).toBe(400);
    expect((await editor.post(`${source}/merge`, { into: unknownId })).status).toBe(400);
    expect((await editor.post(`${source}/comments`, { content: 'Hi', user_id: unknownId })).status).toBe(400);
    expect(
      (await contributor.post(`${source}/comments`, { content: 'Hi', user_id: other.userId })).status,
    ).toBe(403);
  });

  it('requires the role `editor`', async () => {
    for (const answer of [
      await contributor.post(`${source}/merge`, { into: idOf(target) }),
      await contributor.delete(`${source}/merge`),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_role']);
    }
  });

  it('creates no cycles and no chains', async () => {
    const [third, fourth] = [await newFeedback(admin, project), await newFeedback(admin, project)];
    await merge(source, target);
    await merge(third, target);
    for (const [from, into] of [
      [target, target],
      [target, source],
      [target, fourth],
      [fourth, source],
      [fourth, fourth],
    ] as const) {
      const answer = await editor.post(`${from}/merge`, { into: idOf(into) });
      expect([answer.status, answer.body.code]).toEqual([409, 'merge_refused']);
    }
    await expectSuccess(editor.delete(`${source}/merge`));
    const still = await editor.post(`${target}/merge`, { into: idOf(fourth) });
    expect(still.body.code).toBe('merge_refused');
    await expectSuccess(editor.delete(`${third}/merge`));
    await expectSuccess(editor.post(`${target}/merge`, { into: idOf(fourth) }));
  });

  it('requires a target in the same project', async () => {
    const elsewhere = await newFeedback(admin, await newProject(service));
    for (const [into, code] of [
      [unknownId, 'not_found'],
      [idOf(elsewhere), 'not_found'],
      ['nope', 'invalid_uuid'],
      [null, 'invalid_type'],
      [undefined, 'required'],
    ]) {
      const { status, body } = await editor.post(`${source}/merge`, { into });
      expect([status, body.code]).toEqual([400, 'invalid_input']);
      expect(body.errors).toEqual([{ pointer: '/into', code, detail: expect.any(String) }]);
    }
    for (const id of [unknownId, 'nope', idOf(elsewhere)]) {
      const path = `${project}/feedback/${id}/merge`;
      expect((await editor.post(path, { into: idOf(target) })).body.code).toBe('feedback_not_found');
      expect((await editor.delete(path)).body.code).toBe('feedback_not_found');
    }
  });
});

describe('At the target', () => {
  it('removing a vote removes it from the source too', async () => {
    await expectSuccess(contributor.put(`${source}/upvotes/me`));
    await expectSuccess(contributor.put(`${target}/upvotes/me`));
    await expectSuccess(editor.put(`${source}/upvotes/me`));
    await merge(source, target);
    expect((await contributor.delete(`${target}/upvotes/me`)).body.upvotes).toBe(1);
    expect((await contributor.delete(`${target}/upvotes/me`)).body.upvotes).toBe(1);
    expect(await votersOf(admin, target)).toEqual([editor.userId]);
    // Only the source has this vote.
    expect((await editor.delete(`${target}/upvotes/me`)).body.upvotes).toBe(0);
    await expectSuccess(editor.delete(`${source}/merge`));
    expect([await votersOf(admin, source), await votersOf(admin, target)]).toEqual([[], []]);
    expect(await miscounts(service)).toEqual([]);
  });

  it('a vote of a user who has voted for the source is not counted again', async () => {
    await expectSuccess(contributor.put(`${source}/upvotes/me`));
    await merge(source, target);
    expect((await contributor.put(`${target}/upvotes/me`)).body.upvotes).toBe(1);
    expect((await editor.put(`${target}/upvotes/me`)).body.upvotes).toBe(2);
    await expectSuccess(editor.delete(`${source}/merge`));
    expect(await votersOf(admin, source)).toEqual([contributor.userId]);
    expect(await votersOf(admin, target)).toEqual([contributor.userId, editor.userId]);
    expect(await miscounts(service)).toEqual([]);
  });

  it('comments of both can be read, edited and removed', async () => {
    const [first, second] = [await comment(source, 'first'), await comment(source, 'second')];
    await merge(source, target);
    expect((await admin.get(`${target}/comments/${first}`)).body.content).toBe('first');
    expect((await contributor.patch(`${target}/comments/${first}`, { content: 'edited' })).status).toBe(200);
    expect((await contributor.delete(`${target}/comments/${second}`)).status).toBe(204);
    expect(await counts(target)).toEqual([0, 1]);
    await expectSuccess(editor.delete(`${source}/merge`));
    expect([await contents(source), await contents(target)]).toEqual([['edited'], []]);
    expect((await admin.get(`${target}/comments/${first}`)).body.code).toBe('comment_not_found');
    expect(await miscounts(service)).toEqual([]);
  });

  it('a deletion restores the source', async () => {
    await expectSuccess(contributor.put(`${source}/upvotes/me`));
    await comment(source, 'Hi');
    await merge(source, target);
    await expectSuccess(editor.put(`${target}/upvotes/me`));
    expect((await editor.delete(target)).status).toBe(204);
    expect(await counts(source)).toEqual([1, 1]);
    expect([await votersOf(admin, source), await contents(source)]).toEqual([[contributor.userId], ['Hi']]);
    expect((await admin.get(`${project}/feedback`)).body.map(({ id }: any) => id)).toEqual([idOf(source)]);
    expect((await editor.delete(`${source}/merge`)).body.code).toBe('feedback_not_merged');
    expect((await editor.patch(source, { title: 'Free' })).status).toBe(200);
    expect(await miscounts(service)).toEqual([]);
  });
});

describe('Undoing a merge', () => {
  it('returns the source as it was before', async () => {
    await expectSuccess(contributor.put(`${source}/upvotes/me`));
    const before = [(await admin.get(source)).body, (await admin.get(target)).body];
    await merge(source, target);
    const answer = await editor.delete(`${source.replace(idOf(source), idOf(source).toUpperCase())}/merge`);
    expect([answer.status, answer.body]).toEqual([200, before[0]]);
    expect([(await admin.get(source)).body, (await admin.get(target)).body]).toEqual(before);
  });

  it('is rejected for feedback that is not merged', async () => {
    for (const path of [source, target]) {
      const answer = await editor.delete(`${path}/merge`);
      expect([answer.status, answer.body.code]).toEqual([409, 'feedback_not_merged']);
    }
    await merge(source, target);
    expect((await editor.delete(`${target}/merge`)).body.code).toBe('feedback_not_merged');
    await expectSuccess(editor.delete(`${source}/merge`));
    expect((await editor.delete(`${source}/merge`)).body.code).toBe('feedback_not_merged');
  });
});

/** A simple model of the expected votes and comments of merged feedback. */
class Model {
  readonly votes: Set<string>[];
  readonly comments: string[][];
  readonly into: (number | null)[];

  constructor(amount: number) {
    this.votes = Array.from({ length: amount }, () => new Set<string>());
    this.comments = Array.from({ length: amount }, () => []);
    this.into = Array.from({ length: amount }, () => null);
  }

  /** Returns the index of the feedback and of everything merged into it. */
  group(index: number): number[] {
    return [index, ...this.into.flatMap((target, other) => (target === index ? other : []))];
  }

  voters(index: number): Set<string> {
    return new Set(this.group(index).flatMap((each) => [...this.votes[each]!]));
  }

  written(index: number): Set<string> {
    return new Set(this.group(index).flatMap((each) => this.comments[each]!));
  }

  canMerge(from: number, to: number): boolean {
    return from !== to && this.into[to] === null && this.group(from).length === 1;
  }
}

describe('For any sequence of votes, comments and merges', () => {
  const amount = 4;
  const index = fc.nat({ max: amount - 1 });
  const user = fc.nat({ max: 3 });
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('vote', 'unvote'), at: index, user }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('comment', 'uncomment'), at: index, user }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('merge'), at: index, user: index }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('unmerge'), at: index, user }) },
  );

  it('feedback shows and counts its own votes and comments, and those of its sources', async () => {
    const users = [
      await newUser(service),
      await newUser(service),
      await newUser(service),
      await newUser(service),
    ];
    const property = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      const model = new Model(amount);
      const paths: string[] = [];
      while (paths.length < amount) paths.push(await newFeedback(admin, project));

      /** Executes one step, compares the status, and updates the model. */
      const take = async ({ kind, at, user: who }: (typeof steps)[number]): Promise<void> => {
        const path = paths[at]!;
        if (kind === 'merge') {
          const { status } = await editor.post(`${path}/merge`, { into: idOf(paths[who]!) });
          const allowed = model.into[at] === null && model.canMerge(at, who);
          expect([status, kind]).toEqual([allowed ? 200 : 409, kind]);
          if (allowed) model.into[at] = who;
          return;
        }
        if (kind === 'unmerge') {
          const { status } = await editor.delete(`${path}/merge`);
          expect(status).toBe(model.into[at] === null ? 409 : 200);
          model.into[at] = null;
          return;
        }
        if (kind === 'vote' || kind === 'unvote') {
          const url = `${path}/upvotes/${users[who]}`;
          const { status } = kind === 'vote' ? await editor.put(url) : await editor.delete(url);
          expect(status).toBe(model.into[at] === null ? 200 : 409);
          if (status === 409) return;
          if (kind === 'vote') model.votes[at]!.add(users[who]!);
          else for (const each of model.group(at)) model.votes[each]!.delete(users[who]!);
          return;
        }
        const written = [...model.written(at)];
        if (kind === 'comment' || written.length === 0) {
          const { status, body } = await editor.post(`${path}/comments`, { content: 'Hi' });
          expect(status).toBe(model.into[at] === null ? 201 : 409);
          if (status === 201) model.comments[at]!.push(body.id as string);
        } else {
          const gone = written[who % written.length]!;
          const { status } = await editor.delete(`${path}/comments/${gone}`);
          expect(status).toBe(model.into[at] === null ? 204 : 409);
          if (status === 409) return;
          for (const each of model.group(at)) {
            model.comments[each] = model.comments[each]!.filter((id) => id !== gone);
          }
        }
      };

      const compare = async (): Promise<void> => {
        for (const [at, path] of paths.entries()) {
          const { status, body, headers } = await admin.get(path);
          const into = model.into[at] ?? null;
          if (into !== null) {
            expect([status, headers.get('location')]).toEqual([308, `${service.url}/v1${paths[into]}`]);
            continue;
          }
          expect([status, body.upvotes, body.comment_count]).toEqual([
            200,
            model.voters(at).size,
            model.written(at).size,
          ]);
          const [votes, comments] = [await admin.get(`${path}/upvotes`), await admin.get(`${path}/comments`)];
          const shown = votes.body.map((vote: any) => vote.user.id as string);
          expect([...shown].sort()).toEqual([...model.voters(at)].sort());
          const ids = comments.body.map((one: any) => one.id as string);
          expect([...ids].sort()).toEqual([...model.written(at)].sort());
        }
      };

      for (const each of steps) {
        await take(each);
        if (each.kind.endsWith('merge')) await compare();
      }
      for (const at of paths.keys()) await take({ kind: 'unmerge', at, user: 0 });
      await compare();
    });
    await fc.assert(property, { numRuns: 12 });
    expect(await miscounts(service)).toEqual([]);
  });
});
