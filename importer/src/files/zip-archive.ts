import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { UnreadableFile } from './unreadable-file.js';
import type { Part } from './part.js';

/** The most entries of an archive. Most of them are pictures, which are not read. */
const maxEntries = 50_000;

/** The most uncompressed bytes of the entries that are read. */
const maxBytes = 4 * 1024 ** 3;

/** The most uncompressed bytes per compressed byte. Exports in JSON and CSV have about 5 to 30. */
const maxRatio = 200;

/** The size from which on the ratio is checked. */
const smallEntry = 1024 * 1024;

/**
 * The entries of a ZIP archive that a format reads. All others are ignored, whatever their names, and nothing is ever
 * written to a path of the archive.
 */
export class ZipArchive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * @param isRead whether the entry with a name is read
   * @throws UnreadableFile when the file is no ZIP archive, is encrypted, or is larger than its limits
   */
  static async open(
    path: string,
    isRead: (name: string) => boolean,
    signal: AbortSignal,
  ): Promise<ZipArchive> {
    signal.throwIfAborted();
    const zip = await orBroken(openPromise(path, { decodeStrings: false, autoClose: false }));
    try {
      const entries = await orBroken(findEntries(zip, isRead));
      checkSizes(entries);
      return new ZipArchive(zip, entries, signal);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  /** The names of the entries. */
  get names(): string[] {
    return [...this.entries.keys()];
  }

  close(): void {
    this.zip.close();
  }

  /** The uncompressed bytes of an entry, as the archive declares them. Reading an entry of another size is an error. */
  sizeOf(name: string): number {
    return this.entries.get(name)?.uncompressedSize ?? 0;
  }

  /** Returns an entry; undefined if the archive does not have it. */
  part(name: string): Part | undefined {
    const entry = this.entries.get(name);
    return entry && { prefix: `${name}: `, open: () => this.read(name, entry) };
  }

  /**
   * Returns an entry.
   *
   * @throws UnreadableFile when the archive does not have it
   */
  requiredPart(name: string): Part {
    const part = this.part(name);
    if (!part) throw new UnreadableFile('missing_entry', `The archive has no ${name}.`);
    return part;
  }

  private async *read(name: string, entry: Entry): AsyncGenerator<Buffer> {
    this.signal.throwIfAborted();
    const stream = await orBroken(this.zip.openReadStreamPromise(entry));
    let checksum = 0;
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        this.signal.throwIfAborted();
        checksum = crc32(chunk, checksum);
        yield chunk;
      }
    } catch (error) {
      if (this.signal.aborted) throw error;
      throw broken(error);
    }
    if (checksum !== entry.crc32)
      throw new UnreadableFile('broken_archive', `The checksum of ${name} is wrong.`);
  }
}

/** Finds entries by their names, at the top of the archive or, if they are not there, within one folder. */
async function findEntries(zip: ZipFile, isRead: (name: string) => boolean): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxEntries)
    throw new UnreadableFile('archive_too_large', `The archive has more than ${maxEntries} entries.`);
  const atTop = new Map<string, Entry>();
  const inFolder = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const path = entry.fileNameRaw.toString();
    const [first = '', ...rest] = path.split('/');
    const isAtTop = isRead(path);
    const name = isAtTop ? path : rest.join('/');
    if (first === '__MACOSX' || !(isAtTop || isRead(name))) continue;
    const found = isAtTop ? atTop : inFolder;
    if (found.has(name)) throw new UnreadableFile('duplicate_entry', `The archive has ${name} twice.`);
    found.set(name, entry);
  }
  return atTop.size > 0 ? atTop : inFolder;
}

function checkSizes(entries: ReadonlyMap<string, Entry>): void {
  let bytes = 0;
  for (const [name, entry] of entries) {
    if (entry.isEncrypted()) throw new UnreadableFile('encrypted_archive', `${name} is encrypted.`);
    if (!entry.canDecodeFileData())
      throw new UnreadableFile('broken_archive', `${name} has an unknown kind of compression.`);
    const isBomb =
      entry.uncompressedSize > smallEntry && entry.uncompressedSize > entry.compressedSize * maxRatio;
    bytes += entry.uncompressedSize;
    if (isBomb || bytes > maxBytes)
      throw new UnreadableFile('archive_too_large', `${name} is too large when it is uncompressed.`);
  }
}

async function orBroken<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw broken(error);
  }
}

function broken(error: unknown): unknown {
  if (error instanceof UnreadableFile) return error;
  return new UnreadableFile(
    'broken_archive',
    `The archive cannot be read: ${(error as Error).message.slice(0, 200)}`,
  );
}
