import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Item, SourceRecord } from '../../importer/src/item.js';
import { type Format, readFile, type ReadOptions } from '../../importer/src/sources/index.js';

const noOptions: ReadOptions = { mapping: {}, tables: {}, site: '' };

/** Returns all items of a file with this content. */
export async function readItems(
  format: Format,
  content: string | Buffer,
  options: Partial<ReadOptions> = {},
): Promise<Item[]> {
  return withFile(content, async (path) => {
    const signal = new AbortController().signal;
    const items: Item[] = [];
    for await (const item of readFile(format, path, { ...noOptions, ...options }, signal)) items.push(item);
    return items;
  });
}

/** Calls work with the path of a file with this content, which is removed afterwards. */
export async function withFile<T>(content: string | Buffer, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'importer-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, content);
    return await work(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the records among the items. */
export function recordsOf(items: readonly Item[]): SourceRecord[] {
  return items.flatMap((item) => ('record' in item ? [item.record] : []));
}

/** Returns the records of one kind. */
export function ofKind<K extends SourceRecord['kind']>(
  items: readonly Item[],
  kind: K,
): Extract<SourceRecord, { kind: K }>[] {
  return recordsOf(items).filter(
    (record): record is Extract<SourceRecord, { kind: K }> => record.kind === kind,
  );
}

/** Returns the notes, as `line code`. */
export function notesOf(items: readonly Item[]): string[] {
  return items.flatMap((item) => ('code' in item ? [`${item.line} ${item.code}`] : []));
}

/** Returns what has no place, by its name, as often as it was found. */
export function leftOutIn(items: readonly Item[]): string[] {
  return items.flatMap((item) => ('leftOut' in item ? [item.leftOut] : []));
}

/** Returns the code of the error with which reading ends, and its message. */
export async function failureOf(
  format: Format,
  content: string | Buffer,
  options: Partial<ReadOptions> = {},
): Promise<{ code: string; message: string }> {
  try {
    await readItems(format, content, options);
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return { code, message };
  }
  throw new Error('The file was read.');
}
