import { createHash } from 'node:crypto';
import type { References } from '../files/bounded-memory.js';
import type { Item, SourceStatus } from '../item.js';
import type { PortableComment } from '../records.js';
import { InvalidValue, type RecordReader } from '../files/record-reader.js';
import type { CsvTableName, MappedRow, MappedTable } from './csv-fields.js';
import type { CsvPeople, NamedPerson } from './csv-people.js';
import { checkWidth, type Found, itemsOfRows } from './found.js';

/** What the rows of other tables refer to. */
export interface CsvContext {
  readonly people: CsvPeople;
  /** When posts were created, by their ids. */
  readonly posts: References<string>;
}

type CommentKind = NonNullable<PortableComment['comment_kind']>;

/** A table whose rows belong to posts. */
type RelatedTable = Extract<CsvTableName, 'votes' | 'comments' | 'followers' | 'changes'>;

/** Returns the votes, comments or followers of posts, and the people who are named in their table only. */
export async function* readRelations<T extends keyof typeof relations>(
  table: MappedTable<T>,
  name: T,
  context: CsvContext,
): AsyncGenerator<Item> {
  const read = relations[name] as (row: MappedRow<T>, context: CsvContext) => Generator<Found>;
  yield* readPeople(table, context);
  yield* itemsOfRows(table, table.prefix, (row) => read(row, context));
}

/** Returns the people who are named in a table only. */
export async function* readPeople<T extends RelatedTable>(
  table: MappedTable<T>,
  { people }: CsvContext,
): AsyncGenerator<Item> {
  for await (const row of table.rows()) {
    const person = people.firstNamed(personIn(row));
    if (person) yield { line: row.line, record: person };
  }
}

/** Returns the person whom a row names. */
export function personIn<T extends RelatedTable | 'posts'>(row: MappedRow<T>): NamedPerson {
  const named = row as unknown as MappedRow<RelatedTable>;
  return { id: named.text('author_id'), email: named.email('author_email'), name: named.text('author_name') };
}

/** The note about a person whom the table of people lacks. */
export function personMissing({ id }: NamedPerson): { code: string; detail: string } {
  return { code: 'person_missing', detail: `The person ${id.slice(0, 200)} is not in the table of people.` };
}

const relations = {
  *votes(row: MappedRow<'votes'>, context: CsvContext): Generator<Found> {
    yield { kind: 'vote', ...relationOf(row, context) };
  },

  *followers(row: MappedRow<'followers'>, context: CsvContext): Generator<Found> {
    yield { kind: 'subscription', ...relationOf(row, context) };
  },

  *comments(row: MappedRow<'comments'>, context: CsvContext): Generator<Found> {
    const [id, parent, kind] = [row.word('external_id'), row.word('parent'), kindOf(row)];
    yield { unread: { external_id: id, parent, comment_kind: kind } };
    const { feedback } = postOf(row, context);
    const named = personIn(row);
    const person = context.people.idOf(named);
    if (person === undefined) yield personMissing(named);
    const updatedAt = row.optionalTime('updated_at');
    const approval = approvalOf(row);
    yield {
      kind: 'comment',
      external_id: row.optionalId('external_id') || fingerprint(row),
      feedback,
      person: person ?? '',
      content: row.text('content'),
      parent: row.optionalId('parent'),
      comment_kind: kind,
      created_at: row.time('created_at'),
      ...(approval !== undefined && { approval }),
      ...(updatedAt !== undefined && { updated_at: updatedAt }),
    };
  },
} as const;

/** The kinds of comments in the table of this service, and usual other words. */
const kinds: Readonly<Record<string, CommentKind>> = {
  comment: 'comment',
  reply: 'comment',
  public: 'comment',
  response: 'response',
  internal: 'internal',
  private: 'internal',
  note: 'internal',
};

function kindOf(row: MappedRow<'comments'>): CommentKind {
  const consequence = 'the comment is internal';
  const isInternal = row.protectingFlag('internal', true, consequence);
  const isPrivate = row.protectingFlag('private', true, consequence);
  const kind = row.protecting('comment_kind', (text) => kinds[text.toLowerCase()], 'internal', consequence);
  if (isInternal || isPrivate || kind === 'internal') return 'internal';
  return kind === 'response' || row.flag('response') ? 'response' : 'comment';
}

function approvalOf(row: MappedRow<'comments'>): PortableComment['approval'] {
  const isSpam = row.protectingFlag('spam', true, 'the comment is not approved');
  const approval = row.approval('approval');
  return isSpam ? 'rejected' : (approval ?? (isSpam === false ? 'approved' : undefined));
}

/** @throws InvalidValue when the row is too wide, or the file of posts does not have the post */
export function postOf<T extends RelatedTable>(
  row: MappedRow<T>,
  { posts }: CsvContext,
): { feedback: string; createdAt: string } {
  checkWidth(row);
  const feedback = (row as unknown as MappedRow<RelatedTable>).id('post');
  const createdAt = posts.get(feedback);
  if (createdAt === undefined)
    throw new InvalidValue('post_missing', `The post ${feedback} is not among those that could be read.`);
  return { feedback, createdAt };
}

/**
 * Returns the post and the person of a row.
 *
 * @throws InvalidValue when the row names nobody, or somebody whom the table of people lacks
 */
function relationOf(
  row: MappedRow<'votes'> | MappedRow<'followers'>,
  context: CsvContext,
): { feedback: string; person: string; created_at: string } {
  const { feedback, createdAt } = postOf(row as MappedRow<'votes'>, context);
  const named = personIn(row as MappedRow<'votes'>);
  const person = context.people.idOf(named);
  const { code, detail } = personMissing(named);
  if (person === undefined) throw new InvalidValue(code, detail);
  if (person === '') throw new InvalidValue(code, 'The row names no person.');
  return { feedback, person, created_at: row.optionalTime('created_at') ?? createdAt };
}

/** Returns an id for a comment without one: the same for the same row, so that a second import changes nothing. */
function fingerprint(row: MappedRow<'comments'>): string {
  const fields = ['post', 'content', 'created_at', 'author_id', 'author_email', 'author_name'] as const;
  return fingerprintOf(fields.map((field) => row.text(field)));
}

/** Returns an id for a record without one. */
export function fingerprintOf(values: readonly string[]): string {
  return `row:${createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32)}`;
}

/** The statuses that a table defines, by their ids. */
export type Statuses = ReadonlyMap<string, SourceStatus>;

/**
 * Returns the name of the status of a row, which has the name or the id; undefined if it is not known.
 *
 * @param leftOut what is reported as left out if there is no table of statuses
 */
export function* statusNamed(
  row: RecordReader<'status' | 'status_id'>,
  statuses: Statuses | undefined,
  leftOut: string,
): Generator<Found, string | undefined> {
  const [name, id] = [row.word('status'), row.word('status_id')];
  if (name !== '' || id === '') return name;
  const status = statuses?.get(id);
  if (!statuses) yield { leftOut };
  else if (!status)
    yield { code: 'status_missing', detail: `The status ${id} is not in the table of statuses.` };
  return status?.name;
}
