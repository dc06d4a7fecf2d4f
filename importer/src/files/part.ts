import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { formOf, type TextForm } from './text-form.js';
import { UnreadableFile } from './unreadable-file.js';

/** A file, or an entry of a ZIP file. */
export interface Part {
  /** Precedes the messages about it, such as `posts.csv: `. Empty if the part is the whole file. */
  readonly prefix: string;
  /** Returns the bytes from the beginning, each time. */
  readonly open: () => AsyncIterable<Buffer>;
  /** Returns the form of the text; if absent, it must be UTF-8. */
  readonly form?: () => Promise<TextForm>;
}

/** Returns a file as a part. Reading ends with an error when the signal aborts. */
export function wholeFile(path: string, signal: AbortSignal): Part & Required<Pick<Part, 'form'>> {
  const open = () => createReadStream(path, { signal, highWaterMark: 256 * 1024 });
  let form: Promise<TextForm> | undefined;
  return { prefix: '', open, form: () => (form ??= formOf({ prefix: '', open })) };
}

const newline = 0x0a;
const byteOrderMark = Buffer.from('\ufeff');
const startOfZip = Buffer.from('PK\x03\x04');

/**
 * Returns the text of a part as UTF-8, without a byte order mark. No chunk ends within a character.
 *
 * @throws UnreadableFile when the text is not UTF-8
 */
export async function* readText(part: Part): AsyncGenerator<Buffer> {
  const form = await part.form?.();
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  let offset = 0;
  let line = 1;
  for await (const chunk of form ? form.decode(part.open()) : part.open()) {
    let bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    if (isFirst) {
      if (bytes.length < 4) {
        rest = bytes;
        continue;
      }
      rejectOtherFiles(part, bytes);
      isFirst = false;
      if (bytes.subarray(0, 3).equals(byteOrderMark)) {
        bytes = bytes.subarray(3);
        offset = 3;
      }
    }
    const end = bytes.length - unfinishedBytes(bytes);
    const text = bytes.subarray(0, end);
    rest = bytes.subarray(end);
    if (!isUtf8(text)) throw invalidUtf8(part, text, offset, line);
    offset += text.length;
    line += countNewlines(text);
    if (text.length > 0) yield text;
  }
  if (rest.length === 0) return;
  if (!isUtf8(rest)) throw invalidUtf8(part, rest, offset, line);
  const isMark = isFirst && rest.equals(byteOrderMark);
  if (!isMark) yield isFirst && rest.subarray(0, 3).equals(byteOrderMark) ? rest.subarray(3) : rest;
}

/** Returns the number of newlines. */
export function countNewlines(text: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(newline); at >= 0; at = text.indexOf(newline, at + 1)) count++;
  return count;
}

function rejectOtherFiles(part: Part, start: Buffer): void {
  if (start.subarray(0, 4).equals(startOfZip))
    throw new UnreadableFile(
      'unsupported_encoding',
      `${part.prefix}The file is a ZIP archive or an Excel workbook, not text. Save it as text in UTF-8.`,
    );
  const [first, second] = start;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (hasMark || start.subarray(0, 4).includes(0))
    throw new UnreadableFile(
      'unsupported_encoding',
      `${part.prefix}The file is encoded in UTF-32, or is not text. Save it as UTF-8.`,
    );
}

/** Returns how many bytes at the end belong to a character that continues in the next chunk. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < characterLength(byte) ? back : 0;
  }
  return 0;
}

function characterLength(lead: number): number {
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
}

function invalidUtf8(part: Part, text: Buffer, offset: number, line: number): UnreadableFile {
  let at = 0;
  while (at < text.length) {
    const length = characterLength(text[at]!);
    if (!isUtf8(text.subarray(at, at + length)) || at + length > text.length) break;
    at += length;
  }
  return new UnreadableFile(
    'invalid_utf8',
    `${part.prefix}Byte ${offset + at + 1} (line ${line + countNewlines(text.subarray(0, at))}) is not valid UTF-8. Save the file as UTF-8.`,
  );
}
