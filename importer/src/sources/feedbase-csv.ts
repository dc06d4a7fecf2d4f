import type { Item, SourceFeedback } from '../item.js';
import type { PortablePerson } from '../records.js';
import { Seen } from '../files/bounded-memory.js';
import { type CsvRow, CsvTable } from '../files/csv-table.js';
import { countOf, emailOf, idOf, metadataOf, optionalId, unique } from './field-values.js';
import { InvalidValue, itemsOf } from './found.js';
import type { Part } from '../files/part.js';
import { timeOf } from './times.js';

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
export async function* readFeedbaseCsv(part: Part): AsyncGenerator<Item> {
  const table = await CsvTable.open(part, { required: columns, keepsRaw: true });
  const seen = new Seen();
  for await (const row of table.rows()) {
    const person = personOf(row);
    if (seen.add(person.external_id)) yield { line: row.line, record: person };
  }
  for await (const row of table.rows())
    yield* itemsOf(row.line, part.prefix, function* () {
      yield feedbackOf(row);
    });
}

function personOf(row: CsvRow): PortablePerson {
  const name = row.text('User Name');
  return {
    kind: 'person',
    external_id: row.text('User ID').trim().slice(0, 200),
    email: emailOf(row.text('User Email')),
    full_name: present(name),
    avatar_url: present(row.text('User Avatar')),
  };
}

function feedbackOf(row: CsvRow): SourceFeedback {
  const fields = withoutPadding(row.fields);
  if (fields.length < columns.length)
    throw new InvalidValue(
      'wrong_columns',
      `The row has ${fields.length} columns instead of ${columns.length}.`,
    );
  const votes = countOf(row.text('Upvotes'));
  return {
    kind: 'feedback',
    external_id: idOf(row.text('ID')),
    title: row.text('Title'),
    description: row.text('Content'),
    status: present(row.text('Status')),
    person: optionalId(row.text('User ID'), 'id of the user'),
    tags: unique(tagsOf(row, fields).map((tag) => tag.trim())),
    created_at: timeOf(fields.at(-1), 'time of creation'),
    merged_into: '',
    ...(votes !== undefined && { vote_count: votes }),
    url: row.text('Link'),
    ...metadataOf([['comment_count', Number(row.text('Comment Count')) || '']]),
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
