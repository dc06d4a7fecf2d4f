import { createHash } from 'node:crypto';
import { ownSource } from '../../../shared/imports.js';
import { type Line, splitLines } from '../../../shared/lines.js';
import type { PortableManifest } from '../../../shared/portable-file.js';
import {
  type PortableAttachment,
  portableFormat,
  portableKinds,
  portableVersion,
} from '../../../shared/portable-records.js';
import type { ImportManifest, ImportStep, NewChunk } from '../domain/import-chunk.js';

/** The maximum number of bytes of a line. The longest line describes a project with two pictures of 300,000 characters. */
export const maxLineBytes = 4 * 1024 * 1024;

/** The most lines of a chunk, and the size in bytes from which on it is full. */
const [maxLines, fullBytes] = [500, 1024 * 1024];

const sourcePattern = /^[a-z0-9][a-z0-9-]{0,39}$/;

const kinds = new Set<unknown>(portableKinds);

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const byteOrderMark = Buffer.from('\ufeff');

/** A file that cannot be read as a whole. */
class UnreadableFile extends Error {
  constructor(
    readonly code: string,
    readonly detail: string,
  ) {
    super(detail);
  }
}

/**
 * Reads a file in the format of exports, and stores its lines in chunks by steps. Uses memory that does not depend on the size of
 * the file. If the file as a whole cannot be read, the rest of it is ignored. Values are not checked.
 */
export async function readPortableFile(
  file: AsyncIterable<Uint8Array>,
  store: (chunk: NewChunk) => Promise<void>,
): Promise<ImportManifest> {
  const reading = new FileReading(store);
  const source = file[Symbol.asyncIterator]();
  const bytes = { next: async () => source.next() as Promise<IteratorResult<Buffer>> };
  try {
    for await (const line of splitLines({ [Symbol.asyncIterator]: () => bytes }, maxLineBytes, tooLong)) {
      await reading.add(line);
    }
    return await reading.end();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    // Clients send the whole file before they read the response.
    while (!(await source.next()).done);
    const { code, detail } = error;
    return { ...reading.manifest, failure: { code, detail } };
  } finally {
    await source.return?.();
  }
}

class FileReading {
  manifest: ImportManifest = { source: ownSource, isComplete: false, failure: null };
  private readonly digest = createHash('sha256');
  private readonly chunks = new Map<ImportStep, { lines: Buffer[]; size: number }>();
  /** The line before, because the last one is not a record, and not part of the checksum. */
  private last: Line = { line: 0, bytes: Buffer.alloc(0) };
  /** The attachment whose parts are being read, and their number. */
  private attachment: { id: unknown; parts: number } | null = null;

  constructor(private readonly store: (chunk: NewChunk) => Promise<void>) {}

  async add(line: Line): Promise<void> {
    if (this.last.line > 0) await this.take(this.last);
    this.last = line;
  }

  async end(): Promise<ImportManifest> {
    const end = parse(withoutMark(this.last.bytes));
    if (this.last.line < 2) this.readManifest(end);
    if (end?.['kind'] !== 'end' || typeof end['sha256'] !== 'string') {
      throw new UnreadableFile(
        'incomplete_file',
        'The last line of the export is missing: the file is incomplete.',
      );
    }
    if (this.digest.digest('hex') !== end['sha256']) {
      throw new UnreadableFile(
        'checksum_mismatch',
        'The file has been changed or damaged since it was exported.',
      );
    }
    for (const step of this.chunks.keys()) await this.flush(step);
    return this.manifest;
  }

  private async take({ line, bytes: sent }: Line): Promise<void> {
    this.digest.update(sent).update('\n');
    const bytes = withoutMark(sent);
    const record = parse(bytes);
    const kind = record?.['kind'];
    const isPart = kind === 'attachment' && this.attachment?.id === record!['external_id'];
    if (!isPart) this.attachment = null;
    if (line === 1) this.readManifest(record);
    else if (record === null) await this.note(line, malformedLine);
    else if (kind === 'attachment') await this.addPart(line, record as object as PortableAttachment);
    else if (kind === 'comment' && record['parent']) await this.stage('reply', line, bytes);
    else if (kinds.has(kind)) await this.stage(kind as ImportStep, line, bytes);
    else if (kind !== 'manifest' && kind !== 'end') await this.note(line, unknownKind);
  }

  private readManifest(record: object | null): void {
    const manifest: Partial<PortableManifest> | null = record;
    if (manifest?.kind !== 'manifest' || manifest.format !== portableFormat) {
      throw new UnreadableFile('not_an_export', 'The file does not begin with the manifest of an export.');
    }
    const { version, source = ownSource, complete } = manifest;
    if (version !== portableVersion) {
      throw new UnreadableFile(
        'unsupported_version',
        `The version of the file is not ${portableVersion}, the only one that this service can import.`,
      );
    }
    if (typeof source !== 'string' || !sourcePattern.test(source)) {
      throw new UnreadableFile('invalid_source', 'The source in the manifest is not the name of a tool.');
    }
    this.manifest = { source, isComplete: complete === true, failure: null };
  }

  /** Stages a part of an attachment: the first one as a record, and the contents of all. Parts that do not follow are left out. */
  private async addPart(line: number, { content, ...record }: PortableAttachment): Promise<void> {
    if (!this.attachment) {
      this.attachment = { id: record.external_id, parts: 0 };
      await this.stage('attachment', line, Buffer.from(JSON.stringify({ ...record, content: '' })));
      // `stage` has flushed a record that fills a chunk.
      if (this.chunks.has('attachment')) await this.flush('attachment');
    }
    if (record.part !== this.attachment.parts || typeof content !== 'string') return;
    this.attachment.parts += 1;
    await this.store({ step: 'content', bytes: Buffer.from(content, 'base64') });
  }

  private async note(line: number, failure: object): Promise<void> {
    await this.stage('unreadable', line, Buffer.from(JSON.stringify(failure)));
  }

  private async stage(step: ImportStep, line: number, json: Buffer): Promise<void> {
    const chunk = this.chunks.get(step) ?? { lines: [], size: 0 };
    this.chunks.set(step, chunk);
    chunk.lines.push(Buffer.concat([Buffer.from(`[${line},`), json, Buffer.from(']')]));
    chunk.size += json.length;
    if (chunk.lines.length >= maxLines || chunk.size >= fullBytes) await this.flush(step);
  }

  private async flush(step: ImportStep): Promise<void> {
    const { lines } = this.chunks.get(step)!;
    const bytes = Buffer.concat(lines.flatMap((line) => [Buffer.from(','), line]));
    this.chunks.delete(step);
    // Instead of the first comma.
    bytes.write('[');
    await this.store({ step, bytes: Buffer.concat([bytes, Buffer.from(']')]) });
  }
}

function tooLong(line: number): UnreadableFile {
  return new UnreadableFile('line_too_long', `Line ${line} has more than ${maxLineBytes} bytes.`);
}

/** Returns a line without a byte order mark, which files that were joined have within them. */
function withoutMark(line: Buffer): Buffer {
  return line.subarray(0, 3).equals(byteOrderMark) ? line.subarray(3) : line;
}

/** Returns the JSON object of a line; null if it is none. */
function parse(line: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(decoder.decode(line));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const malformedLine = { code: 'malformed_json', detail: 'The line is not a JSON object in UTF-8.' };

const unknownKind = {
  code: 'unknown_kind',
  detail: 'The kind of the record is not known to this version.',
};
