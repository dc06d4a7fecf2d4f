import { type CsvRow, CsvTable } from '../files/csv-table.js';
import { References, Seen } from '../files/bounded-memory.js';
import { readText } from '../files/part.js';
import { UnreadableFile } from '../files/unreadable-file.js';
import { ZipArchive } from '../files/zip-archive.js';
import type { Item } from '../item.js';
import type { PortableChangelog, PortablePerson, PortableStatus } from '../records.js';
import { statusKey } from '../status-names.js';
import { metadataOf, unquotedNamesIn } from './field-values.js';
import { checkWidth, type Found, itemsOfRows } from './found.js';
import { colorOf, personBy, slugOf, tagOf } from './named-records.js';

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
      const name = row.word('name');
      if (isTagHidden(row)) yield { leftOut: 'visibility of tags that only the team sees' };
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
  const peopleIn = (personOf: (row: CsvRow) => PortablePerson) =>
    function* (row: CsvRow): Generator<Found> {
      const person = personOf(row);
      const { external_id: id } = person;
      if (row.text('segments') !== '') yield { leftOut: 'segments of people' };
      if (seen.add(id)) yield person;
      const isStaff = id !== '' && row.flag('is_team_member') === true;
      if (isStaff && staff.add(id))
        yield { kind: 'member', person: id, role: 'editor', created_at: row.anyTime('created_at') };
    };
  yield* readEntry(archive, 'users.csv', peopleIn(userOf));
  // What is noted about values of the others is returned with their records.
  const others: [EntryName, (row: CsvRow) => PortablePerson][] = [
    ['posts.csv', authorOf],
    ['post_comments.csv', authorOf],
    ['post_votes.csv', voterOf],
  ];
  for (const [name, personOf] of others)
    for await (const item of readEntry(archive, name, peopleIn(personOf))) if (!('code' in item)) yield item;
}

/** Returns a user with an address. Others cannot be recognized in votes. */
function userOf(row: CsvRow): PortablePerson {
  const email = row.email('email');
  return personBy(email, email && (row.text('name') || row.text('display_name')));
}

function voterOf(row: CsvRow): PortablePerson {
  return personBy(row.email('voter_email'), '');
}

function authorOf(row: CsvRow): PortablePerson {
  return personBy(row.email('author_email'), row.text('author_name'));
}

async function readNames(archive: ZipArchive): Promise<Names> {
  const boards = new Map<string, string>();
  for await (const row of (await openTable(archive, 'boards.csv'))?.rows() ?? []) {
    const slug = boardSlug(row);
    for (const name of [row.text('slug'), row.text('name')]) boards.set(name.trim().toLowerCase(), slug);
  }
  const [tags, hiddenTags] = [new Set<string>(), new Set<string>()];
  for await (const row of (await openTable(archive, 'tags.csv'))?.rows() ?? []) {
    const name = row.word('name');
    tags.add(name);
    if (isTagHidden(row)) hiddenTags.add(name);
  }
  const posts = new References<true>('posts');
  for await (const row of (await openTable(archive, 'posts.csv'))?.rows() ?? [])
    if (!isDeleted(row)) posts.set(row.word('id'), true);
  return { boards, tags, hiddenTags, posts };
}

/** Returns whether only the team sees a tag. */
function isTagHidden(row: CsvRow): boolean {
  return row.protectingFlag('is_public', false, 'the tag is hidden') === false;
}

function boardSlug(row: CsvRow): string {
  return slugOf(row.word('slug') || row.word('name'));
}

function* boardOf(row: CsvRow): Generator<Found> {
  const consequence = 'only editors see the board';
  const isPublic = row.protectingFlag('is_public', false, consequence);
  const isPrivate = row.protectingFlag('is_private', true, consequence);
  yield {
    kind: 'board',
    slug: boardSlug(row),
    name: row.word('name'),
    description: row.text('description'),
    position: row.line - 1,
    visibility: isPrivate || isPublic === false ? 'editors' : 'public',
    submission: 'contributors',
  };
}

/** Returns a company with an id in the system of the project's team. The export does not say who belongs to it. */
function* companyOf(row: CsvRow): Generator<Found> {
  const id = row.optionalId('external_id');
  if (id === '') {
    yield { leftOut: 'companies without an id of your system' };
    return;
  }
  const spend = row.number('monthly_spend') ?? 0;
  yield {
    kind: 'company',
    id,
    name: row.word('name'),
    revenue: spend > 0 ? Math.round(spend) : 0,
    metadata:
      metadataOf([
        ['domain', row.text('domain')],
        ['plan', row.text('plan')],
      ]).metadata ?? {},
    created_at: row.anyTime('created_at'),
  };
}

/** Returns a status of the workspace. Quackback has three categories: `active`, `complete` and `closed`. */
function statusOf(row: CsvRow): PortableStatus {
  const name = row.word('name');
  const category = row.word('category').toLowerCase();
  const isShown = row.flag('show_on_roadmap') ?? false;
  const active = row.flag('is_default') || !isShown ? 'open' : 'active';
  return {
    kind: 'status',
    key: statusKey(row.text('slug') || name).replaceAll(/[^a-z0-9_]/g, '_'),
    name,
    color: colorOf(row.text('color')),
    status_kind: category === 'complete' ? 'done' : category === 'closed' ? 'closed' : active,
    position: row.number('position') ?? 0,
    on_roadmap: isShown,
  };
}

function isDeleted(row: CsvRow): boolean {
  return /^deleted$/i.test(row.word('moderation_state'));
}

function* feedbackOf(row: CsvRow, names: Names): Generator<Found> {
  if (isDeleted(row)) {
    yield { leftOut: 'deleted posts' };
    return;
  }
  const votes = row.count('vote_count');
  const board = row.word('board');
  const tags = unquotedNamesIn(row.text('tags'), names.tags);
  yield {
    kind: 'feedback',
    external_id: row.id('id'),
    title: row.text('title'),
    description: row.text('content'),
    status: row.text('status'),
    board: names.boards.get(board.toLowerCase()) ?? '',
    person: authorOf(row).external_id,
    tags: tags.filter((tag) => !names.hiddenTags.has(tag)),
    created_at: row.time('created_at'),
    merged_into: '',
    approval: row.approval('moderation_state') ?? 'approved',
    ...(votes !== undefined && { vote_count: votes }),
    ...metadataOf([
      ['board', names.boards.has(board.toLowerCase()) ? '' : board],
      ['hidden_tags', tags.filter((tag) => names.hiddenTags.has(tag))],
    ]),
  };
}

function* voteOf(row: CsvRow, { posts }: Names): Generator<Found> {
  const feedback = row.id('post_id');
  if (!posts.has(feedback)) {
    yield { leftOut: 'votes for deleted posts' };
    return;
  }
  // Votes without an address are a part of the number of votes.
  const { external_id: person } = voterOf(row);
  if (person === '') return;
  const created_at = row.time('created_at');
  yield { kind: 'vote', feedback, person, created_at };
}

function* commentOf(row: CsvRow, { posts }: Names): Generator<Found> {
  const feedback = row.id('post_id');
  if (!posts.has(feedback)) {
    yield { leftOut: 'comments on deleted posts' };
    return;
  }
  const isPrivate = row.protectingFlag('is_private', true, 'the comment is internal');
  const kind = isPrivate ? 'internal' : 'comment';
  yield { unread: { external_id: row.word('id'), parent: row.word('parent_id'), comment_kind: kind } };
  if (isDeleted(row)) {
    yield { leftOut: 'deleted comments' };
    return;
  }
  const updatedAt = row.optionalTime('updated_at');
  yield {
    kind: 'comment',
    external_id: row.id('id'),
    feedback,
    person: authorOf(row).external_id,
    content: row.text('content'),
    parent: row.optionalId('parent_id'),
    comment_kind: kind,
    created_at: row.time('created_at'),
    approval: row.approval('moderation_state') ?? 'approved',
    ...(updatedAt !== undefined && { updated_at: updatedAt }),
  };
}

function* changelogOf(row: CsvRow): Generator<Found> {
  const publishedAt = row.optionalTime('published_at');
  const displayed = row.optionalTime('display_date');
  // An entry that is scheduled must not appear before, whatever date it shows.
  const isScheduled = publishedAt !== undefined && Date.parse(publishedAt) > Date.now();
  const shown = isScheduled ? publishedAt : (displayed ?? publishedAt);
  const entry: PortableChangelog = {
    kind: 'changelog',
    external_id: row.id('id'),
    title: row.text('title'),
    summary: '',
    content: row.text('content'),
    image: '',
    published: publishedAt !== undefined,
    publish_date: shown ?? row.time('created_at'),
    person: '',
  };
  yield entry;
  if (Number(row.text('view_count')) > 0) yield { leftOut: 'numbers of views of changelog entries' };
}
