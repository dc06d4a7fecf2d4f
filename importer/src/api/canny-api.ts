import { isObject } from '../files/json-objects.js';
import type { Part } from '../files/part.js';
import type { JsonObject } from '../records.js';
import { type Answer, ApiClient, type ApiOptions, retryAfter } from './api-client.js';
import { Download, type DownloadedPage, type DownloadOptions } from './download.js';

/** The lists that are downloaded: their paths, and the names of their records in the first version of the API. */
const lists = [
  ['users', 'users'],
  ['boards', 'boards'],
  ['companies', 'companies'],
  ['posts', 'posts'],
  ['comments', 'comments'],
  ['votes', 'votes'],
  ['status_changes', 'statusChanges'],
  ['entries', 'entries'],
] as const;

/** The records of a page. */
const pageSize = 100;

/** Where Canny's API is, and how it is read. */
export interface CannyOptions
  extends Omit<DownloadOptions, 'account'>, Pick<ApiOptions, 'onWait' | 'signal'> {
  readonly key: string;
  /** Such as `https://canny.io/api`. */
  readonly baseUrl: string;
}

/**
 * Downloads everything that Canny's API has.
 *
 * @throws UnreadableFile when Canny answers with an error, or with a list that breaks off
 */
export async function downloadCanny(options: CannyOptions): Promise<Part> {
  const api = new CannyApi(options);
  const downloaded = lists.map(([file, name]) => ({
    file,
    name,
    page: (position: string | undefined) => api.page(file, name, position),
  }));
  return Download.run(downloaded, { ...options, account: options.key });
}

class CannyApi {
  private readonly client: ApiClient;

  constructor(private readonly options: CannyOptions) {
    this.client = new ApiClient({ ...options, tool: 'Canny', limitOf });
  }

  async page(path: string, name: string, position: string | undefined): Promise<DownloadedPage> {
    const [, version, at] = /^(v\d) ([^]*)$/.exec(position ?? (await this.start(path, name)))!;
    const from = version === 'v1' ? { skip: Number(at) } : at === '' ? {} : { cursor: at };
    const given = (await this.request(`${version}/${path}/list`, { limit: pageSize, ...from })) ?? {};
    // The first version of the list of users is an array, which does not say whether there are more.
    const answer = Array.isArray(given) ? { [name]: given, hasMore: given.length > 0 } : given;
    const items = answer[version === 'v1' ? name : 'items'] ?? answer[name];
    if (!Array.isArray(items))
      throw this.client.error(`has answered without ${name}: the download is incomplete.`);
    const page = { lines: [{ [name]: items as unknown[] }], records: items.length };
    const hasMore = answer['hasMore'] === true || answer['hasNextPage'] === true;
    if (!hasMore) return { ...page, next: undefined };
    const following = version === 'v1' ? Number(at) + items.length : answer['cursor'];
    const isNext = typeof following === 'number' || (typeof following === 'string' && following !== at);
    if (items.length === 0 || !isNext)
      throw this.client.error(`has a list of ${name} that breaks off: the download is incomplete.`);
    return { ...page, next: `${version} ${following}` };
  }

  /**
   * Returns where the first page begins: the version of the list, and the cursor of the page or the number of records before it. Pages
   * of the second version do not shift while records are added.
   */
  private async start(path: string, name: string): Promise<string> {
    if ((await this.request(`v2/${path}/list`, { limit: 1 })) !== undefined) return 'v2 ';
    if ((await this.request(`v1/${path}/list`, { limit: 1 })) !== undefined) return 'v1 0';
    throw this.client.error(`has no list of ${name}.`);
  }

  /** Returns the answer of the API; undefined if there is no such operation. */
  private async request(path: string, body: JsonObject): Promise<JsonObject | unknown[] | undefined> {
    const { key, baseUrl } = this.options;
    const { status, text } = await this.client.send(`${baseUrl}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiKey: key, ...body }),
      redirect: 'error',
    });
    if (status === 404) return undefined;
    if (status >= 300) throw this.client.error(`has answered: ${status} ${text.slice(0, 200)}`);
    let answer: unknown;
    try {
      answer = JSON.parse(text);
    } catch {
      throw this.client.error('has not answered with JSON.');
    }
    if (Array.isArray(answer)) return answer as unknown[];
    const error = isObject(answer) ? answer['error'] : 'The answer is no object.';
    if (error !== undefined) throw this.client.error(`has answered: ${JSON.stringify(error).slice(0, 200)}`);
    return answer as JsonObject;
  }
}

function limitOf({ status, headers }: Answer): number | undefined {
  return status === 429 ? (retryAfter(headers) ?? 10_000) : undefined;
}
