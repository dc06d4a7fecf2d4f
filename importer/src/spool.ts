import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** The characters that are kept in memory before they are written. */
const bufferSize = 256 * 1024;

/** A record with its line in the source. */
export interface Spooled<R> {
  readonly line: number;
  readonly record: R;
}

/** A file that is written once, record after record, and then read. */
class SpoolFile {
  count = 0;
  private pending: string[] = [];
  private size = 0;

  constructor(
    private readonly path: string,
    private readonly file: FileHandle,
  ) {}

  async add(record: object): Promise<void> {
    const line = `${JSON.stringify(record)}\n`;
    this.count += 1;
    this.pending.push(line);
    this.size += line.length;
    if (this.size >= bufferSize) await this.flush();
  }

  async *lines(): AsyncGenerator<string> {
    await this.flush();
    let rest = '';
    for await (const chunk of createReadStream(this.path, { encoding: 'utf8', highWaterMark: bufferSize })) {
      const lines = (rest + (chunk as string)).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  private async flush(): Promise<void> {
    const text = this.pending.join('');
    [this.pending, this.size] = [[], 0];
    if (text !== '') await this.file.appendFile(text);
  }
}

/** Records that are sorted by their kind in files, because a source has them in any order. */
export class Spool {
  private readonly files = new Map<string, SpoolFile>();

  /** @param folder an empty folder, which the caller removes */
  constructor(private readonly folder: string) {}

  /** @param kind a name for records that belong together */
  async add(kind: string, record: object): Promise<void> {
    let file = this.files.get(kind);
    if (!file) {
      const path = join(this.folder, `${kind}.ndjson`);
      file = new SpoolFile(path, await open(path, 'wx', 0o600));
      this.files.set(kind, file);
    }
    await file.add(record);
  }

  count(kind: string): number {
    return this.files.get(kind)?.count ?? 0;
  }

  /** Returns the records of a kind as JSON, in the order in which they were added. */
  lines(kind: string): AsyncIterable<string> {
    return this.files.get(kind)?.lines() ?? noLines();
  }

  async close(): Promise<void> {
    await Promise.all([...this.files.values()].map((file) => file.close()));
  }
}

async function* noLines(): AsyncGenerator<string> {}
