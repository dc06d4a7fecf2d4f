import { basename } from 'node:path';
import type { DateOrder } from '../files/cells.js';
import { CsvTable } from '../files/csv-table.js';
import { type Part, readText, wholeFile } from '../files/part.js';
import { UnreadableFile } from '../files/unreadable-file.js';
import { ZipArchive } from '../files/zip-archive.js';
import type { Item } from '../item.js';
import { readCanny } from './canny.js';
import { isClearFlaskEntry, readClearFlaskZip } from './clearflask-zip.js';
import { readFeedbaseCsv } from './feedbase-csv.js';
import { readFiderCsv } from './fider-csv.js';
import { isFiderEntry, readFiderZip } from './fider-zip.js';
import { readGitHub } from './github.js';
import type { CsvMapping } from './csv-fields.js';
import { readPlainCsv } from './plain-csv.js';
import { isQuackbackEntry, readQuackbackZip } from './quackback-zip.js';
import { readUserVoiceCsv } from './uservoice-csv.js';

/** The kinds of files that can be read. */
export const formats = [
  'canny',
  'fider-zip',
  'fider-csv',
  'quackback-zip',
  'clearflask-zip',
  'feedbase-csv',
  'uservoice-csv',
  'github',
  'csv',
  'logchimp-csv',
  'astuto-csv',
] as const;

export type Format = (typeof formats)[number];

const relatedTables = ['votes', 'comments', 'people', 'followers', 'boards', 'statuses', 'changes'] as const;

/** A table that belongs to one of posts. */
export type RelatedTable = (typeof relatedTables)[number];

/** The kinds of files that CSV files with further tables can belong to. */
const formatsWithTables: Partial<Record<Format, readonly RelatedTable[]>> = {
  csv: relatedTables,
  'logchimp-csv': relatedTables,
  'astuto-csv': relatedTables,
  'clearflask-zip': ['boards', 'statuses'],
};

/** Returns whether a CSV file with a further table can belong to files of a kind. */
export function canHaveTable(format: Format, table: RelatedTable): boolean {
  return formatsWithTables[format]?.includes(table) ?? false;
}

/** Returns the name of the tool that a file is from, which is kept with the ids of its records. */
export function sourceOf(format: Format): string {
  return format.replace(/-(?:zip|csv)$/, '');
}

/** What a file does not say itself. */
export interface ReadOptions {
  /** Names of columns of CSV files by the fields that they have. */
  readonly mapping: CsvMapping;
  /** Paths of the CSV files that belong to one of posts. */
  readonly tables: Partial<Record<RelatedTable, string>>;
  /** The address of the site that the file is from, such as `https://feedback.example.com`; `''` if unknown. */
  readonly site: string;
  /** The order of day and month in dates such as `03/04/2024`. */
  readonly dates?: DateOrder | undefined;
}

/**
 * Returns what a file contains, and what was assumed about its form. It is read several times, each time from the beginning, so that memory does not depend on its size.
 *
 * @throws UnreadableFile
 */
export async function* readFile(
  format: Format,
  path: string,
  options: ReadOptions,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  const part = wholeFile(path, signal);
  const related = Object.entries(options.tables).map(([name, table]) => {
    return [name, { ...wholeFile(table, signal), prefix: `${basename(table)}: ` }] as const;
  });
  for (const { prefix, form } of [
    ...(format.endsWith('-zip') ? [] : [part]),
    ...related.map(([, each]) => each),
  ])
    for (const detail of (await form()).assumptions)
      yield { line: 1, code: 'form_assumed', detail: `${prefix}${detail}` };
  yield* readParts(format, { path, part, tables: Object.fromEntries(related) }, options, signal);
}

function readParts(
  format: Format,
  { path, part, tables }: { path: string; part: Part; tables: Partial<Record<RelatedTable, Part>> },
  { mapping, site, dates }: ReadOptions,
  signal: AbortSignal,
): AsyncIterable<Item> {
  switch (format) {
    case 'canny':
    case 'github':
      return readPart(format, part);
    case 'fider-csv':
      return readFiderCsv(part, dates);
    case 'fider-zip':
      return readFiderZip(path, site, signal);
    case 'feedbase-csv':
      return readFeedbaseCsv(part, dates);
    case 'uservoice-csv':
      return readUserVoiceCsv(part, dates);
    case 'quackback-zip':
      return readQuackbackZip(path, signal);
    case 'clearflask-zip':
      return readClearFlaskZip(path, tables, { mapping, site, neutralized: true }, signal);
    case 'csv':
    case 'logchimp-csv':
    case 'astuto-csv': {
      const isCsv = format === 'csv';
      const addressOfPosts = site === '' || isCsv ? '' : `${site.replace(/\/+$/, '')}/posts/`;
      // A database does not write for spreadsheets.
      return readPlainCsv({ ...tables, posts: part }, { mapping, dates, addressOfPosts, neutralized: isCsv });
    }
  }
}

/** Returns what an API has, which lists all votes. */
export async function* readDownload(format: 'canny' | 'github', part: Part): AsyncGenerator<Item> {
  yield { listsVotes: true };
  yield* readPart(format, part);
}

/** Returns what the answers of an API contain. */
function readPart(format: 'canny' | 'github', part: Part): AsyncIterable<Item> {
  return format === 'canny' ? readCanny(part) : readGitHub(part);
}

/**
 * Returns the kind of a file, which is recognized by its content.
 *
 * @throws UnreadableFile when it is none of those that can be read
 */
export async function recognize(path: string, signal: AbortSignal): Promise<Format> {
  const part = wholeFile(path, signal);
  const start = await beginning(part);
  if (start.startsWith('PK\x03\x04')) return recognizeZip(path, signal);
  const text = start.replace(/^\ufeff/, '').trimStart();
  return text.startsWith('{') || text.startsWith('[') ? recognizeJson(text) : recognizeCsv(part);
}

async function beginning(part: Part): Promise<string> {
  for await (const chunk of part.open()) {
    if (chunk.subarray(0, 2).toString() === 'PK') return chunk.toString('latin1');
    break;
  }
  for await (const chunk of readText(part)) return chunk.toString();
  throw new UnreadableFile('empty_file', 'The file is empty.');
}

async function recognizeZip(path: string, signal: AbortSignal): Promise<Format> {
  const isRead = (name: string) => isFiderEntry(name) || isQuackbackEntry(name) || isClearFlaskEntry(name);
  const archive = await ZipArchive.open(path, isRead, signal);
  archive.close();
  if (archive.names.includes('posts.json')) return 'fider-zip';
  if (archive.names.some((name) => ['posts.csv', 'changelog.csv'].includes(name))) return 'quackback-zip';
  if (archive.names.some(isClearFlaskEntry)) return 'clearflask-zip';
  throw unknownFile('The archive has neither the tables of Fider nor tables of Quackback or ClearFlask.');
}

function recognizeJson(text: string): Format {
  if (/^\{\s*"kind"\s*:\s*"manifest"/.test(text)) {
    throw unknownFile('It is an export of this service: import it with feedback-changelog-client import.');
  }
  if (/"node_id"|github\.com\/|"repository"\s*:|"upvoteCount"/.test(text)) return 'github';
  const keys = /"(?:posts|votes|comments|entries|voter|markdownDetails|customFields|details|parentID)"\s*:/;
  if (keys.test(text)) return 'canny';
  throw unknownFile('It is JSON, but has no objects of Canny or GitHub at its beginning.');
}

async function recognizeCsv(part: Part): Promise<Format> {
  const table = await CsvTable.open(part, { required: [] });
  const has = (...columns: string[]) => columns.every((column) => table.has(column));
  if (has('ideaId', 'ideaTitle') || has('suggestion.id', 'suggestion.title')) return 'uservoice-csv';
  if (has('Link', 'Upvotes', 'User Avatar', 'Created At')) return 'feedbase-csv';
  if (has('number', 'created_by', 'votes_count', 'original_number')) return 'fider-csv';
  if (has('postId', 'slugId', 'contentMarkdown')) return 'logchimp-csv';
  if (has('post_status_id', 'tenant_id', 'board_id')) return 'astuto-csv';
  return 'csv';
}

function unknownFile(reason: string): UnreadableFile {
  return new UnreadableFile('unknown_file', `The file is not recognized. ${reason}`);
}
