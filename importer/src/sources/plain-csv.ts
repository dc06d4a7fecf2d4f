import { Merges, References, Seen } from '../files/bounded-memory.js';
import type { Part } from '../files/part.js';
import { UnreadableFile } from '../files/unreadable-file.js';
import type { Item, SourceFeedback, SourceStatus } from '../item.js';
import type { PortableBoard } from '../records.js';
import { newKey } from '../status-plan.js';
import { readChanges } from './csv-changes.js';
import {
  type CsvField,
  csvFields,
  type CsvSettings,
  type CsvTableName,
  fieldPrefix,
  type MappedRow,
  MappedTable,
} from './csv-fields.js';
import { CsvPeople, type NamedPerson } from './csv-people.js';
import { fingerprintOf, personIn, personMissing, readRelations, statusNamed } from './csv-relations.js';
import { metadataOf, namesIn } from './field-values.js';
import { checkWidth, duplicateOf, type Found, itemsOf, itemsOfRows, mergeCircle } from './found.js';
import { boardOf, colorOf, slugOf } from './named-records.js';

/** The tables of a source. Only the table of the posts is required. */
export type CsvParts = Partial<Record<CsvTableName, Part>> & { readonly posts: Part };

/** What is not said by CSV files, nor by their tables. */
export interface CsvReadOptions extends CsvSettings {
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
  /** What the tables of boards and statuses contain. */
  readonly items: readonly Item[];
}

/** Fields of posts that have a place. The slug remains in the metadata. */
const placed = (Object.keys(csvFields.posts) as CsvField<'posts'>[]).filter((field) => field !== 'slug');

/**
 * Reads a CSV file with a row for each feedback, such as the one that this service exports, and files with their votes, comments,
 * followers, authors, boards and statuses.
 */
export async function* readPlainCsv(parts: CsvParts, options: CsvReadOptions): AsyncGenerator<Item> {
  const open = <T extends keyof typeof required>(name: T) => openTable(name, parts[name], options);
  const [votes, comments] = [await open('votes'), await open('comments')];
  const [followers, changes] = [await open('followers'), await open('changes')];
  const isReferred = votes ?? comments ?? followers ?? changes;
  const posts = await MappedTable.open(parts.posts, 'posts', options, [
    ...(isReferred ? (['external_id'] as const) : []),
    ...(['title', 'created_at'] as const),
  ]);
  const peopleTable = await open('people');
  if (peopleTable && !peopleTable.has('external_id') && !peopleTable.has('email'))
    throw new UnreadableFile(
      'missing_columns',
      `${peopleTable.prefix}The header has neither external_id nor email.`,
    );
  const people = new CsvPeople();
  if (peopleTable) yield* people.add(peopleTable);
  const names = await readNames(parts, options);
  yield* names.items;
  const context = { people, posts: new References<string>('posts') };
  for await (const item of readPosts(posts, people, names, options)) {
    if (isReferred && 'record' in item && item.record.kind === 'feedback') {
      const { external_id: id, created_at: createdAt } = item.record;
      if (!context.posts.has(id)) context.posts.set(id, createdAt);
    }
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
  settings: CsvSettings,
): Promise<MappedTable<T> | undefined> {
  return part && MappedTable.open(part, name, settings, required[name] as readonly CsvField<T>[]);
}

/** Returns what the tables of boards and statuses contain. */
export async function readNames(
  parts: Pick<Partial<CsvParts>, 'boards' | 'statuses'>,
  settings: CsvSettings,
): Promise<Names> {
  const boards = await recordsIn(await openTable('boards', parts.boards, settings), boardIn);
  const statuses = await recordsIn(await openTable('statuses', parts.statuses, settings), statusIn);
  return {
    boards: boards?.records,
    statuses: statuses?.records,
    items: [...(boards?.items ?? []), ...(statuses?.items ?? [])],
  };
}

/** Returns the records of a table by their ids, and all that it contains. */
async function recordsIn<T extends 'boards' | 'statuses', R extends PortableBoard | SourceStatus>(
  table: MappedTable<T> | undefined,
  read: (row: MappedRow<T>, index: number) => R,
): Promise<{ records: ReadonlyMap<string, R>; items: Item[] } | undefined> {
  if (!table) return undefined;
  const records = new References<R>('boards or statuses');
  const items: Item[] = [];
  for await (const row of table.rows()) {
    const found = itemsOf(row, table.prefix, function* (): Generator<Found> {
      checkWidth(row);
      const fields = row as unknown as MappedRow<'boards'>;
      const id = fields.id('external_id');
      const record = read(row, records.size);
      if (records.has(id)) throw duplicateOf(record.kind, id);
      records.set(id, record);
      yield record;
      if (record.kind === 'board' && fields.text('color') !== '') yield { leftOut: 'colors of boards' };
    });
    items.push(...found);
  }
  return { records, items };
}

function boardIn(row: MappedRow<'boards'>, index: number): PortableBoard {
  const consequence = 'only editors see the board';
  const isPrivate = row.protectingFlag('private', true, consequence);
  const isPublic = row.protectingFlag('public', false, consequence);
  const isShown = row.protectingFlag('shown', false, consequence);
  return {
    ...boardOf(row.word('name')),
    description: row.text('description'),
    position: index + 1,
    visibility: isPrivate || isPublic === false || isShown === false ? 'editors' : 'public',
  };
}

function statusIn(row: MappedRow<'statuses'>, index: number): SourceStatus {
  const name = row.word('name');
  return {
    kind: 'status',
    key: newKey(name),
    name,
    color: colorOf(row.text('color')),
    status_kind: undefined,
    position: row.number('position') ?? index,
    on_roadmap: row.flag('on_roadmap'),
  };
}

async function* readPosts(
  posts: MappedTable<'posts'>,
  people: CsvPeople,
  names: Names,
  options: CsvReadOptions,
): AsyncGenerator<Item> {
  const merges = new Merges();
  const [boards, ids] = [new Seen(), new Seen()];
  for await (const row of posts.rows()) {
    for (const named of [personIn(row), assigneeIn(row)]) {
      const person = people.firstNamed(named);
      if (person) yield { line: row.line, record: person };
    }
    const board = row.word('board');
    if (board !== '' && boards.add(slugOf(board))) yield { line: row.line, record: boardOf(board) };
    const [id, target] = [idOf(row), row.word('merged_into')];
    if (ids.add(id) && target !== '') merges.add(id, target);
  }
  for (const isMerged of merges.passes)
    yield* itemsOfRows(posts, posts.prefix, function* (row) {
      const target = merges.targetOf(idOf(row));
      if (Boolean(target) !== isMerged) return;
      checkWidth(row);
      if (target === undefined) yield mergeCircle;
      yield* feedbackOf(row, { target: target ?? '', posts, people, names, options });
    });
}

function assigneeIn(row: MappedRow<'posts'>): NamedPerson {
  return { id: '', email: row.email('assignee_email'), name: row.text('assignee_name') };
}

function* feedbackOf(
  row: MappedRow<'posts'>,
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
  const others = row.others(placed);
  // The votes of a merged record are among the votes of its target.
  const votes = target === '' ? row.count('vote_count') : undefined;
  const slug = row.word('slug');
  const isKnownAddress = slug !== '' && options.addressOfPosts !== '';
  const url = row.word('url') || (isKnownAddress ? `${options.addressOfPosts}${slug}` : '');
  const estimated = posts.has('estimated_date') ? row.date('estimated_date') : undefined;
  const approval = approvalOf(row);
  const pinned = row.flag('pinned');
  const locked = row.protectingFlag('comments_locked', true, 'only editors can comment');
  const fields = others.filter(([name]) => name.startsWith(fieldPrefix));
  const named = personIn(row);
  const author = people.idOf(named);
  if (author === undefined) yield personMissing(named);
  const record: SourceFeedback = {
    kind: 'feedback',
    external_id: row.optionalId('external_id') || idOf(row),
    title: row.text('title'),
    status: '',
    person: author ?? '',
    created_at: row.time('created_at'),
    merged_into: target,
    // What the file has no column for stays as it is, except for the status.
    ...(posts.has('description') && { description: row.text('description') }),
    ...(posts.has('tags') && { tags: namesIn(row.text('tags')) }),
    ...((posts.has('assignee_email') || posts.has('assignee_name')) && {
      assignee: people.idOf(assigneeIn(row)) ?? '',
    }),
    ...(estimated !== undefined && { estimated_date: estimated }),
    ...(approval !== undefined && { approval }),
    ...(pinned !== undefined && { pinned }),
    ...(locked !== undefined && { comments_locked: locked }),
    ...(votes !== undefined && { vote_count: votes }),
    ...(url !== '' && { url }),
    ...(fields.length > 0 && {
      fields: Object.fromEntries(
        fields.flatMap(([name, value]) => (value === '' ? [] : [[name.slice(fieldPrefix.length), value]])),
      ),
    }),
    ...metadataOf([
      ['updated_at', row.optionalTime('updated_at')],
      // Addresses of people have no place in metadata: they could not be erased with the person.
      ...others.filter(([name]) => !name.startsWith(fieldPrefix) && !/e-?mail|phone/i.test(name)),
    ]),
  };
  const board = yield* boardNamed(row, names);
  const status = yield* statusNamed(
    row,
    names.statuses,
    'statuses of posts (name their table with --statuses)',
  );
  const hasBoard = posts.has('board') || (posts.has('board_id') && names.boards !== undefined);
  yield { ...record, ...(hasBoard && { board }), status: status ?? '' };
}

function* boardNamed(row: MappedRow<'posts'>, { boards }: Names): Generator<Found, string> {
  const name = row.word('board');
  if (name !== '') return slugOf(name);
  const id = row.word('board_id');
  if (id === '') return '';
  const board = boards?.get(id);
  if (boards && !board)
    yield { code: 'board_missing', detail: `The board ${id} is not in the table of boards.` };
  if (!boards) yield { leftOut: 'boards of posts (name their table with --boards)' };
  return board?.slug ?? '';
}

/** Returns whether a post was approved; undefined if the file does not say it. */
function approvalOf(row: MappedRow<'posts'>): SourceFeedback['approval'] {
  const numbers = { 0: 'approved', 1: 'pending', 2: 'rejected' } as const;
  return row.approval('approval') ?? row.approval('approval_status', numbers);
}

/** Returns the id of a row. One without it gets one, the same for the same row, so that a second import changes nothing. */
function idOf(row: MappedRow<'posts'>): string {
  const fields = ['title', 'description', 'created_at', 'author_email', 'author_name'] as const;
  return row.word('external_id') || fingerprintOf(fields.map((field) => row.text(field)));
}
