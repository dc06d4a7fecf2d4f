import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject } from './files/json-objects.js';
import type { Part } from './files/part.js';
import { UnreadableFile } from './files/unreadable-file.js';
import type { JsonObject } from './records.js';

/** The lists that are downloaded: their paths, and the names of their records in the first version of the API. */
const lists = [
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

/** How often a request is repeated after a failure, and the time before the first repetition, in milliseconds. */
const [maxRetries, firstDelay] = [6, 1_000];

/** The longest time that is waited because the API asks for it, and the time limit of a request, in milliseconds. */
const [maxDelay, timeout] = [600_000, 60_000];

/** How far a list has been downloaded. */
interface ListState {
  readonly version: 'v1' | 'v2';
  /** The cursor of the next page, or the number of records before it. */
  readonly next: string | number;
  /** Bytes of the file that belong to complete pages. */
  readonly bytes: number;
  readonly records: number;
  readonly isComplete: boolean;
}

interface State {
  /** A digest of the key, so that the downloads of two accounts are not mixed. */
  readonly account: string;
  readonly lists: Partial<Record<string, ListState>>;
}

interface Page {
  readonly items: readonly unknown[];
  /** Undefined: it is the last one. */
  readonly next: string | number | undefined;
}

/** Where Canny's API is, and how it is read. */
export interface CannyOptions {
  readonly key: string;
  /** Such as `https://canny.io/api`. */
  readonly baseUrl: string;
  /** Keeps the pages, so that an interrupted download continues. */
  readonly folder: string;
  readonly onProgress: (list: string, records: number) => void;
  readonly signal: AbortSignal;
}

/** Downloads everything that Canny's API has into files. A download that cannot be completed is an error. */
export class CannyDownload {
  private state: State;

  private constructor(private readonly options: CannyOptions) {
    this.state = { account: createHash('sha256').update(options.key).digest('hex').slice(0, 16), lists: {} };
  }

  /**
   * Downloads all lists, or what is missing of an interrupted download. A complete one is replaced.
   *
   * @returns the pages, one after the other
   * @throws UnreadableFile when Canny answers with an error, or with a list that breaks off
   */
  static async run(options: CannyOptions): Promise<Part> {
    const download = new CannyDownload(options);
    await mkdir(options.folder, { recursive: true, mode: 0o700 });
    await download.resume();
    for (const [path, name] of lists) await download.list(path, name);
    const { folder, signal } = options;
    return {
      prefix: '',
      open: async function* () {
        for (const [path] of lists) yield* createReadStream(join(folder, `${path}.ndjson`), { signal });
      },
    };
  }

  private get stateFile(): string {
    return join(this.options.folder, 'state.json');
  }

  private async resume(): Promise<void> {
    const text = await readFile(this.stateFile, 'utf8').catch(() => '');
    if (text === '') return;
    const found = JSON.parse(text) as State;
    if (found.account !== this.state.account) {
      throw new UnreadableFile(
        'other_account',
        `The folder ${this.options.folder} has the download of another key. Name another one with --download.`,
      );
    }
    const isComplete = lists.every(([path]) => found.lists[path]?.isComplete);
    if (!isComplete) this.state = found;
  }

  private async list(path: string, name: string): Promise<void> {
    const file = await open(join(this.options.folder, `${path}.ndjson`), 'a', 0o600);
    try {
      let state = this.state.lists[path] ?? (await this.start(path, name));
      // A page that was written, but not noted, is written again.
      await file.truncate(state.bytes);
      while (!state.isComplete) {
        const { items, next } = await this.page(path, name, state);
        const line = Buffer.from(`${JSON.stringify({ [name]: items })}\n`);
        await file.appendFile(line);
        state = {
          ...state,
          next: next ?? state.next,
          bytes: state.bytes + line.length,
          records: state.records + items.length,
          isComplete: next === undefined,
        };
        await this.note(path, state);
        this.options.onProgress(name, state.records);
      }
    } finally {
      await file.close();
    }
  }

  /** Finds out whether a list has the second version, whose pages do not shift while records are added. */
  private async start(path: string, name: string): Promise<ListState> {
    const state = { next: '', bytes: 0, records: 0, isComplete: false };
    const answer = await this.request(`v2/${path}/list`, { limit: 1 });
    if (answer !== undefined) return { ...state, version: 'v2' };
    if ((await this.request(`v1/${path}/list`, { limit: 1 })) !== undefined)
      return { ...state, version: 'v1', next: 0 };
    throw new UnreadableFile('canny_error', `Canny has no list of ${name}.`);
  }

  private async page(path: string, name: string, { version, next }: ListState): Promise<Page> {
    const position = version === 'v1' ? { skip: next } : next === '' ? {} : { cursor: next };
    const answer = (await this.request(`${version}/${path}/list`, { limit: pageSize, ...position })) ?? {};
    const items = answer[version === 'v1' ? name : 'items'] ?? answer[name];
    if (!Array.isArray(items))
      throw new UnreadableFile(
        'canny_error',
        `Canny has answered without ${name}: the download is incomplete.`,
      );
    const hasMore = answer['hasMore'] === true || answer['hasNextPage'] === true;
    if (!hasMore) return { items, next: undefined };
    const following = version === 'v1' ? Number(next) + items.length : answer['cursor'];
    if (items.length === 0 || following === next || typeof following !== typeof next)
      throw new UnreadableFile(
        'canny_error',
        `Canny's list of ${name} breaks off: the download is incomplete.`,
      );
    return { items, next: following as string | number };
  }

  /** Returns the answer of the API; undefined if there is no such operation. */
  private async request(path: string, body: JsonObject): Promise<JsonObject | undefined> {
    const { key, baseUrl, signal } = this.options;
    for (let retry = 0; ; retry++) {
      let reason: string;
      let delay = firstDelay * 2 ** retry;
      try {
        const response = await fetch(`${baseUrl}/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ apiKey: key, ...body }),
          redirect: 'error',
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
        });
        if (response.status === 404) return undefined;
        const text = await response.text();
        if (response.ok) return answerOf(text);
        reason = `${response.status} ${text.slice(0, 200)}`;
        const isTemporary = response.status === 429 || response.status >= 500;
        if (!isTemporary) throw new UnreadableFile('canny_error', `Canny has answered: ${reason}`);
        delay = Math.max(delay, delayOf(response.headers.get('retry-after')));
      } catch (error) {
        if (error instanceof UnreadableFile || signal.aborted) throw error;
        reason = String((error as Error).cause ?? error);
      }
      if (retry === maxRetries)
        throw new UnreadableFile(
          'canny_unavailable',
          `Canny cannot be reached: ${reason}. Run it again to continue.`,
        );
      await sleep(Math.min(delay, maxDelay), undefined, { signal });
    }
  }

  /** Stores how far a list is. The file is replaced as a whole, so that it is complete at any time. */
  private async note(path: string, list: ListState): Promise<void> {
    this.state = { ...this.state, lists: { ...this.state.lists, [path]: list } };
    await writeFile(`${this.stateFile}.new`, JSON.stringify(this.state), { mode: 0o600 });
    await rename(`${this.stateFile}.new`, this.stateFile);
  }
}

/** @throws UnreadableFile when the answer is an error */
function answerOf(text: string): JsonObject {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new UnreadableFile('canny_error', 'Canny has not answered with JSON.');
  }
  const error = isObject(answer) ? answer['error'] : 'The answer is no object.';
  if (error !== undefined)
    throw new UnreadableFile('canny_error', `Canny has answered: ${JSON.stringify(error).slice(0, 200)}`);
  return answer as JsonObject;
}

/** Returns the milliseconds of a `Retry-After`, which is a number of seconds or a date. */
function delayOf(header: string | null): number {
  if (header === null) return 0;
  const seconds = Number(header);
  return Number.isFinite(seconds) ? seconds * 1_000 : Math.max(0, Date.parse(header) - Date.now()) || 0;
}
