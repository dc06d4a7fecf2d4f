import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Conversion, type ConvertOptions } from '../../importer/src/convert.js';
import { Notes } from '../../importer/src/notes.js';
import {
  type Format,
  readFile as readSource,
  type ReadOptions,
  sourceOf,
} from '../../importer/src/sources/index.js';
import { initialStatuses } from '../../src/project/statuses/domain/status.js';

/** What the importer makes of a file. */
export interface Converted {
  /** The file that the service imports. */
  readonly file: string;
  readonly notes: Notes;
  readonly conversion: Conversion;
}

/** Converts a file of another tool, as the importer does for a new project. */
export async function convert(
  format: Format,
  content: string | Buffer,
  options: Partial<ConvertOptions> = {},
  readOptions: Partial<ReadOptions> = {},
): Promise<Converted> {
  const folder = await mkdtemp(join(tmpdir(), 'converted-'));
  try {
    const [input, output] = [join(folder, 'input'), join(folder, 'output')];
    await writeFile(input, content);
    const notes = new Notes();
    const settings = { project: 'acme', statusMap: {}, statuses: initialStatuses, hasMembers: false };
    const conversion = new Conversion(folder, { source: sourceOf(format), ...settings, ...options }, notes);
    const signal = new AbortController().signal;
    try {
      await conversion.read(
        readSource(format, input, { mapping: {}, tables: {}, site: '', ...readOptions }, signal),
        () => undefined,
      );
      await conversion.write(output);
    } finally {
      await conversion.close();
    }
    return { file: await readFile(output, 'utf8'), notes, conversion };
  } finally {
    await rm(folder, { recursive: true });
  }
}
