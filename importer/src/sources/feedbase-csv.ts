import { firstCharacters } from '../../../src/shared/first-characters.js';
import type { Item, SourceFeedback } from '../item.js';
import type { PortablePerson } from '../records.js';
import { Seen } from '../files/bounded-memory.js';
import type { DateOrder } from '../files/cells.js';
import { type CsvRow, CsvTable } from '../files/csv-table.js';
import type { Part } from '../files/part.js';
import { InvalidValue, maxIdLength } from '../files/record-reader.js';
import { metadataOf, namesIn } from './field-values.js';
import { itemsOfRows } from './found.js';

const columns = [
  ...['ID', 'Link', 'Title', 'Content', 'Status', 'Upvotes', 'Comment Count'],
  ...['User ID', 'User Name', 'User Email', 'User Avatar', 'Tags', 'Created At'],
];

/** How many columns precede the tags. */
const fixedColumns = columns.indexOf('Tags');

/**
 * Reads the CSV export of Feedbase. The tags of a record are not quoted, so that each tag is a column of its own: the
 * columns before the tags and the last one are fixed.
 */
export async function* readFeedbaseCsv(part: Part, dates?: DateOrder): AsyncGenerator<Item> {
  const table = await CsvTable.open(part, { required: columns, keepsRaw: true, dates });
  const rows = {
    async *rows() {
      for await (const row of table.rows()) yield withOneCellOfTags(row);
    },
  };
  const seen = new Seen();
  yield* itemsOfRows(rows, part.prefix, function* (row) {
    const person = personOf(row);
    if (seen.add(person.external_id)) yield person;
  });
  yield* itemsOfRows(rows, part.prefix, function* (row) {
    yield feedbackOf(row);
  });
}

/** Returns the row with all tags in their column, as a JSON array, and so with the time in its own. */
function withOneCellOfTags(row: CsvRow): CsvRow {
  const fields = withoutPadding(row.fields);
  if (fields.length < columns.length) return row;
  const tags = JSON.stringify(tagsOf(row, fields));
  return row.with([...fields.slice(0, fixedColumns), tags, fields.at(-1)!]);
}

function personOf(row: CsvRow): PortablePerson {
  return {
    kind: 'person',
    external_id: firstCharacters(row.word('User ID'), maxIdLength),
    email: row.email('User Email'),
    full_name: present(row.text('User Name')),
    avatar_url: present(row.text('User Avatar')),
  };
}

function feedbackOf(row: CsvRow): SourceFeedback {
  const { length } = row.fields;
  if (length < columns.length)
    throw new InvalidValue('wrong_columns', `The row has ${length} columns instead of ${columns.length}.`);
  const votes = row.count('Upvotes');
  return {
    kind: 'feedback',
    external_id: row.id('ID'),
    title: row.text('Title'),
    description: row.text('Content'),
    status: present(row.text('Status')),
    person: row.optionalId('User ID'),
    tags: namesIn(row.text('Tags')),
    created_at: row.time('Created At'),
    merged_into: '',
    ...(votes !== undefined && { vote_count: votes }),
    url: row.text('Link'),
    ...metadataOf([['comment_count', row.count('Comment Count') || '']]),
  };
}

/** Returns the fields without the empty ones that a spreadsheet adds to the widest row. */
function withoutPadding(fields: readonly string[]): readonly string[] {
  let end = fields.length;
  while (end > columns.length && fields[end - 1] === '') end--;
  return fields.slice(0, end);
}

/** Returns the names of the tags, in which Feedbase doubles quotes although it does not quote them. */
function tagsOf(row: CsvRow, fields: readonly string[]): string[] {
  const tags = fields.slice(fixedColumns, -1);
  if (!tags.some((tag) => tag === '' || tag.includes('"')) || !row.raw.includes('""')) return tags;
  const field = /(?:"(?:[^"]|"")*"|[^,"]*),/y;
  for (let passed = 0; passed < fixedColumns; passed++) if (!field.test(row.raw)) return tags;
  return row.raw
    .slice(field.lastIndex, Math.max(row.raw.lastIndexOf(','), field.lastIndex))
    .split(',')
    .map((tag) => tag.replaceAll('""', '"'));
}

/** Returns the value without the words that JavaScript writes for missing ones. */
function present(value: string): string {
  return value === 'undefined' || value === 'null' ? '' : value;
}
