import { createHash } from 'node:crypto';
import type { References } from '../files/bounded-memory.js';
import type { Item, SourceStatus } from '../item.js';
import type { CsvTableName, MappedTable, ReadField } from './csv-fields.js';
import type { CsvPeople, NamedPerson } from './csv-people.js';
import { idOf, isFalse, isTrue, optionalId } from './field-values.js';
import { checkWidth, type Found, InvalidValue, itemsOfRows } from './found.js';
import { optionalTime, timeOf } from './times.js';

/** What the rows of other tables refer to. */
export interface CsvContext {
  readonly people: CsvPeople;
  /** When posts were created, by their ids. */
  readonly posts: References<string>;
}

/** A table whose rows belong to posts. */
type RelatedTable = Extract<CsvTableName, 'votes' | 'comments' | 'followers' | 'changes'>;

/** Returns the votes, comments or followers of posts, and the people who are named in their table only. */
export async function* readRelations<T extends keyof typeof relations>(
  table: MappedTable<T>,
  name: T,
  context: CsvContext,
): AsyncGenerator<Item> {
  const read = relations[name] as (read: ReadField<T>, context: CsvContext) => Generator<Found>;
  yield* readPeople(table, context);
  yield* itemsOfRows(table.table, table.part.prefix, (row) => {
    checkWidth(row);
    return read(table.readerOf(row), context);
  });
}

/** Returns the people who are named in a table only. */
export async function* readPeople<T extends RelatedTable>(
  table: MappedTable<T>,
  { people }: CsvContext,
): AsyncGenerator<Item> {
  for await (const row of table.table.rows()) {
    const person = people.firstNamed(personIn(table.readerOf(row)));
    if (person) yield { line: row.line, record: person };
  }
}

/** Returns the person whom a row names. */
export function personIn(read: ReadField<RelatedTable> | ReadField<'posts'>): NamedPerson {
  const field = read as ReadField<RelatedTable>;
  return { id: field('author_id'), email: field('author_email'), name: field('author_name') };
}

/** The note about a person whom the table of people lacks. */
export function personMissing({ id }: NamedPerson): { code: string; detail: string } {
  return { code: 'person_missing', detail: `The person ${id.slice(0, 200)} is not in the table of people.` };
}

const relations = {
  *votes(read: ReadField<'votes'>, context: CsvContext): Generator<Found> {
    yield { kind: 'vote', ...relationOf(read, context, 'time of the vote') };
  },

  *followers(read: ReadField<'followers'>, context: CsvContext): Generator<Found> {
    yield { kind: 'subscription', ...relationOf(read, context, 'time of the subscription') };
  },

  *comments(read: ReadField<'comments'>, context: CsvContext): Generator<Found> {
    const { feedback } = postOf(read, context);
    const person = context.people.idOf(personIn(read));
    if (person === undefined) yield personMissing(personIn(read));
    const updatedAt = optionalTime(read('updated_at'), 'time of the update');
    yield {
      kind: 'comment',
      external_id: optionalId(read('external_id')) || fingerprint(read),
      feedback,
      person: person ?? '',
      content: read('content'),
      parent: optionalId(read('parent'), 'id of the parent'),
      comment_kind: isTrue(read('internal')) ? 'internal' : isTrue(read('response')) ? 'response' : 'comment',
      created_at: timeOf(read('created_at'), 'time of creation'),
      ...(isTrue(read('spam')) && { approval: 'rejected' }),
      ...(isFalse(read('spam')) && { approval: 'approved' }),
      ...(updatedAt !== undefined && { updated_at: updatedAt }),
    };
  },
} as const;

/** @throws InvalidValue when the file of posts does not have the post */
export function postOf(
  read: ReadField<RelatedTable>,
  { posts }: CsvContext,
): { feedback: string; createdAt: string } {
  const feedback = idOf(read('post'), 'id of the post');
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
  read: ReadField<RelatedTable>,
  context: CsvContext,
  time: string,
): { feedback: string; person: string; created_at: string } {
  const { feedback, createdAt } = postOf(read, context);
  const named = personIn(read);
  const person = context.people.idOf(named);
  const { code, detail } = personMissing(named);
  if (person === undefined) throw new InvalidValue(code, detail);
  if (person === '') throw new InvalidValue(code, 'The row names no person.');
  return { feedback, person, created_at: optionalTime(read('created_at'), time) ?? createdAt };
}

/** Returns an id for a comment without one: the same for the same row, so that a second import changes nothing. */
function fingerprint(read: ReadField<'comments'>): string {
  const fields = ['post', 'content', 'created_at', 'author_id', 'author_email', 'author_name'] as const;
  return `row:${createHash('sha256')
    .update(JSON.stringify(fields.map(read)))
    .digest('hex')
    .slice(0, 32)}`;
}

/** The statuses that a table defines, by their ids. */
export type Statuses = ReadonlyMap<string, SourceStatus>;

/**
 * Returns the name of the status of a row, which has the name or the id; undefined if it is not known.
 *
 * @param leftOut what is reported as left out if there is no table of statuses
 */
export function* statusNamed(
  read: (field: 'status' | 'status_id') => string,
  statuses: Statuses | undefined,
  leftOut: string,
): Generator<Found, string | undefined> {
  const [name, id] = [read('status').trim(), read('status_id').trim()];
  if (name !== '' || id === '') return name;
  const status = statuses?.get(id);
  if (!statuses) yield { leftOut };
  else if (!status)
    yield { code: 'status_missing', detail: `The status ${id} is not in the table of statuses.` };
  return status?.name;
}
