import type {
  PortableChangelog,
  PortableFeedback,
  PortablePerson,
  PortableRecord,
} from '../../project-export/index.js';
import type { ImportFile, ImportItem } from '../application/import-formats.js';
import { UnreadableFile } from '../domain/unreadable-file.js';
import { Seen } from './bounded-memory.js';
import { type CsvRow, CsvTable } from './csv-table.js';
import {
  countOf,
  idOf,
  InvalidValue,
  itemsOf,
  metadataOf,
  namesIn,
  type Note,
  optionalTime,
  personBy,
  tagOf,
  timeOf,
} from './field-values.js';
import { ZipArchive } from './zip-archive.js';

/** The entries that are read, each with the columns that it must have. */
const requiredColumns = {
  'posts.csv': ['id', 'title', 'content', 'status', 'created_at'],
  'post_comments.csv': ['id', 'post_id', 'content', 'created_at'],
  'post_votes.csv': ['post_id', 'voter_email', 'created_at'],
  'changelog.csv': ['id', 'title', 'content', 'published_at'],
  'tags.csv': ['name', 'color'],
  // Its columns are not documented.
  'users.csv': [],
} as const;

type EntryName = keyof typeof requiredColumns;

/** Reads the ZIP export of Quackback. It has no merges. */
export async function* readQuackbackZip(file: ImportFile, signal: AbortSignal): AsyncGenerator<ImportItem> {
  const names = Object.keys(requiredColumns) as EntryName[];
  const archive = await ZipArchive.open(file, names, signal);
  if (!archive.part('posts.csv') && !archive.part('changelog.csv'))
    throw new UnreadableFile('missing_entry', 'The archive has neither posts.csv nor changelog.csv.');
  yield* readPeople(archive);
  yield* readEntry(archive, 'tags.csv', function* (row) {
    yield tagOf(row.text('name'), row.text('color'));
  });
  yield* readEntry(archive, 'posts.csv', function* (row) {
    yield feedbackOf(row);
  });
  yield* readEntry(archive, 'post_votes.csv', function* (row) {
    // Votes without an address are a part of the number of votes.
    const { external_id: person } = personBy(row.text('voter_email'), '');
    if (person === '') return;
    const created_at = timeOf(row.text('created_at'), 'time of the vote');
    yield { kind: 'vote', feedback: idOf(row.text('post_id'), 'id of the post'), person, created_at };
  });
  yield* readEntry(archive, 'post_comments.csv', commentOf);
  yield* readEntry(archive, 'changelog.csv', function* (row) {
    yield changelogOf(row);
  });
}

async function openTable(archive: ZipArchive, name: EntryName): Promise<CsvTable | undefined> {
  const part = archive.part(name);
  return part && CsvTable.open(part, { required: requiredColumns[name], neutralized: true });
}

async function* readEntry(
  archive: ZipArchive,
  name: EntryName,
  read: (row: CsvRow) => Iterable<PortableRecord | Note>,
): AsyncGenerator<ImportItem> {
  const table = await openTable(archive, name);
  if (!table) return;
  for await (const row of table.rows())
    yield* itemsOf(row.line, `${name}: `, () => {
      if (row.isTooWide) throw new InvalidValue('wrong_columns', 'The row has more columns than the header.');
      return read(row);
    });
}

/** Returns everyone once. Names are in users.csv, in posts and in comments, but not in votes. */
async function* readPeople(archive: ZipArchive): AsyncGenerator<ImportItem> {
  const seen = new Seen();
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
      if (seen.add(person.external_id)) yield { line: row.line, record: person };
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

function feedbackOf(row: CsvRow): PortableFeedback {
  const votes = countOf(row.text('vote_count'));
  return {
    kind: 'feedback',
    external_id: idOf(row.text('id')),
    title: row.text('title'),
    description: row.text('content'),
    status: row.text('status'),
    person: authorOf(row).external_id,
    tags: namesIn(row.text('tags')),
    created_at: timeOf(row.text('created_at'), 'time of creation'),
    merged_into: '',
    ...(votes !== undefined && { vote_count: votes }),
    ...metadataOf([['board', row.text('board')]]),
  };
}

function* commentOf(row: CsvRow): Generator<PortableRecord | Note> {
  if (row.text('is_private').toLowerCase() === 'true') {
    yield { code: 'private_comment', detail: 'The comment is private.' };
    return;
  }
  const state = row.text('moderation_state');
  if (state !== '' && state !== 'published') {
    yield { code: 'not_published', detail: 'The comment is not published.' };
    return;
  }
  const updatedAt = optionalTime(row.text('updated_at'), 'time of the update');
  yield {
    kind: 'comment',
    external_id: idOf(row.text('id')),
    feedback: idOf(row.text('post_id'), 'id of the post'),
    person: authorOf(row).external_id,
    content: row.text('content'),
    created_at: timeOf(row.text('created_at'), 'time of creation'),
    ...(updatedAt !== undefined && { updated_at: updatedAt }),
  };
}

function changelogOf(row: CsvRow): PortableChangelog {
  const publishedAt = row.text('published_at');
  const createdAt = optionalTime(row.text('created_at'), 'time of creation');
  return {
    kind: 'changelog',
    external_id: idOf(row.text('id')),
    title: row.text('title'),
    summary: '',
    content: row.text('content'),
    image: '',
    published: publishedAt !== '',
    publish_date: timeOf(row.text('display_date') || publishedAt || row.text('created_at'), 'date'),
    ...(createdAt !== undefined && { created_at: createdAt }),
    person: '',
    ...metadataOf([['view_count', Number(row.text('view_count')) || '']]),
  };
}
