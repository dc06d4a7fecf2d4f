import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A repository, in the form of the answers of the API. */
export interface Repository {
  readonly full_name: string;
  readonly has_issues?: boolean;
  readonly has_discussions?: boolean;
  readonly issues: readonly any[];
  readonly comments: readonly any[];
  /** Each has all of its `comments`, which have all of their `replies`. */
  readonly discussions: readonly any[];
  /** Reactions by the ids of issues. */
  readonly votes: Readonly<Record<string, readonly any[]>>;
}

type Answer = readonly [status: number, headers: Record<string, string>, body: unknown];

/** An answer to a request that is refused because there have been too many. */
export const refusals = {
  retryAfter: [429, { 'retry-after': '0' }, { message: 'Too many requests' }],
  exhausted: [
    403,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' },
    { message: 'API rate limit exceeded', documentation_url: 'https://docs.github.com' },
  ],
  graphql: [
    200,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' },
    { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] },
  ],
} as const satisfies Record<string, Answer>;

/** A server that behaves like GitHub's REST and GraphQL APIs, for one repository. */
export class GitHubServer {
  /** The paths of the requests, and the names of the queries, without those that were refused. */
  readonly requests: string[] = [];
  /** Answers to the next request for a path or a query, in place of those that it would have. */
  readonly refused: [request: string, Answer][] = [];
  /** The origin of the URLs of further pages; `''` stands for this server. */
  linkOrigin = '';
  private broken: { path: string; at: number } = { path: '', at: Infinity };

  private constructor(
    private readonly server: Server,
    private readonly repository: Repository,
    private readonly token: string,
    /** The records of a page of the GraphQL API. */
    private readonly nodes: number,
  ) {}

  static async start(repository: Repository, { token = 'the-token', nodes = 2 } = {}): Promise<GitHubServer> {
    const server = createServer();
    const gitHub = new GitHubServer(server, repository, token, nodes);
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        const [status, headers, answer] = gitHub.answer(request.url!, request.headers.authorization, body);
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(JSON.stringify(answer));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return gitHub;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Lets pages of a list that begin at a position have no records, although there are more. */
  breakAt(path: string, at: number): void {
    this.broken = { path, at };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private answer(url: string, authorization: string | undefined, body: string): Answer {
    if (authorization !== `Bearer ${this.token}`)
      return [401, {}, { message: 'Bad credentials', documentation_url: 'https://docs.github.com/rest' }];
    const { pathname, searchParams } = new URL(url, this.url);
    const request = /^\{"query":"query (\w+)/.exec(body)?.[1] ?? pathname;
    const refused = this.refused.findIndex(([each]) => each === request);
    if (refused >= 0) return this.refused.splice(refused, 1)[0]![1];
    if (pathname === '/graphql') return this.query(request, JSON.parse(body).variables);
    this.requests.push(`${pathname}${searchParams.has('after') ? '?after' : ''}`);
    const { full_name, has_issues = true, has_discussions = true } = this.repository;
    const [, path] = /^\/(?:repos\/[^/]+\/[^/]+|repositories\/1)(\/.*)?$/.exec(pathname) ?? [];
    // A repository that was renamed is found by its former name.
    if (pathname === '/repos/acme/former') return [301, { location: '/repositories/1' }, {}];
    if (pathname === `/repos/${full_name}` || pathname === '/repositories/1')
      return [200, {}, { full_name, has_issues, has_discussions }];
    if (pathname === `/repos/${full_name}${path}` || pathname === `/repositories/1${path}`) {
      if (path === '/issues') return this.page(path, this.repository.issues, searchParams);
      if (path === '/issues/comments') return this.page(path, this.repository.comments, searchParams);
    }
    return [404, {}, { message: 'Not Found', documentation_url: 'https://docs.github.com/rest' }];
  }

  private page(path: string, records: readonly any[], query: URLSearchParams): Answer {
    const at = Number(query.get('after') ?? 0);
    const size = Math.min(100, Number(query.get('per_page')));
    const items = this.broken.path === path && at >= this.broken.at ? [] : records.slice(at, at + size);
    query.set('after', String(at + size));
    const list = `${this.linkOrigin || this.url}/repositories/1${path}`;
    const links = [`<${list}?page=1>; rel="first"`];
    if (at + size < records.length) links.unshift(`<${list}?${query.toString()}>; rel="next"`);
    return [200, { link: links.join(', ') }, items];
  }

  private query(name: string, { id, ids, after }: any): Answer {
    this.requests.push(name);
    const { discussions, votes, issues } = this.repository;
    const comments = discussions.flatMap((each) => each.comments);
    const found = {
      Discussions: () => ({
        repository: { discussions: this.connection('discussions', discussions, after, this.discussion) },
      }),
      Discussion: () => {
        const { comments: all } = discussions.find((each) => each.id === id);
        return { node: { comments: this.connection('comments', all, after, this.comment) } };
      },
      Replies: () => {
        const { replies } = comments.find((each) => each.id === id);
        return { node: { replies: this.connection('replies', replies, after) } };
      },
      Votes: () => ({
        nodes: ids.map((each: string) => ({
          id: each,
          url: issues.find(({ node_id }) => node_id === each).html_url,
          reactions: this.connection('reactions', votes[each] ?? [], undefined),
        })),
      }),
      VotesOfIssue: () => ({ node: { reactions: this.connection('reactions', votes[id]!, after) } }),
    }[name]!;
    return [200, {}, { data: found() }];
  }

  private readonly discussion = ({ comments, ...discussion }: any) => ({
    ...discussion,
    comments: this.connection('comments', comments, undefined, this.comment),
  });

  private readonly comment = ({ replies = [], ...comment }: any) => ({
    ...comment,
    replies: this.connection('replies', replies, undefined),
  });

  private connection(
    name: string,
    records: readonly any[],
    after: string | undefined,
    translate = (record: any): unknown => record,
  ) {
    const from = Number(after ?? 0);
    const end = from + this.nodes;
    const hasNextPage = end < records.length;
    // A page that breaks off does not say where it continues.
    const isBroken = this.broken.path === name && from >= this.broken.at;
    return {
      pageInfo: { hasNextPage, endCursor: isBroken ? null : String(end) },
      nodes: records.slice(from, end).map(translate),
    };
  }
}
