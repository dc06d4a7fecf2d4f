import { createHash } from 'node:crypto';
import type { PortableFeedback } from '../../project-export/index.js';
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

/** The fields that a column can have. */
export const csvFields = [
  ...['external_id', 'title', 'description', 'status', 'tags', 'created_at', 'updated_at'],
  ...['author_email', 'author_name', 'vote_count', 'merged_into', 'url'],
] as const;

type CsvField = (typeof csvFields)[number];

/**
 * Reads a CSV file with a row for each feedback. A field is read from the column that `columns` names, otherwise from
 * the column with the name of the field.
 */
export async function* readPlainCsv(
  part: Part,
  { columns = {} }: ImportFormatOptions,
): AsyncGenerator<ImportItem> {
  const names = columnNames(columns);
  const table = await CsvTable.open(part, {
    required: [names.title, names.created_at, ...Object.values(columns)],
    neutralized: true,
  });
  const read = (row: CsvRow, field: CsvField) => row.text(names[field]);
  const known = new Set(Object.values(names).map((name) => name.toLowerCase()));
  const merges = new Merges();
  const people = new Seen();
  for await (const row of table.rows()) {
    const person = personBy(read(row, 'author_email'), read(row, 'author_name'));
    if (people.add(person.external_id)) yield { line: row.line, record: person };
    const [id, target] = [read(row, 'external_id').trim(), read(row, 'merged_into').trim()];
    if (id !== '' && target !== '') merges.add(id, target);
  }
  for (const isMerged of merges.size > 0 ? [false, true] : [false])
    for await (const row of table.rows())
      yield* itemsOf(row.line, part.prefix, function* () {
        const target = merges.targetOf(read(row, 'external_id').trim());
        if (((target ?? '') !== '') !== isMerged) return;
        if (row.isTooWide)
          throw new InvalidValue('wrong_columns', 'The row has more columns than the header.');
        if (target === undefined) yield mergeCircle;
        yield feedbackOf((field) => read(row, field), target ?? '', row.textsExcept(known));
      });
}

/** @throws UnreadableFile when a column is mapped to an unknown field */
function columnNames(columns: Readonly<Record<string, string>>): Record<CsvField, string> {
  const unknown = Object.keys(columns).find((field) => !csvFields.some((known) => known === field));
  if (unknown !== undefined)
    throw new UnreadableFile(
      'unknown_field',
      `Columns can be mapped to these fields: ${csvFields.join(', ')}.`,
    );
  return Object.fromEntries(csvFields.map((field) => [field, columns[field] ?? field])) as Record<
    CsvField,
    string
  >;
}

function feedbackOf(
  read: (field: CsvField) => string,
  target: string,
  others: readonly [string, string][],
): PortableFeedback {
  const votes = countOf(read('vote_count'));
  const updatedAt = optionalTime(read('updated_at'), 'time of the update');
  const url = read('url').trim();
  return {
    kind: 'feedback',
    external_id: optionalId(read('external_id')) || fingerprint(read),
    title: read('title'),
    description: read('description'),
    status: read('status').trim(),
    person: personBy(read('author_email'), read('author_name')).external_id,
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
function fingerprint(read: (field: CsvField) => string): string {
  const values = (['title', 'description', 'created_at', 'author_email', 'author_name'] as const).map(read);
  return `row:${createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32)}`;
}
