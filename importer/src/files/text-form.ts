import { type Part, readText } from './part.js';
import { UnreadableFile } from './unreadable-file.js';

/** How the bytes of a text are read. */
export interface TextForm {
  /** What had to be assumed, in sentences. */
  readonly assumptions: readonly string[];
  /** Returns the bytes as UTF-8. */
  readonly decode: (bytes: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
}

/** A stateful decoder of chunks; without a chunk, it returns what is left at the end. */
type Decoder = (chunk?: Buffer) => string;

/** The characters of Windows-1252 that differ from Latin-1. `TextDecoder` has them wrong in Node.js 20. */
const windowsCharacters = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/**
 * Returns the form of a text: UTF-8, UTF-16, or Windows-1252 if most of its characters are not UTF-8. Lines may end with CR alone.
 *
 * @throws UnreadableFile when the file is not text
 */
export async function formOf(part: Part): Promise<TextForm> {
  const start = await firstChunk(part);
  const utf16 = utf16In(start);
  if (utf16 !== undefined) return textForm(() => decoderOf(utf16), start, 'The file is read as UTF-16.');
  if (await isUtf8(part)) return textForm(() => decoderOf('utf-8'), start);
  return textForm(
    () => (chunk) => chunk?.toString('latin1').replace(/[\x80-\x9f]/g, windowsCharacter) ?? '',
    start,
    'The file is not UTF-8, so it is read as Windows-1252. If it has wrong letters then, save it as UTF-8.',
  );
}

function textForm(newDecoder: () => Decoder, start: Buffer, assumption?: string): TextForm {
  const beginning = newDecoder()(start);
  const hasOldLineEnds = beginning.includes('\r') && !beginning.includes('\n');
  const lineEnds = 'Its lines end with CR, as on old Macs.';
  return {
    assumptions: [...(assumption ? [assumption] : []), ...(hasOldLineEnds ? [lineEnds] : [])],
    decode: (bytes) =>
      assumption || hasOldLineEnds ? transcode(bytes, newDecoder(), hasOldLineEnds) : bytes,
  };
}

async function* transcode(
  bytes: AsyncIterable<Buffer>,
  decode: Decoder,
  hasOldLineEnds: boolean,
): AsyncGenerator<Buffer> {
  const encode = (text: string) => Buffer.from(hasOldLineEnds ? text.replaceAll('\r', '\n') : text);
  for await (const chunk of bytes) yield encode(decode(chunk));
  yield encode(decode());
}

function decoderOf(encoding: string): Decoder {
  const decoder = new TextDecoder(encoding);
  return (chunk) => (chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode());
}

function windowsCharacter(character: string): string {
  return windowsCharacters[character.charCodeAt(0) - 0x80]!;
}

async function firstChunk(part: Part): Promise<Buffer> {
  for await (const chunk of part.open()) return chunk;
  return Buffer.alloc(0);
}

/** Returns the encoding of a text in UTF-16, with or without a byte order mark; undefined if it is another. */
function utf16In(start: Buffer): string | undefined {
  const [first, second, third, fourth] = start;
  if (
    (first === 0xff && second === 0xfe && (third !== 0 || fourth !== 0)) ||
    (first && second === 0 && third)
  )
    return 'utf-16le';
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second && third === 0 && fourth);
  return isBigEndian ? 'utf-16be' : undefined;
}

/** @throws UnreadableFile when most characters are UTF-8, but not all, or if the file is not text */
async function isUtf8(part: Part): Promise<boolean> {
  try {
    for await (const _text of readText(part));
    return true;
  } catch (error) {
    const isInvalid = error instanceof UnreadableFile && error.code === 'invalid_utf8';
    if (!isInvalid || !(await isWindows(part))) throw error;
    return false;
  }
}

/** Returns whether more bytes are not UTF-8 than there are characters of it, apart from ASCII. */
async function isWindows(part: Part): Promise<boolean> {
  const decode = decoderOf('utf-8');
  let [valid, invalid] = [0, 0];
  for await (const chunk of part.open()) {
    const text = decode(chunk);
    if (text.includes('\0')) return false;
    invalid += text.match(/\ufffd/g)?.length ?? 0;
    valid += text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
  }
  // The text may end within what would be a character of UTF-8.
  if (decode() !== '') invalid += 1;
  return invalid > valid;
}
