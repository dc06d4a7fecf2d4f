import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { downloadGitHub } from '../../importer/src/api/github-api.js';
import type { Item } from '../../importer/src/item.js';
import { readDownload } from '../../importer/src/sources/index.js';
import { GitHubServer, refusals, type Repository } from './github-server.js';
import { leftOutIn, notesOf, ofKind } from './reading.js';
import { gitHubSample } from './samples.js';

const { issue, comment, discussion } = gitHubSample;

const time = '2024-01-05T00:00:00Z';
const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);

const votesOf = (count: number) =>
  numbers(count).map((n) => ({
    id: `R_${n}`,
    content: 'THUMBS_UP',
    createdAt: time,
    // The last one is of a deleted user.
    user: n === count ? null : { login: `voter-${n}`, avatarUrl: '' },
  }));

const commentOf = (id: string, further: object = {}) => ({
  id,
  url: `https://github.com/acme/app/discussions/7#discussioncomment-${id}`,
  body: id,
  createdAt: time,
  updatedAt: time,
  deletedAt: null,
  isAnswer: false,
  author: { login: 'grace', avatarUrl: '' },
  ...further,
});

const issues = numbers(230).map((number) => ({
  ...issue,
  number,
  node_id: `I_${number}`,
  html_url: `https://github.com/acme/app/issues/${number}`,
  reactions: { total_count: number % 50 === 0 ? 5 : 0, '+1': number % 50 === 0 ? 5 : 0 },
  ...(number === 100 && { pull_request: { url: 'x' }, reactions: { total_count: 9, '+1': 9 } }),
  milestone: { title: 'v2', due_on: '2024-06-30T07:00:00Z' },
}));

const repository: Repository = {
  full_name: 'acme/app',
  issues,
  comments: [
    ...numbers(120).map((n) => ({ ...comment, node_id: `IC_${n}` })),
    { ...comment, node_id: 'IC_pull', html_url: 'https://github.com/acme/app/pull/100#issuecomment-1' },
  ],
  discussions: numbers(3).map((number) => ({
    ...discussion,
    id: `D_${number}`,
    number,
    url: `https://github.com/acme/app/discussions/${number}`,
    comments:
      number !== 1
        ? []
        : [
            commentOf('c1', { replies: numbers(5).map((n) => commentOf(`r${n}`)) }),
            commentOf('c2', { isAnswer: true }),
            commentOf('c3', { deletedAt: time, body: '' }),
          ],
  })),
  votes: { I_50: votesOf(5), I_150: votesOf(5), I_200: votesOf(1) },
};

describe("GitHub's API", () => {
  let folder: string;
  let server: GitHubServer;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'github-'));
    server = await GitHubServer.start(repository);
  });

  afterEach(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  const options = (further: { repository?: string; token?: string; baseUrl?: string } = {}) => ({
    folder,
    token: 'the-token',
    baseUrl: server.url,
    repository: 'acme/app',
    onProgress: () => undefined,
    onWait: () => undefined,
    signal: new AbortController().signal,
    ...further,
  });

  async function download(further: Parameters<typeof options>[0] = {}): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of readDownload('github', await downloadGitHub(options(further)))) items.push(item);
    return items;
  }

  it('has all pages of issues, comments, discussions, replies and votes', async () => {
    const items = await download();
    expect(notesOf(items)).toEqual([]);
    const feedback = ofKind(items, 'feedback');
    expect(feedback).toHaveLength(229 + 3);
    expect(feedback[0]).toMatchObject({
      external_id: 'acme/app#1',
      estimated_date: '2024-06-30',
      fields: { Milestone: 'v2' },
    });
    expect(ofKind(items, 'vote').map((vote) => `${vote.feedback} ${vote.person}`)).toEqual(
      [50, 150].flatMap((number) => numbers(4).map((n) => `acme/app#${number} voter-${n}`)),
    );
    const comments = ofKind(items, 'comment');
    expect(comments.filter(({ feedback: id }) => id === 'acme/app#12')).toHaveLength(120);
    expect(
      comments
        .filter(({ feedback: id }) => id === 'acme/app#7')
        .map((each) => `${each.external_id} ${each.parent} ${each.comment_kind}`),
    ).toEqual(['c1  comment', ...numbers(5).map((n) => `r${n} c1 comment`), 'c2  response']);
    expect(leftOutIn(items)).toEqual(['pull requests', 'comments of pull requests', 'deleted comments']);
    expect(ofKind(items, 'person').map(({ external_id: id }) => id)).toEqual(
      expect.arrayContaining(['ada', 'grace', 'voter-1']),
    );
  });

  it('follows a repository that was renamed, and does without what it does not have', async () => {
    await server.close();
    server = await GitHubServer.start({ ...repository, has_discussions: false });
    expect(ofKind(await download({ repository: 'acme/former' }), 'feedback')).toHaveLength(229);
    await server.close();
    server = await GitHubServer.start({ ...repository, has_issues: false });
    expect(ofKind(await download({ repository: 'acme/former' }), 'feedback')).toHaveLength(3);
  });

  it('waits for as long as GitHub asks when there have been too many requests', async () => {
    server.refused.push(
      ['/repos/acme/app', refusals.retryAfter],
      ['/repos/acme/app/issues', refusals.exhausted],
      ['Discussions', refusals.graphql],
    );
    const waits: number[] = [];
    await downloadGitHub({ ...options(), onWait: (delay) => waits.push(delay) });
    expect(waits).toEqual([0, 0, 0]);
  });

  it.each([
    ['/issues', 100, '/issues'],
    ['/issues/comments', 0, '/issues/comments'],
    ['discussions', 0, 'Discussions'],
    ['replies', 2, 'Discussions'],
    ['reactions', 2, 'Votes'],
  ])('is an error if the list %s breaks off, and continues there', async (path, at, request) => {
    server.breakAt(path, at);
    await expect(download()).rejects.toMatchObject({ code: 'github_error' });
    const before = server.requests.length;
    server.breakAt('', Infinity);
    expect(ofKind(await download(), 'feedback')).toHaveLength(229 + 3);
    const [first, second] = server.requests.slice(before);
    expect(first).toBe('/repos/acme/app');
    expect(second).toMatch(new RegExp(`${request}(\\?after)?$`));
    expect(server.requests.slice(before).includes('/repos/acme/app/issues')).toBe(false);
  });

  it('is not read at another address, which would receive the token', async () => {
    server.linkOrigin = 'http://attacker.example';
    await expect(download()).rejects.toThrow('continues a list at another address');
  });

  it.each([
    ['at another address', () => 'http://attacker.example/repositories/1/issues'],
    ['at another path', () => `${server.url}/user/issues/../repos?after=100`],
    ['nowhere', () => 'issues'],
  ])('is not continued %s, wherever its folder comes from', async (_, next) => {
    server.breakAt('/issues', 100);
    await expect(download()).rejects.toMatchObject({ code: 'github_error' });
    server.breakAt('', Infinity);
    const file = join(folder, 'state.json');
    const state = JSON.parse(await readFile(file, 'utf8'));
    state.lists.issues.next = next();
    await writeFile(file, JSON.stringify(state));
    const before = server.requests.length;
    await expect(download()).rejects.toMatchObject({
      code: 'other_address',
      message: expect.stringContaining(file),
    });
    expect(server.requests.slice(before)).toEqual(['/repos/acme/app']);
  });

  it('does not write through links in its folder', async () => {
    const [target, link] = [join(folder, 'target'), join(folder, 'issues.ndjson')];
    await writeFile(target, 'mine');
    await symlink(target, link);
    await expect(download()).rejects.toMatchObject({
      code: 'no_file',
      message: expect.stringContaining(link),
    });
    await rm(link);
    await symlink(target, join(folder, 'state.json.new'));
    await download();
    expect(await readFile(target, 'utf8')).toBe('mine');
  });

  it.each([
    ['a wrong token', { token: 'wrong' }, 'Bad credentials'],
    ['a repository that does not exist', { repository: 'acme/other' }, 'does not exist'],
  ])('reports %s', async (_, further, reason) => {
    await expect(download(further)).rejects.toThrow(reason);
  });

  it('keeps downloads of two repositories apart, and stores no token', async () => {
    await download();
    expect(await readFile(join(folder, 'state.json'), 'utf8')).not.toContain('the-token');
    await expect(download({ repository: 'acme/former' })).rejects.toMatchObject({ code: 'other_account' });
  });
});
