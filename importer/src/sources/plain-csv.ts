import { createHash } from 'node:crypto';
import { Merges, References, Seen } from '../files/bounded-memory.js';
import type { Part } from '../files/part.js';
import { UnreadableFile } from '../files/unreadable-file.js';
import type { Item, SourceFeedback, SourceStatus } from '../item.js';
import type { PortableBoard } from '../records.js';
import { newKey } from '../status-plan.js';
import { readChanges } from './csv-changes.js';
import {
  type CsvField,
  type CsvMapping,
  csvFields,
  type CsvTableName,
  fieldPrefix,
  MappedTable,
  type ReadField,
} from './csv-fields.js';
import { CsvPeople, type NamedPerson } from './csv-people.js';
import { personIn, personMissing, readRelations, statusNamed } from './csv-relations.js';
import { countOf, isFalse, isTrue, metadataOf, namesIn, optionalId } from './field-values.js';
import { checkWidth, type Found, itemsOfRows, mergeCircle } from './found.js';
import { boardOf, colorOf, slugOf } from './named-records.js';
import { dateOf, optionalTime, timeOf } from './times.js';

/** The tables of a source, of which only that of the posts is required. */
export type CsvParts = Partial<Record<CsvTableName, Part>> & { readonly posts: Part };

/** What CSV files do not say themselves. */
export interface CsvReadOptions {
  readonly mapping: CsvMapping;
  /** What precedes the slugs of posts in their addresses; `''` if unknown. */
  readonly addressOfPosts: string;
}

/** The fields that every table needs. */
const required = {
  votes: ['post'],
  comments: ['post', 'content', 'created_at'],
  people: [],
  boards: ['external_id', 'name'],
  statuses: ['external_id', 'name'],
  followers: ['post'],
  changes: ['post', 'created_at'],
} as const satisfies { [T in Exclude<CsvTableName, 'posts'>]: readonly CsvField<T>[] };

/** What posts name by their ids. */
export interface Names {
  readonly boards: ReadonlyMap<string, PortableBoard> | undefined;
  readonly statuses: ReadonlyMap<string, SourceStatus> | undefined;
}

/** Fields of posts that have a place. The slug remains in the metadata. */
const placed = (Object.keys(csvFields.posts) as CsvField<'posts'>[]).filter((field) => field !== 'slug');

/**
 * Reads a CSV file with a row for each feedback, such as the one that this service exports, and files with their votes, comments,
 * followers, authors, boards and statuses.
 */
export async function* readPlainCsv(parts: CsvParts, options: CsvReadOptions): AsyncGenerator<Item> {
  const { mapping } = options;
  const open = <T extends keyof typeof required>(name: T) => openTable(name, parts[name], mapping);
  const [votes, comments] = [await open('votes'), await open('comments')];
  const [followers, changes] = [await open('followers'), await open('changes')];
  const isReferred = votes ?? comments ?? followers ?? changes;
  const posts = await MappedTable.open(parts.posts, 'posts', mapping, [
    ...(isReferred ? (['external_id'] as const) : []),
    ...(['title', 'created_at'] as const),
  ]);
  const peopleTable = await open('people');
  if (peopleTable && !peopleTable.has('external_id') && !peopleTable.has('email'))
    throw new UnreadableFile(
      'missing_columns',
      `${peopleTable.part.prefix}The header has neither external_id nor email.`,
    );
  const people = new CsvPeople();
  if (peopleTable) yield* people.add(peopleTable);
  const names = await readNames(parts, mapping);
  yield* itemsOfNames(names);
  const boards = await open('boards');
  for await (const row of boards?.table.rows() ?? [])
    if (boards!.readerOf(row)('color') !== '') yield { leftOut: 'colors of boards' };
  const context = { people, posts: new References<string>('posts') };
  for await (const item of readPosts(posts, people, names, options)) {
    if (isReferred && 'record' in item && item.record.kind === 'feedback')
      context.posts.set(item.record.external_id, item.record.created_at);
    yield item;
  }
  if (votes) yield { listsVotes: true };
  if (votes) yield* readRelations(votes, 'votes', context);
  if (comments) yield* readRelations(comments, 'comments', context);
  if (followers) yield* readRelations(followers, 'followers', context);
  if (changes) yield* readChanges(changes, names.statuses, context);
}

async function openTable<T extends keyof typeof required>(
  name: T,
  part: Part | undefined,
  mapping: CsvMapping,
): Promise<MappedTable<T> | undefined> {
  return part && MappedTable.open(part, name, mapping, required[name] as readonly CsvField<T>[]);
}

/** Returns what the tables of boards and statuses contain, by their ids. */
export async function readNames(
  { boards, statuses }: Pick<Partial<CsvParts>, 'boards' | 'statuses'>,
  mapping: CsvMapping,
): Promise<Names> {
  return {
    boards: await boardsIn(await openTable('boards', boards, mapping)),
    statuses: await statusesIn(await openTable('statuses', statuses, mapping)),
  };
}

/** Returns the boards and statuses that tables define. */
export function* itemsOfNames({ boards, statuses }: Names): Generator<Item> {
  for (const records of [boards, statuses]) {
    let line = 1;
    for (const record of records?.values() ?? []) yield { line: ++line, record };
  }
}

async function boardsIn(
  table: MappedTable<'boards'> | undefined,
): Promise<ReadonlyMap<string, PortableBoard> | undefined> {
  if (!table) return undefined;
  const boards = new References<PortableBoard>('boards');
  for await (const row of table.table.rows()) {
    const read = table.readerOf(row);
    boards.set(read('external_id').trim(), {
      ...boardOf(read('name').trim()),
      description: read('description'),
      position: boards.size + 1,
      visibility: isTrue(read('private')) || isFalse(read('shown')) ? 'editors' : 'public',
    });
  }
  return boards;
}

async function statusesIn(
  table: MappedTable<'statuses'> | undefined,
): Promise<ReadonlyMap<string, SourceStatus> | undefined> {
  if (!table) return undefined;
  const statuses = new References<SourceStatus>('statuses');
  for await (const row of table.table.rows()) {
    const read = table.readerOf(row);
    const [name, isShown] = [read('name').trim(), read('on_roadmap')];
    statuses.set(read('external_id').trim(), {
      kind: 'status',
      key: newKey(name),
      name,
      color: colorOf(read('color')),
      status_kind: undefined,
      position: read('position') === '' ? statuses.size : Number(read('position')) || 0,
      on_roadmap: isTrue(isShown) || (isFalse(isShown) ? false : undefined),
    });
  }
  return statuses;
}

async function* readPosts(
  posts: MappedTable<'posts'>,
  people: CsvPeople,
  names: Names,
  options: CsvReadOptions,
): AsyncGenerator<Item> {
  const merges = new Merges();
  const boards = new Seen();
  for await (const row of posts.table.rows()) {
    const read = posts.readerOf(row);
    for (const named of [personIn(read), assigneeIn(read)]) {
      const person = people.firstNamed(named);
      if (person) yield { line: row.line, record: person };
    }
    const board = read('board').trim();
    if (board !== '' && boards.add(slugOf(board))) yield { line: row.line, record: boardOf(board) };
    const [id, target] = [read('external_id').trim(), read('merged_into').trim()];
    if (id !== '' && target !== '') merges.add(id, target);
  }
  for (const isMerged of merges.passes)
    yield* itemsOfRows(posts.table, posts.part.prefix, function* (row) {
      const read = posts.readerOf(row);
      const target = merges.targetOf(read('external_id').trim());
      if (Boolean(target) !== isMerged) return;
      checkWidth(row);
      if (target === undefined) yield mergeCircle;
      yield* feedbackOf(read, posts.others(row, placed), {
        target: target ?? '',
        posts,
        people,
        names,
        options,
      });
    });
}

function assigneeIn(read: ReadField<'posts'>): NamedPerson {
  return { id: '', email: read('assignee_email'), name: read('assignee_name') };
}

function* feedbackOf(
  read: ReadField<'posts'>,
  others: readonly [string, string][],
  {
    target,
    posts,
    people,
    names,
    options,
  }: {
    target: string;
    posts: MappedTable<'posts'>;
    people: CsvPeople;
    names: Names;
    options: CsvReadOptions;
  },
): Generator<Found> {
  // The votes of a merged record are among those of its target.
  const votes = target === '' ? countOf(read('vote_count')) : undefined;
  const updatedAt = optionalTime(read('updated_at'), 'time of the update');
  const slug = read('slug').trim();
  const isKnownAddress = slug !== '' && options.addressOfPosts !== '';
  const url = read('url').trim() || (isKnownAddress ? `${options.addressOfPosts}${slug}` : '');
  const estimated = dateOf(read('estimated_date'));
  const approval = approvalOf(read('approval'));
  const fields = others.filter(([name]) => name.startsWith(fieldPrefix));
  const author = people.idOf(personIn(read));
  if (author === undefined) yield personMissing(personIn(read));
  const record: SourceFeedback = {
    kind: 'feedback',
    external_id: optionalId(read('external_id')) || fingerprint(read),
    title: read('title'),
    status: '',
    person: author ?? '',
    created_at: timeOf(read('created_at'), 'time of creation'),
    merged_into: optionalId(target),
    // What the file has no column for stays as it is, except for the status.
    ...(posts.has('description') && { description: read('description') }),
    ...(posts.has('tags') && { tags: namesIn(read('tags')) }),
    ...((posts.has('assignee_email') || posts.has('assignee_name')) && {
      assignee: people.idOf(assigneeIn(read)) ?? '',
    }),
    ...(posts.has('estimated_date') && { estimated_date: estimated }),
    ...(approval !== undefined && { approval }),
    ...(votes !== undefined && { vote_count: votes }),
    ...(url !== '' && { url }),
    ...(fields.length > 0 && {
      fields: Object.fromEntries(
        fields.flatMap(([name, value]) => (value === '' ? [] : [[name.slice(fieldPrefix.length), value]])),
      ),
    }),
    ...metadataOf([
      ['updated_at', updatedAt],
      // Addresses of people have no place in metadata: they could not be erased with the person.
      ...others.filter(([name]) => !name.startsWith(fieldPrefix) && !/e-?mail|phone/i.test(name)),
    ]),
  };
  const board = yield* boardNamed(read, names);
  const status = yield* statusNamed(
    read,
    names.statuses,
    'statuses of posts (name their table with --statuses)',
  );
  const hasBoard = posts.has('board') || (posts.has('board_id') && names.boards !== undefined);
  yield { ...record, ...(hasBoard && { board }), status: status ?? '' };
}

function* boardNamed(read: ReadField<'posts'>, { boards }: Names): Generator<Found, string> {
  const name = read('board').trim();
  if (name !== '') return slugOf(name);
  const id = read('board_id').trim();
  if (id === '') return '';
  const board = boards?.get(id);
  if (boards && !board)
    yield { code: 'board_missing', detail: `The board ${id} is not in the table of boards.` };
  if (!boards) yield { leftOut: 'boards of posts (name their table with --boards)' };
  return board?.slug ?? '';
}

/** Returns whether a post was approved, waits for it, or was not approved; undefined if unknown. Astuto has numbers. */
function approvalOf(value: string): 'approved' | 'pending' | 'rejected' | undefined {
  const approval = value.trim().toLowerCase();
  if (approval === 'approved' || approval === '0') return 'approved';
  if (approval === 'pending' || approval === '1') return 'pending';
  return approval === 'rejected' || approval === '2' ? 'rejected' : undefined;
}

/** Returns an id for a row without one: the same for the same row, so that a second import changes nothing. */
function fingerprint(read: ReadField<'posts'>): string {
  const values = (['title', 'description', 'created_at', 'author_email', 'author_name'] as const).map(read);
  return `row:${createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32)}`;
}
