import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Part } from '../files/part.js';
import { UnreadableFile } from '../files/unreadable-file.js';

/** A page of a list. */
export interface DownloadedPage {
  /** What is kept of it, each as a line. */
  readonly lines: readonly object[];
  readonly records: number;
  /** Where the next page begins, such as its URL. Undefined: this is the last one. */
  readonly next: string | undefined;
}

/** A list of an API that is downloaded page by page. */
export interface DownloadedList {
  /** Name of its file, without the ending. */
  readonly file: string;
  /** What it contains, for messages. */
  readonly name: string;
  /** Returns the page that begins at a position, which is undefined for the first one. */
  readonly page: (position: string | undefined) => Promise<DownloadedPage>;
  /** Returns whether the page of a stored position can be requested. Undefined: of any. */
  readonly isPosition?: (position: string) => boolean;
}

/** How far a list has been downloaded. */
interface ListState {
  /** Undefined: nothing has been downloaded, or the list is complete. */
  readonly next?: string;
  /** Bytes of the file that belong to complete pages. */
  readonly bytes: number;
  readonly records: number;
  readonly isComplete: boolean;
}

interface State {
  /** A digest, so that the downloads of two accounts are not mixed. */
  readonly account: string;
  readonly lists: Partial<Record<string, ListState>>;
}

/** Where a download is kept. */
export interface DownloadOptions {
  /** Keeps the pages, so that an interrupted download continues. */
  readonly folder: string;
  /** What identifies the account. It is stored as a digest only, because it may be a secret. */
  readonly account: string;
  readonly onProgress: (list: string, records: number) => void;
  readonly signal: AbortSignal;
}

/** Downloads lists of an API into files. */
export class Download {
  private state: State;

  private constructor(private readonly options: DownloadOptions) {
    const account = createHash('sha256').update(options.account).digest('hex').slice(0, 16);
    this.state = { account, lists: {} };
  }

  /**
   * Downloads all lists, one after the other, or what is missing of an interrupted download. A complete one is replaced.
   *
   * @returns the files, one after the other
   * @throws UnreadableFile when the folder has the download of another account, or continues at a foreign address
   */
  static async run(lists: readonly DownloadedList[], options: DownloadOptions): Promise<Part> {
    const download = new Download(options);
    const { folder, signal } = options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await download.resume(lists);
    for (const list of lists) await download.add(list);
    return {
      prefix: '',
      open: async function* () {
        for (const { file } of lists) yield* createReadStream(fileOf(folder, file), { signal });
      },
    };
  }

  private get stateFile(): string {
    return join(this.options.folder, 'state.json');
  }

  private async resume(lists: readonly DownloadedList[]): Promise<void> {
    const text = await readFile(this.stateFile, 'utf8').catch(() => '');
    if (text === '') return;
    const found = JSON.parse(text) as State;
    if (found.account !== this.state.account) {
      throw new UnreadableFile(
        'other_account',
        `The folder ${this.options.folder} has the download of another account. Name another one with --download.`,
      );
    }
    if (lists.every(({ file }) => found.lists[file]?.isComplete)) return;
    // Somebody else may have written the file, and a request has the key of this account.
    for (const { file, name, isPosition } of lists) {
      const next = found.lists[file]?.next;
      if (next === undefined || isPosition?.(next) !== false) continue;
      throw new UnreadableFile(
        'other_address',
        `${this.stateFile} continues the ${name} at another address: ${String(next).slice(0, 100)}`,
      );
    }
    this.state = found;
  }

  private async add({ file: name, name: contents, page }: DownloadedList): Promise<void> {
    const file = await openToAppend(fileOf(this.options.folder, name));
    try {
      let state: ListState = this.state.lists[name] ?? { bytes: 0, records: 0, isComplete: false };
      // A page that was written, but not noted, is written again.
      await file.truncate(state.bytes);
      while (!state.isComplete) {
        const { lines, records, next } = await page(state.next);
        const text = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
        await file.appendFile(text);
        state = {
          ...(next !== undefined && { next }),
          bytes: state.bytes + text.length,
          records: state.records + records,
          isComplete: next === undefined,
        };
        await this.note(name, state);
        this.options.onProgress(contents, state.records);
      }
    } finally {
      await file.close();
    }
  }

  /** Stores how far a list is. The file is replaced as a whole, so that it is complete at any time. */
  private async note(name: string, list: ListState): Promise<void> {
    this.state = { ...this.state, lists: { ...this.state.lists, [name]: list } };
    const unfinished = `${this.stateFile}.new`;
    await rm(unfinished, { force: true });
    // A file of its own, also where there was a link.
    await writeFile(unfinished, JSON.stringify(this.state), { flag: 'wx', mode: 0o600 });
    await rename(unfinished, this.stateFile);
  }
}

/** @throws UnreadableFile when there is something else than a file, such as a link, whose target would be overwritten */
async function openToAppend(path: string): Promise<FileHandle> {
  const found = await lstat(path).catch(() => undefined);
  if (found && !found.isFile()) throw new UnreadableFile('no_file', `${path} is a link, or no file.`);
  return open(path, 'a', 0o600);
}

/** Returns the path of the file of a list. */
export function fileOf(folder: string, name: string): string {
  return join(folder, `${name}.ndjson`);
}
