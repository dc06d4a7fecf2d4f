import { Seen } from '../files/bounded-memory.js';
import { type CsvRow, CsvTable } from '../files/csv-table.js';
import { UnreadableFile } from '../files/unreadable-file.js';
import { ZipArchive } from '../files/zip-archive.js';
import type { Item } from '../item.js';
import { emailOf, idOf, isTrue, metadataOf, namesIn, optionalId } from './field-values.js';
import { checkWidth, type Found, itemsOfRows } from './found.js';
import { itemsOfNames, type Names } from './plain-csv.js';
import { optionalTime, timeOf } from './times.js';

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

/** What an export does not say itself: it has ids of categories and statuses only. */
export interface ClearFlaskOptions extends Names {
  /** The address of the web site, empty if unknown. */
  readonly site: string;
}

/** Reads the ZIP export of ClearFlask: three CSV files, of which each may be missing except that of the posts. */
export async function* readClearFlaskZip(
  path: string,
  options: ClearFlaskOptions,
  signal: AbortSignal,
): AsyncGenerator<Item> {
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
    yield* itemsOfNames(options);
    yield* readTable(archive, 'users', personOf);
    yield* readTable(archive, 'posts', (row) => feedbackOf(row, options));
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
  const id = idOf(row.text('userId'));
  yield {
    kind: 'person',
    external_id: id,
    email: emailOf(row.text('email')),
    full_name: row.text('name').trim(),
    avatar_url: '',
  };
  const created = optionalTime(row.text('created'), 'time of creation');
  if (created === undefined) return;
  if (isTrue(row.text('isMod'))) yield { kind: 'member', person: id, role: 'editor', created_at: created };
  const own = optionalId(row.text('ssoGuid'), 'id of the user');
  if (own !== '') yield { kind: 'external_id', id: own, person: id, company: '', created_at: created };
}

function* feedbackOf(row: CsvRow, { boards, statuses, site }: ClearFlaskOptions): Generator<Found> {
  const id = idOf(row.text('ideaId'));
  const [category, status] = [row.text('categoryId').trim(), row.text('statusId').trim()];
  const board = boards?.get(category);
  const votes = votesOf(row);
  yield {
    kind: 'feedback',
    external_id: id,
    title: row.text('title'),
    description: row.text('description'),
    status: statuses?.get(status)?.name ?? status,
    ...(boards && { board: board?.slug ?? '' }),
    person: optionalId(row.text('authorUserId'), 'id of the author'),
    tags: [],
    created_at: timeOf(row.text('created'), 'time of creation'),
    merged_into: '',
    ...(votes !== undefined && { vote_count: Math.max(0, votes) }),
    ...(site !== '' && { url: `${site.replace(/\/+$/, '')}/post/${id}` }),
    ...metadataOf([
      ['category_id', board ? '' : category],
      ['tag_ids', namesIn(row.text('tagIds'))],
    ]),
  };
  if (Number(votes) < 0) yield { leftOut: 'more votes against a post than for it' };
  if (Number(row.text('funded')) > 0) yield { leftOut: 'funding of posts' };
  if (row.text('expressions').trim() !== '') yield { leftOut: 'reactions to posts' };
}

/** Returns the votes for a post less those against it. */
function votesOf(row: CsvRow): number | undefined {
  const votes = Number.parseInt(row.text('voteValue'), 10);
  return Number.isSafeInteger(votes) ? votes : undefined;
}

/** Returns the official response, which has neither an author nor a time. */
function* responseOf(row: CsvRow): Generator<Found> {
  const id = idOf(row.text('ideaId'));
  yield {
    kind: 'comment',
    external_id: `response:${id}`.slice(0, 200),
    feedback: id,
    person: '',
    content: row.text('response'),
    parent: '',
    comment_kind: 'response',
    created_at: timeOf(row.text('created'), 'time of creation'),
  };
}

function* commentOf(row: CsvRow): Generator<Found> {
  const edited = optionalTime(row.text('edited'), 'time of the edit');
  yield {
    kind: 'comment',
    external_id: idOf(row.text('commentId')),
    feedback: idOf(row.text('ideaId'), 'id of the post'),
    person: optionalId(row.text('authorUserId'), 'id of the author'),
    // A deleted comment has none.
    content: row.text('content'),
    parent: optionalId(row.text('parentCommentId'), 'id of the parent'),
    comment_kind: 'comment',
    created_at: timeOf(row.text('created'), 'time of creation'),
    ...(edited !== undefined && { updated_at: edited }),
  };
  if (Number(row.text('upvotes')) + Number(row.text('downvotes')) > 0) yield { leftOut: 'votes on comments' };
}
