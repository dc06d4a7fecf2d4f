import { createHash } from 'node:crypto';
import type { PortableFeedback, PortablePerson } from '../../project-export/index.js';
import type { ImportFormatOptions, ImportItem } from '../application/import-formats.js';
import { UnreadableFile } from '../domain/unreadable-file.js';
import { Merges, Seen } from './bounded-memory.js';
import { type CsvRow, CsvTable } from './csv-table.js';
import {
  countOf,
  InvalidValue,
  itemsOf,
  mergeCircle,
  metadataOf,
  namesIn,
  optionalId,
  optionalTime,
  personBy,
  timeOf,
} from './field-values.js';
import type { Part } from './part.js';

/** The fields that a column can have, each with the names of columns that have it unless another one is named. */
const fields = {
  external_id: ['external_id', 'id'],
  title: ['title'],
  description: ['description'],
  status: ['status'],
  tags: ['tags'],
  created_at: ['created_at'],
  updated_at: ['updated_at'],
  author_id: ['author_id'],
  author_email: ['author_email'],
  author_name: ['author_name'],
  vote_count: ['vote_count', 'upvotes'],
  merged_into: ['merged_into'],
  url: ['url'],
} as const;

type Field = keyof typeof fields;

/** The names of the fields. */
export const csvFields = Object.keys(fields) as Field[];

type Read = (field: Field) => string;

/**
 * Reads a CSV file with a row for each feedback, such as the one that this service exports. A field is read from the
 * column that `columns` names, otherwise from the column with the name of the field.
 */
export async function* readPlainCsv(
  part: Part,
  { columns = {} }: ImportFormatOptions,
): AsyncGenerator<ImportItem> {
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
  const people = new Seen();
  for await (const row of table.rows()) {
    const read = readerOf(row);
    const person = personOf(read);
    if (people.add(person.external_id)) yield { line: row.line, record: person };
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

function feedbackOf(read: Read, target: string, others: readonly [string, string][]): PortableFeedback {
  // The votes of a merged record are among those of its target.
  const votes = target === '' ? countOf(read('vote_count')) : undefined;
  const updatedAt = optionalTime(read('updated_at'), 'time of the update');
  const url = read('url').trim();
  return {
    kind: 'feedback',
    external_id: optionalId(read('external_id')) || fingerprint(read),
    title: read('title'),
    description: read('description'),
    status: read('status').trim(),
    person: personOf(read).external_id,
    tags: namesIn(read('tags')),
    created_at: timeOf(read('created_at'), 'time of creation'),
    ...(updatedAt !== undefined && { updated_at: updatedAt }),
    merged_into: optionalId(target),
    ...(votes !== undefined && { vote_count: votes }),
    ...(url !== '' && { url }),
    // Addresses of people have no place in metadata: they could not be erased with the person.
    ...metadataOf(others.filter(([name]) => !/e-?mail|phone/i.test(name))),
  };
}

/** Returns an id for a row without one: the same for the same row, so that a second import changes nothing. */
function fingerprint(read: Read): string {
  const values = (['title', 'description', 'created_at', 'author_email', 'author_name'] as const).map(read);
  return `row:${createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32)}`;
}
