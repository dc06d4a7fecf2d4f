import { createHash } from 'node:crypto';
import type { Item, SourceFeedback } from '../item.js';
import type { PortablePerson } from '../records.js';
import { UnreadableFile } from '../files/unreadable-file.js';
import { Merges, Seen } from '../files/bounded-memory.js';
import { type CsvRow, CsvTable } from '../files/csv-table.js';
import {
  boardOf,
  countOf,
  dateOf,
  InvalidValue,
  itemsOf,
  mergeCircle,
  metadataOf,
  namesIn,
  optionalId,
  optionalTime,
  personBy,
  slugOf,
  timeOf,
} from './field-values.js';
import type { Part } from '../files/part.js';

/** The fields that a column can have, each with the names of columns that have it unless another one is named. */
const fields = {
  // The tables of this service have both: merges refer to the former.
  external_id: ['id', 'external_id'],
  title: ['title'],
  description: ['description'],
  status: ['status'],
  tags: ['tags'],
  created_at: ['created_at'],
  updated_at: ['updated_at'],
  author_id: ['author_id'],
  author_email: ['author_email'],
  author_name: ['author_name'],
  assignee_email: ['assignee_email'],
  assignee_name: ['assignee_name'],
  board: ['board'],
  estimated_date: ['estimated_date'],
  approval: ['approval'],
  vote_count: ['vote_count', 'upvotes'],
  merged_into: ['merged_into'],
  url: ['url'],
} as const;

type Field = keyof typeof fields;

/** The names of the fields. */
export const csvFields = Object.keys(fields) as Field[];

/** Precedes the names of custom fields in the tables of this service. */
const fieldPrefix = 'field.';

type Read = (field: Field) => string;

/**
 * Reads a CSV file with a row for each feedback, such as the one that this service exports.
 *
 * @param columns names of the columns of fields; without one, the column with the name of the field is read
 */
export async function* readPlainCsv(
  part: Part,
  columns: Readonly<Record<string, string>>,
): AsyncGenerator<Item> {
  checkFields(columns);
  const table = await CsvTable.open(part, {
    required: [columns['title'] ?? 'title', columns['created_at'] ?? 'created_at', ...Object.values(columns)],
    neutralized: true,
  });
  const names = new Map(
    csvFields.map((field) => [field, columns[field] ?? fields[field].find((name) => table.has(name)) ?? '']),
  );
  const known = new Set([...names.values()].map((name) => name.toLowerCase()));
  const readerOf =
    (row: CsvRow): Read =>
    (field) =>
      row.text(names.get(field)!);
  const merges = new Merges();
  const [people, boards] = [new Seen(), new Seen()];
  for await (const row of table.rows()) {
    const read = readerOf(row);
    const person = personOf(read);
    for (const one of [person, assigneeOf(read)])
      if (people.add(one.external_id)) yield { line: row.line, record: one };
    const board = read('board').trim();
    if (board !== '' && boards.add(slugOf(board))) yield { line: row.line, record: boardOf(board) };
    const [id, target] = [read('external_id').trim(), read('merged_into').trim()];
    if (id !== '' && target !== '') merges.add(id, target);
  }
  for (const isMerged of merges.passes)
    for await (const row of table.rows())
      yield* itemsOf(row.line, part.prefix, function* () {
        const read = readerOf(row);
        const target = merges.targetOf(read('external_id').trim());
        if (Boolean(target) !== isMerged) return;
        if (row.isTooWide)
          throw new InvalidValue('wrong_columns', 'The row has more columns than the header.');
        if (target === undefined) yield mergeCircle;
        yield feedbackOf(read, target ?? '', row.textsExcept(known));
      });
}

/** @throws UnreadableFile when a column is mapped to an unknown field */
function checkFields(columns: Readonly<Record<string, string>>): void {
  if (Object.keys(columns).every((field) => Object.hasOwn(fields, field))) return;
  throw new UnreadableFile(
    'unknown_field',
    `Columns can be mapped to these fields: ${csvFields.join(', ')}.`,
  );
}

function personOf(read: Read): PortablePerson {
  const person = personBy(read('author_email'), read('author_name'));
  return { ...person, external_id: read('author_id').trim().slice(0, 200) || person.external_id };
}

function assigneeOf(read: Read): PortablePerson {
  return personBy(read('assignee_email'), read('assignee_name'));
}

function feedbackOf(read: Read, target: string, others: readonly [string, string][]): SourceFeedback {
  // The votes of a merged record are among those of its target.
  const votes = target === '' ? countOf(read('vote_count')) : undefined;
  const updatedAt = optionalTime(read('updated_at'), 'time of the update');
  const url = read('url').trim();
  const board = read('board').trim();
  const estimated = dateOf(read('estimated_date'));
  const approval = read('approval').trim();
  const fields = others.filter(([name, value]) => name.startsWith(fieldPrefix) && value !== '');
  return {
    kind: 'feedback',
    external_id: optionalId(read('external_id')) || fingerprint(read),
    title: read('title'),
    description: read('description'),
    status: read('status').trim(),
    person: personOf(read).external_id,
    tags: namesIn(read('tags')),
    created_at: timeOf(read('created_at'), 'time of creation'),
    merged_into: optionalId(target),
    board: board === '' ? '' : slugOf(board),
    assignee: assigneeOf(read).external_id,
    ...(estimated !== '' && { estimated_date: estimated }),
    ...((approval === 'pending' || approval === 'rejected') && { approval }),
    ...(votes !== undefined && { vote_count: votes }),
    ...(url !== '' && { url }),
    ...(fields.length > 0 && {
      fields: Object.fromEntries(fields.map(([name, value]) => [name.slice(fieldPrefix.length), value])),
    }),
    ...metadataOf([
      ['updated_at', updatedAt],
      // Addresses of people have no place in metadata: they could not be erased with the person.
      ...others.filter(([name]) => !name.startsWith(fieldPrefix) && !/e-?mail|phone/i.test(name)),
    ]),
  };
}

/** Returns an id for a row without one: the same for the same row, so that a second import changes nothing. */
function fingerprint(read: Read): string {
  const values = (['title', 'description', 'created_at', 'author_email', 'author_name'] as const).map(read);
  return `row:${createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32)}`;
}
