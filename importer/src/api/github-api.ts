import { createReadStream } from 'node:fs';
import { at, isObject } from '../files/json-objects.js';
import type { Part } from '../files/part.js';
import type { JsonObject } from '../records.js';
import { splitLines } from '../../../src/shared/lines.js';
import { type Answer, ApiClient, type ApiOptions, retryAfter } from './api-client.js';
import {
  Download,
  type DownloadedList,
  type DownloadedPage,
  type DownloadOptions,
  fileOf,
} from './download.js';
import {
  discussionQuery,
  discussionsQuery,
  repliesQuery,
  votesOfIssueQuery,
  votesQuery,
} from './github-queries.js';

/** The records of a page of the REST API, and the issues whose votes are read at once. */
const pageSize = 100;

/** The most bytes of an issue: it has a text of 65,536 characters. */
const maxLineBytes = 8 * 1024 * 1024;

/** Where GitHub's API is, and how it is read. */
export interface GitHubOptions
  extends Omit<DownloadOptions, 'account'>, Pick<ApiOptions, 'onWait' | 'signal'> {
  readonly token: string;
  /** Such as `https://api.github.com`, or `https://github.example.com/api/v3`. */
  readonly baseUrl: string;
  /** Such as `owner/name`. */
  readonly repository: string;
}

/**
 * Downloads the issues, comments, discussions and votes of a repository.
 *
 * @throws UnreadableFile when GitHub answers with an error, or with a list that breaks off
 */
export async function downloadGitHub(options: GitHubOptions): Promise<Part> {
  return Download.run(await new GitHubApi(options).lists(), { ...options, account: options.repository });
}

class GitHubApi {
  private readonly client: ApiClient;

  constructor(private readonly options: GitHubOptions) {
    this.client = new ApiClient({ ...options, tool: 'GitHub', limitOf });
  }

  /** Returns the lists that the repository has. */
  async lists(): Promise<DownloadedList[]> {
    const { baseUrl, repository } = this.options;
    const { body } = await this.get(`${baseUrl}/repos/${repository}`);
    // A repository that was renamed is found by its former name as well.
    const name = at(body, ['full_name']);
    if (typeof name !== 'string') throw this.client.error('has answered without the repository.');
    const url = `${baseUrl}/repos/${name}`;
    const query = `sort=created&direction=asc&per_page=${pageSize}`;
    const issues: DownloadedList[] = [
      this.restList('issues', '/issues', `${url}/issues?state=all&${query}`),
      this.restList('comments', '/issues/comments', `${url}/issues/comments?${query}`),
      { file: 'votes', name: 'votes', page: this.votes() },
    ];
    const discussions: DownloadedList = {
      file: 'discussions',
      name: 'discussions and their comments',
      page: (after) => this.discussions(name, after),
    };
    return [
      ...(at(body, ['has_issues']) === false ? [] : issues),
      ...(at(body, ['has_discussions']) === true ? [discussions] : []),
    ];
  }

  /** Returns a list of the REST API whose positions are URLs that end with a path. */
  private restList(name: string, path: string, first: string): DownloadedList {
    const isPosition = (url: string) => this.isOwn(url, path);
    return { file: name, name, page: (url = first) => this.page(url, path), isPosition };
  }

  private async page(url: string, path: string): Promise<DownloadedPage> {
    const { body, next } = await this.get(url);
    if (!Array.isArray(body))
      throw this.client.error('has answered without a list: the download is incomplete.');
    const lines = body.filter(isObject);
    if (next !== undefined && (lines.length === 0 || next === url)) throw this.brokenOff();
    if (next !== undefined && !this.isOwn(next, path))
      throw this.client.error(`continues a list at another address: ${next.slice(0, 100)}`);
    return { lines, records: lines.length, next };
  }

  /** Returns whether a URL leads to a list of the API. Others must not be requested: the token is for GitHub only. */
  private isOwn(url: string, path: string): boolean {
    if (!URL.canParse(url)) return false;
    const [{ origin, pathname }, base] = [new URL(url), new URL(this.options.baseUrl)];
    const isBelow = pathname.startsWith(`${base.pathname.replace(/\/$/, '')}/`);
    return origin === base.origin && isBelow && pathname.endsWith(path);
  }

  /** Returns discussions, and their comments and replies as records of their own. */
  private async discussions(repository: string, after: string | undefined): Promise<DownloadedPage> {
    const [owner, name] = repository.split('/');
    const data = await this.query(discussionsQuery, { owner, name, after });
    const page = this.connection(at(data, ['repository', 'discussions']));
    const lines: JsonObject[] = [];
    for (const { comments: first, ...discussion } of page.nodes) {
      lines.push(discussion);
      const comments = this.all(first, async (after) =>
        at(await this.query(discussionQuery, { id: discussion['id'], after }), ['node', 'comments']),
      );
      for await (const { replies, ...comment } of comments) {
        lines.push(comment);
        const all = this.all(replies, async (after) =>
          at(await this.query(repliesQuery, { id: comment['id'], after }), ['node', 'replies']),
        );
        for await (const reply of all) lines.push({ ...reply, replyTo: { id: comment['id'] } });
      }
    }
    if (page.next !== undefined && page.next === after) throw this.brokenOff();
    return { lines, records: lines.length, next: page.next };
  }

  /** Returns the function that finds the votes of the issues, which have been downloaded, by the number of issues before. */
  private votes(): DownloadedList['page'] {
    let batches: AsyncGenerator<string[], void> | undefined;
    return async (position = '0') => {
      batches ??= this.issuesWithVotes(Number(position));
      const batch = await batches.next();
      if (batch.done) return { lines: [], records: 0, next: undefined };
      const ids = batch.value;
      const lines: JsonObject[] = [];
      for (const issue of this.list(at(await this.query(votesQuery, { ids }), ['nodes']))) {
        const votes = this.all(issue['reactions'], async (after) =>
          at(await this.query(votesOfIssueQuery, { id: issue['id'], after }), ['node', 'reactions']),
        );
        for await (const vote of votes) lines.push({ ...vote, reactable: { url: issue['url'] } });
      }
      return { lines, records: lines.length, next: String(Number(position) + ids.length) };
    };
  }

  /** Returns the ids of the issues with votes, without the first ones. */
  private async *issuesWithVotes(skipped: number): AsyncGenerator<string[], void> {
    const { folder, signal } = this.options;
    let [ids, passed]: [string[], number] = [[], 0];
    const tooLong = () => this.client.error('has answered with an issue that is too long.');
    const file = createReadStream(fileOf(folder, 'issues'), { signal });
    for await (const { bytes } of splitLines(file, maxLineBytes, tooLong)) {
      const issue: unknown = JSON.parse(bytes.toString());
      const id = at(issue, ['node_id']);
      const hasVotes =
        Number(at(issue, ['reactions', '+1'])) > 0 && at(issue, ['pull_request']) === undefined;
      if (!hasVotes || typeof id !== 'string' || ++passed <= skipped) continue;
      ids.push(id);
      if (ids.length < pageSize) continue;
      yield ids;
      ids = [];
    }
    if (ids.length > 0) yield ids;
  }

  /** Returns the records of a connection of the GraphQL API, of all its pages. */
  private async *all(first: unknown, more: (after: string) => Promise<unknown>): AsyncGenerator<JsonObject> {
    let { nodes, next } = this.connection(first);
    yield* nodes;
    while (next !== undefined) {
      const page = this.connection(await more(next));
      if (page.next === next) throw this.brokenOff();
      ({ nodes, next } = page);
      yield* nodes;
    }
  }

  private connection(value: unknown): { nodes: JsonObject[]; next: string | undefined } {
    const nodes = this.list(at(value, ['nodes']));
    const hasMore = at(value, ['pageInfo', 'hasNextPage']) === true;
    const next = at(value, ['pageInfo', 'endCursor']);
    if (hasMore && typeof next !== 'string') throw this.brokenOff();
    return { nodes, next: hasMore ? (next as string) : undefined };
  }

  private list(value: unknown): JsonObject[] {
    if (!Array.isArray(value))
      throw this.client.error('has answered without a list: the download is incomplete.');
    // What was deleted in the meantime is null.
    return value.filter(isObject);
  }

  private brokenOff(): Error {
    return this.client.error('has a list that breaks off: the download is incomplete.');
  }

  private async get(url: string): Promise<{ body: unknown; next: string | undefined }> {
    const answer = await this.client.send(url, { headers: this.headers });
    const [, next] = /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get('link') ?? '') ?? [];
    return { body: this.bodyOf(answer), next };
  }

  private async query(query: string, variables: JsonObject): Promise<unknown> {
    const url = this.options.baseUrl.replace(/\/v3$/, '') + '/graphql';
    const body = JSON.stringify({ query, variables });
    const answer = this.bodyOf(await this.client.send(url, { method: 'POST', headers: this.headers, body }));
    const [errors, data] = [at(answer, ['errors']), at(answer, ['data'])];
    const isGone = Array.isArray(errors) && errors.every((error) => at(error, ['type']) === 'NOT_FOUND');
    if (errors !== undefined && !(isGone && isObject(data) && Array.isArray(data['nodes'])))
      throw this.client.error(`has answered: ${JSON.stringify(errors).slice(0, 200)}`);
    return data;
  }

  /** @throws UnreadableFile when the answer is an error */
  private bodyOf({ status, text }: Answer): unknown {
    if (status === 404)
      throw this.client.error(
        'has answered: 404. The repository does not exist, or the token cannot read it.',
      );
    if (status >= 300) throw this.client.error(`has answered: ${status} ${text.slice(0, 200)}`);
    try {
      return JSON.parse(text);
    } catch {
      throw this.client.error('has not answered with JSON.');
    }
  }

  private get headers(): Record<string, string> {
    return {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${this.options.token}`,
      'content-type': 'application/json',
      'user-agent': 'feedback-changelog-importer',
      'x-github-api-version': '2022-11-28',
    };
  }
}

/**
 * Returns how long GitHub asks to wait. It refuses requests with 403 or 429; the GraphQL API does so with an error in an answer whose
 * status is 200.
 */
function limitOf({ status, headers, text }: Answer): number | undefined {
  const told = retryAfter(headers);
  const isExhausted = headers.get('x-ratelimit-remaining') === '0';
  const isRefused =
    status === 429 ||
    (status === 403 && (told !== undefined || isExhausted || /rate limit/i.test(text))) ||
    (status === 200 && /"type":\s*"RATE_LIMITED"/.test(text));
  if (!isRefused) return undefined;
  if (told !== undefined) return told;
  // Compared with the clock of the server, because the clock of this machine may be wrong.
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const reset = Number(headers.get('x-ratelimit-reset')) * 1_000;
  return isExhausted && reset > 0 ? Math.max(0, reset - now) : 60_000;
}
