import { createHash } from 'node:crypto';
import { read as readCallback } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import {
  type PortableAttachment,
  type PortableEnd,
  portableFormat,
  type PortableManifest,
  portableKinds,
  type PortableRecord,
  portableVersion,
} from '../../project-export/index.js';
import { type Line, splitLines } from '../../shared/lines.js';
import type { ImportedContent, ImportItem } from '../application/import-items.js';
import { isSource } from '../domain/import-source.js';
import { UnreadableFile } from '../domain/unreadable-file.js';

const read = promisify(readCallback);

/** A file to be imported, stored locally while it is read. */
export interface ImportFile {
  /** Its descriptor. The file has no name, so it disappears when the process ends, even if it is killed. */
  readonly fd: number;
  /** In bytes. */
  readonly size: number;
}

/** A part of a file, with its place in the export. */
interface Attached {
  readonly line: number;
  readonly record: PortableAttachment;
  readonly start: number;
  end: number;
}

/** The maximum number of bytes of a line: of a project with two pictures of 300,000 characters. */
export const maxLineBytes = 4 * 1024 * 1024;

/** The size of the pieces in which a file is read, in bytes. */
const pieceBytes = 256 * 1024;

/** The last line is found within this many bytes. */
const maxEndBytes = 8 * 1024;

const lineFeed = 0x0a;

const kinds = new Set<unknown>(portableKinds);

/**
 * Reads a file in the format of exports. The whole file is verified before the first record is returned, so that nothing
 * of an incomplete file is imported.
 *
 * @throws UnreadableFile
 */
export async function* readPortableFile(file: ImportFile, signal: AbortSignal): AsyncGenerator<ImportItem> {
  await verify(file, signal);
  let attached: Attached | null = null;
  let offset = 0;
  for await (const { line, bytes } of linesOf(file, signal)) {
    const [start, end] = [offset, offset + bytes.length];
    offset = end + 1;
    const value = parse(bytes);
    // The parts of a file follow each other.
    if (attached && isAttachment(value) && value.external_id === attached.record.external_id) {
      attached.end = end;
      continue;
    }
    if (attached) yield withContent(file, signal, attached);
    attached = isAttachment(value) ? { line, record: { ...value, content: '' }, start, end } : null;
    if (attached) continue;
    const kind = (value as { kind?: unknown } | null)?.kind;
    if (value === null) {
      yield { line, code: 'malformed_json', detail: 'The line is not a JSON object in UTF-8.' };
    } else if (kinds.has(kind)) {
      yield { line, record: value as PortableRecord };
    } else if (kind !== 'manifest' && kind !== 'end') {
      yield {
        line,
        code: 'unknown_kind',
        detail: 'The kind of the record is not known to this version.',
      };
    }
  }
  if (attached) yield withContent(file, signal, attached);
}

function isAttachment(value: object | null): value is PortableAttachment {
  return (value as Partial<PortableAttachment> | null)?.kind === 'attachment';
}

/** Returns the item of a file whose parts have been found: without their contents, which are read on demand. */
function withContent(
  file: ImportFile,
  signal: AbortSignal,
  { line, record, start, end }: Attached,
): ImportItem {
  const content: ImportedContent = {
    length: end - start,
    read: () => readParts(splitLines(bytesOf(file, signal, { start, end }), maxLineBytes, tooLong), line),
  };
  return { line, record, content };
}

/** @param first the line of the first part in the file */
async function* readParts(lines: AsyncIterable<Line>, first: number): AsyncGenerator<Buffer> {
  for await (const { line, bytes } of lines) {
    const { part, content } = (parse(bytes) ?? {}) as Partial<PortableAttachment>;
    if (part !== line - 1 || typeof content !== 'string') {
      const at = first + line - 1;
      throw new UnreadableFile('incomplete_attachment', `Line ${at} is not the next part of its file.`);
    }
    yield Buffer.from(content, 'base64');
  }
}

async function verify(file: ImportFile, signal: AbortSignal): Promise<void> {
  const manifest = (await readManifest(file, signal)) as Partial<PortableManifest> | null;
  if (manifest?.kind !== 'manifest' || manifest.format !== portableFormat) {
    throw new UnreadableFile('not_an_export', 'The file does not begin with the manifest of an export.');
  }
  if (manifest.version !== portableVersion) {
    throw new UnreadableFile(
      'unsupported_version',
      `The version of the file is not ${portableVersion}, the only one that this service can import.`,
    );
  }
  if (manifest.source !== undefined && !isSource(manifest.source)) {
    throw new UnreadableFile('invalid_source', 'The source in the manifest is not the name of a tool.');
  }
  const end = await readEnd(file, signal);
  const digest = createHash('sha256');
  for await (const chunk of bytesOf(file, signal, { end: end.offset })) digest.update(chunk);
  if (digest.digest('hex') !== end.sha256) {
    throw new UnreadableFile(
      'checksum_mismatch',
      'The file has been changed or damaged since it was exported.',
    );
  }
}

async function readManifest(file: ImportFile, signal: AbortSignal): Promise<object | null> {
  for await (const { bytes } of linesOf(file, signal)) return parse(bytes);
  return null;
}

/** Returns the last line with the position at which it begins. */
async function readEnd(file: ImportFile, signal: AbortSignal): Promise<{ offset: number; sha256: string }> {
  const start = Math.max(0, file.size - maxEndBytes);
  const bytes = await buffer(bytesOf(file, signal, { start }));
  const text = bytes.at(-1) === lineFeed ? bytes.subarray(0, -1) : bytes;
  const at = text.lastIndexOf(lineFeed) + 1;
  const end = parse(text.subarray(at)) as Partial<PortableEnd> | null;
  if (end?.kind !== 'end' || typeof end.sha256 !== 'string') {
    throw new UnreadableFile(
      'incomplete_file',
      'The last line of the export is missing: the file is incomplete.',
    );
  }
  return { offset: start + at, sha256: end.sha256 };
}

function linesOf(file: ImportFile, signal: AbortSignal): AsyncGenerator<Line> {
  return splitLines(bytesOf(file, signal), maxLineBytes, tooLong);
}

function tooLong(line: number): UnreadableFile {
  return new UnreadableFile('line_too_long', `Line ${line} has more than ${maxLineBytes} bytes.`);
}

/**
 * Returns the bytes of a file from one position up to another. A stream of Node is not used, because it closes the file when
 * it is not read to its end.
 */
async function* bytesOf(
  { fd }: ImportFile,
  signal: AbortSignal,
  { start = 0, end = Infinity } = {},
): AsyncGenerator<Buffer> {
  for (let at = start; ;) {
    signal.throwIfAborted();
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, end - at));
    const { bytesRead } = await read(fd, piece, 0, piece.length, at);
    if (bytesRead === 0) return;
    yield piece.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Returns the JSON object of a line; null if it is none. */
function parse(line: Buffer): object | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
