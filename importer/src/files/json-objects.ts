import { JSONParser, type ParsedElementInfo, type ParsedTokenInfo, TokenType } from '@streamparser/json';
import type { Note } from '../item.js';
import type { JsonObject } from '../records.js';
import { UnreadableFile } from './unreadable-file.js';
import { splitLines } from '../../../src/shared/lines.js';
import { type Part, readText } from './part.js';
import { RecordReader } from './record-reader.js';

/** An object of a JSON file, or the reason why there is none. */
export type FoundObject =
  | {
      /** The line in NDJSON, otherwise the number of the object. Starts at 1. */
      readonly line: number;
      /** The name of the array that it is in, such as `posts`. Empty if it is not in a named array. */
      readonly collection: string;
      readonly object: JsonObject;
    }
  | {
      readonly line: number;
      readonly failed: true;
      readonly code: string;
      readonly detail: string;
    };

/** The most bytes of a line or an object: a page of the API has up to 100 posts. */
const maxRecordBytes = 8 * 1024 * 1024;

/** The most levels of arrays and objects in each other. */
const maxDepth = 100;

/**
 * Returns the objects of a JSON file, from the first one each time. The file is an array of objects, an object with
 * arrays of objects, NDJSON, or several such documents after each other, as they result from the pages of an API.
 *
 * @param collections paths of the arrays within an object, such as `posts` or `data.search.nodes`
 * @throws UnreadableFile when the file is not JSON, or an object is too large
 */
export async function* readObjects(part: Part, collections: readonly string[]): AsyncGenerator<FoundObject> {
  const paths = collections.map((path) => path.split('.'));
  const start = await firstLine(part);
  const isArray = start.startsWith('[');
  if (!isArray && !start.startsWith('{'))
    throw new UnreadableFile('not_json', `${part.prefix}The file is neither a JSON array nor a JSON object.`);
  if (!isArray && parseObject(start) !== undefined) {
    yield* readLines(part, paths);
    return;
  }
  let number = 0;
  const emitted = isArray ? ['$.*'] : collections.map((path) => `$.${path}.*`);
  for await (const { collection, value } of parseStream(part, emitted))
    for (const found of unwrap(value, paths, collection)) yield { line: ++number, ...found };
  if (number === 0 && !isArray)
    yield {
      line: 1,
      failed: true,
      code: 'no_records',
      detail: `${part.prefix}The file has nothing in: ${collections.join(', ')}.`,
    };
}

/** Returns the first line that is not blank, or its beginning if it is too long for NDJSON. */
async function firstLine(part: Part): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of readText(part)) {
    const text = chunks.length === 0 ? Buffer.from(chunk.toString().trimStart()) : chunk;
    if (text.length === 0) continue;
    const end = text.indexOf(0x0a);
    chunks.push(end < 0 ? text : text.subarray(0, end));
    size += text.length;
    if (end >= 0 || size > maxRecordBytes) break;
  }
  return Buffer.concat(chunks).toString();
}

async function* readLines(part: Part, paths: readonly string[][]): AsyncGenerator<FoundObject> {
  const tooLong = (line: number) =>
    new UnreadableFile('line_too_long', `${part.prefix}Line ${line} has more than ${maxRecordBytes} bytes.`);
  for await (const { line, bytes } of splitLines(readText(part), maxRecordBytes, tooLong)) {
    const text = bytes.toString();
    if (text.trim() === '') continue;
    const object = parseObject(text);
    if (object === undefined)
      yield {
        line,
        failed: true,
        code: 'invalid_json',
        detail: `${part.prefix}The line is not a JSON object.`,
      };
    else for (const found of unwrap(object, paths, '')) yield { line, ...found };
  }
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** @throws UnreadableFile when an API has answered with an error in place of records, or beside them */
function rejectError(value: unknown): void {
  if (!isObject(value) || hasIdentity(value)) return;
  const { error, errors, message, documentation_url: documentation } = value;
  const found = error ?? errors ?? (documentation === undefined ? undefined : message);
  if (found === undefined || found === null) return;
  const text = typeof found === 'string' ? found : JSON.stringify(found);
  throw new UnreadableFile(
    'error_response',
    `The file contains an error of the API, so it is incomplete: ${text.slice(0, 200)}`,
  );
}

/** Returns whether the value is an object, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Unwrapped = { collection: string; object: JsonObject } | { failed: true; code: string; detail: string };

/** Returns the objects of a page, or the value itself if it is not a page. */
function* unwrap(value: unknown, paths: readonly string[][], collection: string): Generator<Unwrapped> {
  if (Array.isArray(value)) {
    for (const item of value) yield* unwrapItem(item, collection);
    return;
  }
  rejectError(value);
  const pages = isObject(value)
    ? paths.flatMap((path) => {
        const items = at(value, path);
        return Array.isArray(items) ? [{ items: items as unknown[], collection: path.join('.') }] : [];
      })
    : [];
  // A record may have a field of the same name: the `comments` of an issue are in the issue.
  if (pages.length === 0 || (isObject(value) && hasIdentity(value))) yield* unwrapItem(value, collection);
  else for (const page of pages) for (const item of page.items) yield* unwrapItem(item, page.collection);
}

function hasIdentity(value: JsonObject): boolean {
  return 'id' in value || 'number' in value;
}

function* unwrapItem(value: unknown, collection: string): Generator<Unwrapped> {
  if (isObject(value)) yield { collection, object: value };
  else yield { failed: true, code: 'invalid_json', detail: 'The value is not a JSON object.' };
}

/** Returns the value at a path of names. */
export function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  );
}

/** Reads the values of a JSON object, whose names are paths such as `author.id`. */
export class JsonRecord extends RecordReader {
  constructor(
    line: number,
    readonly object: unknown,
    notes?: Note[],
  ) {
    super(line, undefined, notes);
  }

  override get(path: string): unknown {
    return at(this.object, path.split('.'));
  }

  /** Returns a part of the object. Its notes are notes of the object. */
  inner(path: string): JsonRecord {
    return this.partOf(this.get(path));
  }

  /** Returns the objects of a list. */
  list(path: string): JsonRecord[] {
    const list = this.get(path);
    return Array.isArray(list) ? list.filter(isObject).map((item) => this.partOf(item)) : [];
  }

  private partOf(value: unknown): JsonRecord {
    return new JsonRecord(this.line, value, this.notes);
  }
}

interface Emitted {
  readonly collection: string;
  readonly value: unknown;
}

/** Parses a document of any size, and returns the values at the paths. */
async function* parseStream(part: Part, paths: string[]): AsyncGenerator<Emitted> {
  // Values are not kept after they have been emitted. Documents may follow each other.
  const parser = new JSONParser({ paths, keepStack: false, separator: '' });
  const limits = new ObjectLimits(part);
  const emitted: Emitted[] = [];
  parser.onToken = (token: ParsedTokenInfo) => limits.trackDepth(token);
  parser.onValue = ({ value, stack }: ParsedElementInfo) => {
    emitted.push({
      collection: stack
        .slice(1)
        .map(({ key }) => key)
        .join('.'),
      value,
    });
    limits.restart();
  };
  try {
    for await (const chunk of readText(part)) {
      parser.write(chunk);
      limits.addBytes(chunk.length);
      yield* emitted.splice(0);
    }
    if (!parser.isEnded) parser.end();
    yield* emitted.splice(0);
  } catch (error) {
    if (error instanceof UnreadableFile || isAbort(error)) throw error;
    throw new UnreadableFile(
      'not_json',
      `${part.prefix}The file is not valid JSON: ${(error as Error).message.slice(0, 200)}`,
    );
  }
}

/** Limits the size and the depth of single objects in a document. */
class ObjectLimits {
  private depth = 0;
  private size = 0;

  constructor(private readonly part: Part) {}

  trackDepth({ token }: ParsedTokenInfo): void {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.depth++;
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.depth--;
    if (this.depth > maxDepth)
      throw new UnreadableFile(
        'nested_too_deeply',
        `${this.part.prefix}An object has more than ${maxDepth} levels.`,
      );
    // What is not within an object of a collection is not kept.
    if (this.depth < 2) this.size = 0;
  }

  addBytes(bytes: number): void {
    this.size += bytes;
    if (this.size > maxRecordBytes)
      throw new UnreadableFile(
        'record_too_large',
        `${this.part.prefix}An object has more than ${maxRecordBytes} bytes.`,
      );
  }

  restart(): void {
    this.size = 0;
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
