import { type CsvRow, CsvTable } from '../files/csv-table.js';
import { References, Seen } from '../files/bounded-memory.js';
import { readText } from '../files/part.js';
import { UnreadableFile } from '../files/unreadable-file.js';
import { ZipArchive } from '../files/zip-archive.js';
import type { Item } from '../item.js';
import type { PortableChangelog, PortablePerson, PortableStatus } from '../records.js';
import { statusKey } from '../status-names.js';
import { countOf, idOf, isFalse, isTrue, metadataOf, optionalId, unquotedNamesIn } from './field-values.js';
import { checkWidth, type Found, itemsOf, itemsOfRows } from './found.js';
import { colorOf, personBy, slugOf, tagOf } from './named-records.js';
import { optionalTime, timeOf } from './times.js';

/** The entries that are read, each with the columns that it must have. */
const requiredColumns = {
  'posts.csv': ['id', 'title', 'content', 'status', 'created_at'],
  'post_comments.csv': ['id', 'post_id', 'content', 'created_at'],
  'post_votes.csv': ['post_id', 'voter_email', 'created_at'],
  'changelog.csv': ['id', 'title', 'content', 'published_at'],
  'boards.csv': ['name'],
  'statuses.csv': ['name'],
  'tags.csv': ['name', 'color'],
  'users.csv': [],
  'companies.csv': ['name', 'external_id', 'created_at'],
  'kb_articles.csv': [],
} as const;

/** The conversations with customers, one JSON object in a line. */
const conversations = 'conversations.jsonl';

type EntryName = keyof typeof requiredColumns;

/** Returns whether an entry of an export is read. */
export function isQuackbackEntry(name: string): boolean {
  return name === conversations || Object.hasOwn(requiredColumns, name);
}

/** What posts name. */
interface Names {
  /** Slugs of boards, by their slugs and their names. */
  readonly boards: ReadonlyMap<string, string>;
  readonly tags: ReadonlySet<string>;
  readonly hiddenTags: ReadonlySet<string>;
  /** Ids of the posts: votes and comments of deleted ones remain in the export. */
  readonly posts: ReadonlyMap<string, true>;
}

/** Reads the ZIP export of Quackback. It has no merges, custom fields and reactions. */
export async function* readQuackbackZip(path: string, signal: AbortSignal): AsyncGenerator<Item> {
  const archive = await ZipArchive.open(path, isQuackbackEntry, signal);
  try {
    if (!archive.part('posts.csv') && !archive.part('changelog.csv'))
      throw new UnreadableFile('missing_entry', 'The archive has neither posts.csv nor changelog.csv.');
    yield* readPeople(archive);
    yield* readEntry(archive, 'statuses.csv', function* (row) {
      yield statusOf(row);
    });
    const names = await readNames(archive);
    yield* readUnknown(archive);
    yield* readEntry(archive, 'boards.csv', boardOf);
    yield* readEntry(archive, 'companies.csv', companyOf);
    yield* readEntry(archive, 'tags.csv', function* (row) {
      const name = row.text('name').trim();
      if (names.hiddenTags.has(name)) yield { leftOut: 'visibility of tags that only the team sees' };
      else yield tagOf(name, row.text('color'));
      if (row.text('description') !== '') yield { leftOut: 'descriptions of tags' };
    });
    yield* readEntry(archive, 'posts.csv', (row) => feedbackOf(row, names));
    if (archive.part('post_votes.csv')) yield { listsVotes: true };
    yield* readEntry(archive, 'post_votes.csv', (row) => voteOf(row, names));
    yield* readEntry(archive, 'post_comments.csv', (row) => commentOf(row, names));
    yield* readEntry(archive, 'changelog.csv', changelogOf);
    yield* readEntry(archive, 'kb_articles.csv', function* () {
      yield { leftOut: 'articles of the help center' };
    });
    yield* readConversations(archive);
  } finally {
    archive.close();
  }
}

async function openTable(archive: ZipArchive, name: EntryName): Promise<CsvTable | undefined> {
  const part = archive.part(name);
  return part && CsvTable.open(part, { required: requiredColumns[name], neutralized: true });
}

async function* readEntry(
  archive: ZipArchive,
  name: EntryName,
  read: (row: CsvRow) => Iterable<Found>,
): AsyncGenerator<Item> {
  const table = await openTable(archive, name);
  if (!table) return;
  yield* itemsOfRows(table, `${name}: `, (row) => {
    checkWidth(row);
    return read(row);
  });
}

/** Returns notes on what an export does not say, with the row of the header. */
async function* readUnknown(archive: ZipArchive): AsyncGenerator<Item> {
  const boards = await openTable(archive, 'boards.csv');
  if (boards && !boards.has('is_public') && !boards.has('is_private'))
    yield {
      line: 1,
      code: 'visibility_unknown',
      detail:
        'boards.csv does not say which boards are private. Boards that the project does not have yet become public.',
    };
  const posts = await openTable(archive, 'posts.csv');
  if (posts && !posts.has('moderation_state'))
    yield {
      line: 1,
      code: 'approval_unknown',
      detail:
        'posts.csv does not say which posts wait for approval, are spam or were merged. All are imported as approved and not merged.',
    };
}

/** Counts the conversations, which have no place. */
async function* readConversations(archive: ZipArchive): AsyncGenerator<Item> {
  const part = archive.part(conversations);
  if (!part) return;
  for await (const chunk of readText(part))
    for (const byte of chunk) if (byte === 0x0a) yield { leftOut: 'conversations' };
}

/** Returns everyone once. Names are in users.csv, in posts and in comments, but not in votes. */
async function* readPeople(archive: ZipArchive): AsyncGenerator<Item> {
  const seen = new Seen();
  const staff = new Seen();
  const sources: [EntryName, (row: CsvRow) => PortablePerson][] = [
    ['users.csv', userOf],
    ['posts.csv', authorOf],
    ['post_comments.csv', authorOf],
    ['post_votes.csv', (row) => personBy(row.text('voter_email'), '')],
  ];
  for (const [name, personOf] of sources) {
    const table = await openTable(archive, name);
    if (!table) continue;
    for await (const row of table.rows()) {
      const person = personOf(row);
      const { external_id: id } = person;
      if (row.text('segments') !== '') yield { leftOut: 'segments of people' };
      if (seen.add(id)) yield { line: row.line, record: person };
      if (!isTrue(row.text('is_team_member')) || !staff.add(id)) continue;
      yield* itemsOf(row.line, `${name}: `, function* () {
        const created_at = timeOf(row.text('created_at'), 'time of creation');
        yield { kind: 'member', person: id, role: 'editor', created_at };
      });
    }
  }
}

/** Returns a user with an address. Others cannot be recognized in votes. */
function userOf(row: CsvRow): PortablePerson {
  const name = row.text('name') || row.text('display_name');
  return personBy(row.text('email'), row.text('email') === '' ? '' : name);
}

function authorOf(row: CsvRow): PortablePerson {
  return personBy(row.text('author_email'), row.text('author_name'));
}

async function readNames(archive: ZipArchive): Promise<Names> {
  const boards = new Map<string, string>();
  for await (const row of (await openTable(archive, 'boards.csv'))?.rows() ?? []) {
    const slug = boardSlug(row);
    for (const name of [row.text('slug'), row.text('name')]) boards.set(name.trim().toLowerCase(), slug);
  }
  const [tags, hiddenTags] = [new Set<string>(), new Set<string>()];
  for await (const row of (await openTable(archive, 'tags.csv'))?.rows() ?? []) {
    const name = row.text('name').trim();
    tags.add(name);
    if (isFalse(row.text('is_public'))) hiddenTags.add(name);
  }
  const posts = new References<true>('posts');
  for await (const row of (await openTable(archive, 'posts.csv'))?.rows() ?? [])
    if (approvalOf(row) !== 'deleted') posts.set(row.text('id').trim(), true);
  return { boards, tags, hiddenTags, posts };
}

function boardSlug(row: CsvRow): string {
  return slugOf(row.text('slug').trim() || row.text('name').trim());
}

function* boardOf(row: CsvRow): Generator<Found> {
  const isHidden = isFalse(row.text('is_public')) || isTrue(row.text('is_private'));
  yield {
    kind: 'board',
    slug: boardSlug(row),
    name: row.text('name').trim(),
    description: row.text('description'),
    position: row.line - 1,
    visibility: isHidden ? 'editors' : 'public',
    submission: 'contributors',
  };
}

/** Returns a company with an id in the system of the project's team. The export does not say who belongs to it. */
function* companyOf(row: CsvRow): Generator<Found> {
  const id = optionalId(row.text('external_id'), 'id of the company');
  if (id === '') {
    yield { leftOut: 'companies without an id of your system' };
    return;
  }
  const spend = Number(row.text('monthly_spend'));
  yield {
    kind: 'company',
    id,
    name: row.text('name').trim(),
    revenue: spend > 0 ? Math.round(spend) : 0,
    metadata:
      metadataOf([
        ['domain', row.text('domain')],
        ['plan', row.text('plan')],
      ]).metadata ?? {},
    created_at: timeOf(row.text('created_at'), 'time of creation'),
  };
}

/** Returns a status of the workspace. Quackback has three categories: `active`, `complete` and `closed`. */
function statusOf(row: CsvRow): PortableStatus {
  const name = row.text('name').trim();
  const category = row.text('category').trim().toLowerCase();
  const isShown = isTrue(row.text('show_on_roadmap'));
  const active = isTrue(row.text('is_default')) || !isShown ? 'open' : 'active';
  return {
    kind: 'status',
    key: statusKey(row.text('slug') || name).replaceAll(/[^a-z0-9_]/g, '_'),
    name,
    color: colorOf(row.text('color')),
    status_kind: category === 'complete' ? 'done' : category === 'closed' ? 'closed' : active,
    position: Number(row.text('position')) || 0,
    on_roadmap: isShown,
  };
}

/** Returns whether a record waits for approval, was not approved, or is none at all. */
function approvalOf(row: CsvRow): 'approved' | 'pending' | 'rejected' | 'deleted' {
  const state = row.text('moderation_state').trim().toLowerCase();
  if (state === '' || state === 'published' || state === 'approved') return 'approved';
  return state === 'pending' ? 'pending' : state === 'deleted' ? 'deleted' : 'rejected';
}

function* feedbackOf(row: CsvRow, names: Names): Generator<Found> {
  const approval = approvalOf(row);
  if (approval === 'deleted') {
    yield { leftOut: 'deleted posts' };
    return;
  }
  const votes = countOf(row.text('vote_count'));
  const board = row.text('board').trim();
  const tags = unquotedNamesIn(row.text('tags'), names.tags);
  yield {
    kind: 'feedback',
    external_id: idOf(row.text('id')),
    title: row.text('title'),
    description: row.text('content'),
    status: row.text('status'),
    board: names.boards.get(board.toLowerCase()) ?? '',
    person: authorOf(row).external_id,
    tags: tags.filter((tag) => !names.hiddenTags.has(tag)),
    created_at: timeOf(row.text('created_at'), 'time of creation'),
    merged_into: '',
    approval,
    ...(votes !== undefined && { vote_count: votes }),
    ...metadataOf([
      ['board', names.boards.has(board.toLowerCase()) ? '' : board],
      ['hidden_tags', tags.filter((tag) => names.hiddenTags.has(tag))],
    ]),
  };
}

function* voteOf(row: CsvRow, { posts }: Names): Generator<Found> {
  const feedback = idOf(row.text('post_id'), 'id of the post');
  if (!posts.has(feedback)) {
    yield { leftOut: 'votes for deleted posts' };
    return;
  }
  // Votes without an address are a part of the number of votes.
  const { external_id: person } = personBy(row.text('voter_email'), '');
  if (person === '') return;
  const created_at = timeOf(row.text('created_at'), 'time of the vote');
  yield { kind: 'vote', feedback, person, created_at };
}

function* commentOf(row: CsvRow, { posts }: Names): Generator<Found> {
  const feedback = idOf(row.text('post_id'), 'id of the post');
  if (!posts.has(feedback)) {
    yield { leftOut: 'comments on deleted posts' };
    return;
  }
  const approval = approvalOf(row);
  if (approval === 'deleted') {
    yield { leftOut: 'deleted comments' };
    return;
  }
  const updatedAt = optionalTime(row.text('updated_at'), 'time of the update');
  yield {
    kind: 'comment',
    external_id: idOf(row.text('id')),
    feedback,
    person: authorOf(row).external_id,
    content: row.text('content'),
    parent: optionalId(row.text('parent_id'), 'id of the parent'),
    comment_kind: isTrue(row.text('is_private')) ? 'internal' : 'comment',
    created_at: timeOf(row.text('created_at'), 'time of creation'),
    approval,
    ...(updatedAt !== undefined && { updated_at: updatedAt }),
  };
}

function* changelogOf(row: CsvRow): Generator<Found> {
  const publishedAt = optionalTime(row.text('published_at'), 'time of publication');
  const displayed = optionalTime(row.text('display_date'), 'date');
  // An entry that is scheduled must not appear before, whatever date it shows.
  const isScheduled = publishedAt !== undefined && Date.parse(publishedAt) > Date.now();
  const shown = isScheduled ? publishedAt : (displayed ?? publishedAt);
  const entry: PortableChangelog = {
    kind: 'changelog',
    external_id: idOf(row.text('id')),
    title: row.text('title'),
    summary: '',
    content: row.text('content'),
    image: '',
    published: publishedAt !== undefined,
    publish_date: shown ?? timeOf(row.text('created_at'), 'date'),
    person: '',
  };
  yield entry;
  if (Number(row.text('view_count')) > 0) yield { leftOut: 'numbers of views of changelog entries' };
}
