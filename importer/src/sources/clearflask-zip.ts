import { Seen } from '../files/bounded-memory.js';
import { type CsvRow, CsvTable } from '../files/csv-table.js';
import { UnreadableFile } from '../files/unreadable-file.js';
import { ZipArchive } from '../files/zip-archive.js';
import type { Item } from '../item.js';
import type { CsvSettings } from './csv-fields.js';
import { metadataOf, namesIn } from './field-values.js';
import { checkWidth, type Found, itemsOfRows } from './found.js';
import { type Names, readNames } from './plain-csv.js';

/** The tables that are read, each with the columns that it must have. */
const requiredColumns = {
  posts: ['ideaId', 'authorUserId', 'created', 'title', 'statusId', 'categoryId'],
  users: ['userId', 'name', 'email'],
  comments: ['ideaId', 'commentId', 'authorUserId', 'created', 'content'],
} as const;

type TableName = keyof typeof requiredColumns;

/** Such as `acme-posts-2024-01-02-03-04-05.csv`. */
const entryName = /-(posts|users|comments)-\d{4}(?:-\d{2}){5}\.csv$/;

/** Returns whether an entry of an export is read. */
export function isClearFlaskEntry(name: string): boolean {
  return entryName.test(name);
}

/** What an export does not say itself. */
export interface ClearFlaskOptions extends CsvSettings {
  /** The address of the web site, empty if unknown. */
  readonly site: string;
}

/**
 * Reads the ZIP export of ClearFlask: three CSV files; only the file of the posts must exist.
 *
 * @param tables the names of categories and statuses: the export has only their ids
 */
export async function* readClearFlaskZip(
  path: string,
  tables: Parameters<typeof readNames>[0],
  options: ClearFlaskOptions,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  const names = await readNames(tables, options);
  const archive = await ZipArchive.open(path, isClearFlaskEntry, signal);
  try {
    if (entriesOf(archive, 'posts').length === 0)
      throw new UnreadableFile('missing_entry', 'The archive has no file of posts.');
    yield {
      line: 1,
      code: 'visibility_unknown',
      detail:
        'The export does not say which posts only the team sees: everybody who sees their boards will see them.',
    };
    yield* names.items;
    yield* readTable(archive, 'users', personOf);
    yield* readTable(archive, 'posts', (row) => feedbackOf(row, names, options.site));
    const seen = new Seen();
    yield* readTable(archive, 'posts', function* (row) {
      if (row.text('response').trim() !== '' && seen.add(row.text('ideaId'))) yield* responseOf(row);
    });
    yield* readTable(archive, 'comments', commentOf);
  } finally {
    archive.close();
  }
}

function entriesOf(archive: ZipArchive, table: TableName): string[] {
  return archive.names.filter((name) => entryName.exec(name)?.[1] === table);
}

async function* readTable(
  archive: ZipArchive,
  table: TableName,
  read: (row: CsvRow) => Iterable<Found>,
): AsyncGenerator<Item> {
  for (const name of entriesOf(archive, table)) {
    const part = archive.requiredPart(name);
    const rows = await CsvTable.open(part, { required: requiredColumns[table] });
    yield* itemsOfRows(rows, part.prefix, (row) => {
      checkWidth(row);
      return read(row);
    });
  }
}

function* personOf(row: CsvRow): Generator<Found> {
  const id = row.id('userId');
  yield {
    kind: 'person',
    external_id: id,
    email: row.email('email'),
    full_name: row.word('name'),
    avatar_url: '',
  };
  const created_at = row.anyTime('created');
  if (row.flag('isMod')) yield { kind: 'member', person: id, role: 'editor', created_at };
  const own = row.optionalId('ssoGuid');
  if (own !== '') yield { kind: 'external_id', id: own, person: id, company: '', created_at };
}

function* feedbackOf(row: CsvRow, { boards, statuses }: Names, site: string): Generator<Found> {
  const id = row.id('ideaId');
  const [category, status] = [row.word('categoryId'), row.word('statusId')];
  const board = boards?.get(category);
  // The votes for a post less those against it.
  const votes = row.number('voteValue');
  yield {
    kind: 'feedback',
    external_id: id,
    title: row.text('title'),
    description: row.text('description'),
    status: statuses?.get(status)?.name ?? status,
    ...(boards && { board: board?.slug ?? '' }),
    person: row.optionalId('authorUserId'),
    tags: [],
    created_at: row.time('created'),
    merged_into: '',
    ...(votes !== undefined && { vote_count: Math.max(0, Math.round(votes)) }),
    ...(site !== '' && { url: `${site.replace(/\/+$/, '')}/post/${id}` }),
    ...metadataOf([
      ['category_id', board ? '' : category],
      ['tag_ids', namesIn(row.text('tagIds'))],
    ]),
  };
  if (Number(votes) < 0) yield { leftOut: 'more votes against a post than for it' };
  if (Number(row.text('funded')) > 0) yield { leftOut: 'funding of posts' };
  if (row.word('expressions') !== '') yield { leftOut: 'reactions to posts' };
}

/** Returns the official response, which has neither an author nor a time. */
function* responseOf(row: CsvRow): Generator<Found> {
  const id = row.id('ideaId');
  yield {
    kind: 'comment',
    external_id: `response:${id}`.slice(0, 200),
    feedback: id,
    person: '',
    content: row.text('response'),
    parent: '',
    comment_kind: 'response',
    created_at: row.time('created'),
  };
}

function* commentOf(row: CsvRow): Generator<Found> {
  const edited = row.optionalTime('edited');
  yield {
    kind: 'comment',
    external_id: row.id('commentId'),
    feedback: row.id('ideaId'),
    person: row.optionalId('authorUserId'),
    // A deleted comment has none.
    content: row.text('content'),
    parent: row.optionalId('parentCommentId'),
    comment_kind: 'comment',
    created_at: row.time('created'),
    ...(edited !== undefined && { updated_at: edited }),
  };
  if (Number(row.text('upvotes')) + Number(row.text('downvotes')) > 0) yield { leftOut: 'votes on comments' };
}
