import { InvalidValue, type RecordReader } from '../files/record-reader.js';
import type { Item, LinkedFile, Note, SourceFeedback, SourceRecord, ThreadedComment } from '../item.js';
import type { PortableComment } from '../records.js';

/** A record whose merges lead back to it. It is returned as not merged. */
export const mergeCircle: Note = {
  code: 'merge_circle',
  detail: 'The record is merged into itself by way of others, so its merge is left out.',
};

/** The reason why a record is left out whose id an earlier one has. */
export function duplicateOf(kind: string, id: string): InvalidValue {
  return new InvalidValue('duplicate_id', `An earlier ${kind} has the id ${id}, so this one is left out.`);
}

/** What a row is translated into. */
export type Found =
  | SourceRecord
  | Note
  | { readonly linked: LinkedFile }
  | { readonly leftOut: string }
  /** What remains of a comment if no record of it follows. */
  | { readonly unread: ThreadedComment };

/**
 * Returns what a row is translated into, with its line, and what has been noted about its values.
 *
 * @param prefix precedes the messages about it
 * @param read may throw an `InvalidValue`
 */
export function itemsOf(
  { line, notes }: Pick<RecordReader, 'line' | 'notes'>,
  prefix: string,
  read: () => Iterable<Found>,
): Item[] {
  const noteOf = ({ code, detail }: Note) => ({ line, code, detail: `${prefix}${detail}` });
  let unread: Item[] = [];
  const items: Item[] = [];
  try {
    for (const found of read()) {
      if ('unread' in found) unread = [found];
      else if ('kind' in found) {
        unread = [];
        items.push({ line, record: found });
      } else if ('linked' in found) items.push({ line, linked: found.linked });
      else items.push('leftOut' in found ? found : noteOf(found));
    }
    return [...unread, ...items, ...notes.splice(0).map(noteOf)];
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    return [...unread, { ...noteOf(error), failed: true }];
  }
}

/**
 * Returns what the rows of a table are translated into.
 *
 * @param prefix precedes the messages about them
 * @param read may throw an `InvalidValue`
 */
export async function* itemsOfRows<Row extends RecordReader>(
  table: { rows(): AsyncIterable<Row> },
  prefix: string,
  read: (row: Row) => Iterable<Found>,
): AsyncGenerator<Item> {
  for await (const row of table.rows()) yield* itemsOf(row, prefix, () => read(row));
}

/** @throws InvalidValue when a row has more values than the header has columns */
export function checkWidth({ isTooWide }: { readonly isTooWide: boolean }): void {
  if (isTooWide) throw new InvalidValue('wrong_columns', 'The row has more columns than the header.');
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
