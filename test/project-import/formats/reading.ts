import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PortableRecord } from '../../../src/project-export/index.js';
import type {
  ImportFormatOptions,
  ImportItem,
} from '../../../src/project-import/application/import-formats.js';
import type { ImportSource } from '../../../src/project-import/domain/project-import.js';
import { LocalFileFormats } from '../../../src/project-import/formats/local-file-formats.js';

/** Returns all items of a file with this content. */
export async function readItems(
  source: ImportSource,
  content: string | Buffer,
  options: ImportFormatOptions = {},
): Promise<ImportItem[]> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, content);
    return await collect(source, path, options);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function collect(
  source: ImportSource,
  path: string,
  options: ImportFormatOptions,
): Promise<ImportItem[]> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const items: ImportItem[] = [];
    const signal = new AbortController().signal;
    for await (const item of new LocalFileFormats().read(source, { fd: file.fd, size }, options, signal))
      items.push(item);
    return items;
  } finally {
    await file.close();
  }
}

/** Returns the records among the items. */
export function recordsOf(items: readonly ImportItem[]): PortableRecord[] {
  return items.flatMap((item) => ('record' in item ? [item.record] : []));
}

/** Returns the records of one kind. */
export function ofKind<K extends PortableRecord['kind']>(
  items: readonly ImportItem[],
  kind: K,
): Extract<PortableRecord, { kind: K }>[] {
  return recordsOf(items).filter(
    (record): record is Extract<PortableRecord, { kind: K }> => record.kind === kind,
  );
}

/** Returns the notes for the report, as `line code`. */
export function notesOf(items: readonly ImportItem[]): string[] {
  return items.flatMap((item) => ('code' in item ? [`${item.line} ${item.code}`] : []));
}

/** Returns the code of the error with which reading ends, and its message. */
export async function failureOf(
  source: ImportSource,
  content: string | Buffer,
  options: ImportFormatOptions = {},
): Promise<{ code: string; message: string }> {
  try {
    await readItems(source, content, options);
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return { code, message };
  }
  throw new Error('The file was read.');
}
