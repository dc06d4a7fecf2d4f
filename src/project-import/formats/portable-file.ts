import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  type PortableEnd,
  portableFormat,
  type PortableManifest,
  portableKinds,
  type PortableRecord,
  portableVersion,
} from '../../project-export/index.js';
import type { ImportFile, ImportItem } from '../application/import-formats.js';
import { UnreadableFile } from '../domain/unreadable-file.js';
import { type Line, splitLines } from './lines.js';
import { bytesOf } from './part.js';

/** The maximum number of bytes of a line: of a project with two pictures of 300,000 characters. */
const maxLineBytes = 4 * 1024 * 1024;

/** The last line is found within this many bytes. */
const maxEndBytes = 8 * 1024;

const lineFeed = 0x0a;

const kinds = new Set<unknown>(portableKinds);

/**
 * Reads a file that this service has exported. The whole file is verified before the first record is returned, so that nothing
 * of an incomplete file is imported.
 *
 * @throws UnreadableFile
 */
export async function* readPortableFile(file: ImportFile, signal: AbortSignal): AsyncGenerator<ImportItem> {
  await verify(file, signal);
  for await (const { line, bytes } of linesOf(file, signal)) {
    const value = parse(bytes);
    const kind = (value as { kind?: unknown } | null)?.kind;
    if (value === null) {
      yield { line, failed: true, code: 'malformed_json', detail: 'The line is not a JSON object in UTF-8.' };
    } else if (kinds.has(kind)) {
      yield { line, record: value as PortableRecord };
    } else if (kind !== 'manifest' && kind !== 'end') {
      yield {
        line,
        failed: true,
        code: 'unknown_kind',
        detail: 'The kind of the record is not known to this version.',
      };
    }
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
  return splitLines(bytesOf(file, signal), maxLineBytes);
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
