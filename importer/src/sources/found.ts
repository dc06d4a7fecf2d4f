import type { CsvRow, CsvTable } from '../files/csv-table.js';
import type { Item, LinkedFile, Note, SourceFeedback, SourceRecord } from '../item.js';
import type { PortableComment } from '../records.js';

/** A value of a record that cannot be read. The record is left out. */
export class InvalidValue extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** A record whose merges lead back to it. It is returned as not merged. */
export const mergeCircle: Note = {
  code: 'merge_circle',
  detail: 'The record is merged into itself by way of others, so its merge is left out.',
};

/** What a row is translated into. */
export type Found = SourceRecord | Note | { readonly linked: LinkedFile } | { readonly leftOut: string };

/**
 * Returns what a row is translated into, with its line.
 *
 * @param prefix precedes the messages about it
 * @param read may throw an `InvalidValue`
 */
export function itemsOf(line: number, prefix: string, read: () => Iterable<Found>): Item[] {
  try {
    return Array.from(read(), (found) => {
      if ('kind' in found) return { line, record: found };
      if ('linked' in found) return { line, linked: found.linked };
      return 'leftOut' in found ? found : { line, code: found.code, detail: `${prefix}${found.detail}` };
    });
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    return [{ line, failed: true, code: error.code, detail: `${prefix}${error.message}` }];
  }
}

/**
 * Returns what the rows of a CSV file are translated into.
 *
 * @param prefix precedes the messages about them
 * @param read may throw an `InvalidValue`
 */
export async function* itemsOfRows(
  table: CsvTable,
  prefix: string,
  read: (row: CsvRow) => Iterable<Found>,
): AsyncGenerator<Item> {
  for await (const row of table.rows()) yield* itemsOf(row.line, prefix, () => read(row));
}

/** @throws InvalidValue when a row has more values than the header has columns */
export function checkWidth(row: CsvRow): void {
  if (row.isTooWide) throw new InvalidValue('wrong_columns', 'The row has more columns than the header.');
}

/** The most files of a record. */
const maxFiles = 10;

/** Returns the files of a record that are known by their addresses. */
export function* linkedFiles(
  urls: readonly string[],
  record: SourceFeedback | PortableComment,
): Generator<Found> {
  const [feedback, comment] =
    record.kind === 'feedback' ? [record.external_id, ''] : ['', record.external_id];
  const { person, created_at: createdAt } = record;
  for (const [index, url] of [...new Set(urls)].entries()) {
    if (index >= maxFiles) yield { leftOut: `pictures beyond ${maxFiles} of a record` };
    else yield { linked: { url, feedback, comment, person, createdAt, position: index + 1 } };
  }
}
