import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Options {
  /** The second version of the API has lists with cursors; the first one has the number of records to skip. */
  readonly version: 'v1' | 'v2';
  readonly key: string;
  /** How many requests are refused because there have been too many. */
  readonly refusals?: number;
}

/** The lists of an account, by the names of their records. */
type Account = Readonly<Record<string, readonly object[]>>;

/**
 * A server that behaves like Canny's API. Boards and entries have the first version only. Users are an array in the first version, and
 * have a name of their own in the second one.
 */
export class CannyServer {
  /** The paths of the requests, without those that were refused. */
  readonly requests: string[] = [];
  private refusals: number;
  private broken: { list: string; at: number } = { list: '', at: Infinity };

  private constructor(
    private readonly server: Server,
    private readonly account: Account,
    private readonly options: Options,
  ) {
    this.refusals = options.refusals ?? 0;
  }

  static async start(account: Account, options: Options): Promise<CannyServer> {
    const server = createServer();
    const canny = new CannyServer(server, account, options);
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        const [status, headers, answer] = canny.answer(request.url!, JSON.parse(body));
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(JSON.stringify(answer));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return canny;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/api`;
  }

  /** Lets pages of a list that begin at a position have no records, although there are more. */
  breakAt(list: string, at: number): void {
    this.broken = { list, at };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private answer(path: string, body: any): [number, Record<string, string>, object] {
    if (body.apiKey !== this.options.key) return [401, {}, { error: 'invalid api key' }];
    const [, version, list = ''] = /^\/api\/(v\d)\/(\w+)\/list$/.exec(path) ?? [];
    const name = list.replace(/_(\w)/, (_, letter: string) => letter.toUpperCase());
    const records = this.account[name];
    const isPaged = name !== 'boards' && name !== 'entries';
    if (!records || version !== (isPaged ? this.options.version : 'v1')) return [404, {}, {}];
    if (this.refusals > 0) {
      this.refusals -= 1;
      return [429, { 'retry-after': '0' }, { error: 'too many requests' }];
    }
    this.requests.push(path);
    if (name === 'boards') return [200, {}, { boards: records }];
    const at = Number(version === 'v1' ? (body.skip ?? 0) : (body.cursor ?? 'at 0').slice('at '.length));
    const isBroken = this.broken.list === list && at >= this.broken.at;
    const items = isBroken ? [] : records.slice(at, at + (body.limit as number));
    const next = at + items.length;
    const hasMore = next < records.length;
    if (name === 'users' && version === 'v1') return [200, {}, items];
    const key = name === 'users' ? 'users' : 'items';
    const page = { [key]: items, hasNextPage: hasMore, ...(hasMore ? { cursor: `at ${next}` } : {}) };
    return [200, {}, version === 'v1' ? { [name]: items, hasMore } : page];
  }
}
