import type { Item, SourceFeedback } from '../item.js';
import type { PortableComment } from '../records.js';
import { Merges, Seen } from '../files/bounded-memory.js';
import { type CsvRow, CsvTable } from '../files/csv-table.js';
import { countOf, idOf, metadataOf, namesIn, optionalId } from './field-values.js';
import { checkWidth, itemsOfRows, mergeCircle } from './found.js';
import { personBy } from './named-records.js';
import type { Part } from '../files/part.js';
import { timeOf } from './times.js';

const required = ['number', 'title', 'description', 'created_at', 'created_by', 'votes_count', 'status'];

/**
 * Reads the CSV export of Fider. It has the names of authors only, and no comments except official responses. Posts are identified
 * by their numbers, as in a backup, so that one can follow the other.
 */
export async function* readFiderCsv(part: Part): AsyncGenerator<Item> {
  const table = await CsvTable.open(part, { required });
  const seen = new Seen();
  const merges = new Merges();
  let hasTags = false;
  for await (const row of table.rows()) {
    for (const column of ['created_by', 'responded_by']) {
      const person = personBy('', row.text(column));
      if (seen.add(person.external_id)) yield { line: row.line, record: person };
    }
    const [id, target] = [row.text('number').trim(), row.text('original_number').trim()];
    if (id !== '' && target !== '') merges.add(id, target);
    hasTags ||= row.text('tags').trim() !== '';
  }
  if (hasTags)
    yield {
      line: 1,
      code: 'visibility_unknown',
      detail:
        'The file does not say which tags only the team sees: everybody will see all of them. A backup does.',
    };
  for (const isMerged of merges.passes)
    yield* itemsOfRows(table, part.prefix, function* (row) {
      if (row.isTooWide && isMerged) return;
      checkWidth(row);
      const id = row.text('number').trim();
      const target = merges.targetOf(id);
      if (Boolean(target) !== isMerged) return;
      if (target === undefined) yield mergeCircle;
      yield feedbackOf(row, target ?? '');
    });
  yield* itemsOfRows(table, part.prefix, function* (row) {
    if (row.text('response').trim() !== '' && !row.isTooWide) yield responseOf(row);
  });
}

function feedbackOf(row: CsvRow, target: string): SourceFeedback {
  // The votes of a duplicate are among those of the original.
  const votes = target === '' ? countOf(row.text('votes_count')) : undefined;
  return {
    kind: 'feedback',
    external_id: idOf(row.text('number'), 'number'),
    title: row.text('title'),
    description: row.text('description'),
    status: row.text('status'),
    person: personBy('', row.text('created_by')).external_id,
    tags: namesIn(row.text('tags')),
    created_at: timeOf(row.text('created_at'), 'time of creation'),
    merged_into: optionalId(target),
    ...(votes !== undefined && { vote_count: votes }),
    ...metadataOf([
      ['comments_count', Number(row.text('comments_count')) || ''],
      [
        'votes_count',
        target !== '' && Number(row.text('votes_count')) ? Number(row.text('votes_count')) : '',
      ],
    ]),
  };
}

/** Returns the official response as a comment. */
function responseOf(row: CsvRow): PortableComment {
  const number = idOf(row.text('number'), 'number');
  return {
    kind: 'comment',
    external_id: `response:${number}`,
    feedback: number,
    person: personBy('', row.text('responded_by')).external_id,
    content: row.text('response'),
    parent: '',
    comment_kind: 'response',
    created_at: timeOf(row.text('responded_at'), 'time of the response'),
  };
}
