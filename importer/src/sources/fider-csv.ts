import type { Item, SourceFeedback } from '../item.js';
import type { PortableComment } from '../records.js';
import { Merges, Seen } from '../files/bounded-memory.js';
import type { DateOrder } from '../files/cells.js';
import { type CsvRow, CsvTable } from '../files/csv-table.js';
import { metadataOf, namesIn } from './field-values.js';
import { checkWidth, itemsOfRows, mergeCircle } from './found.js';
import { personBy } from './named-records.js';
import type { Part } from '../files/part.js';

const required = ['number', 'title', 'description', 'created_at', 'created_by', 'votes_count', 'status'];

/**
 * Reads the CSV export of Fider. It has the names of authors only, and no comments except official responses. Posts are identified
 * by their numbers, as in a backup, so that one can follow the other.
 */
export async function* readFiderCsv(part: Part, dates?: DateOrder): AsyncGenerator<Item> {
  const table = await CsvTable.open(part, { required, dates });
  const [seen, numbers] = [new Seen(), new Seen()];
  const merges = new Merges();
  let hasTags = false;
  for await (const row of table.rows()) {
    for (const column of ['created_by', 'responded_by']) {
      const person = personBy('', row.text(column));
      if (seen.add(person.external_id)) yield { line: row.line, record: person };
    }
    const [id, target] = [row.word('number'), row.word('original_number')];
    if (numbers.add(id) && target !== '') merges.add(id, target);
    hasTags ||= row.word('tags') !== '';
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
      const id = row.word('number');
      const target = merges.targetOf(id);
      if (Boolean(target) !== isMerged) return;
      if (target === undefined) yield mergeCircle;
      yield feedbackOf(row, target ?? '');
    });
  yield* itemsOfRows(table, part.prefix, function* (row) {
    if (row.word('response') !== '' && !row.isTooWide) yield responseOf(row);
  });
}

function feedbackOf(row: CsvRow, target: string): SourceFeedback {
  // The votes of a duplicate are among the votes of the original.
  const votes = row.count('votes_count');
  return {
    kind: 'feedback',
    external_id: row.id('number'),
    title: row.text('title'),
    description: row.text('description'),
    status: row.text('status'),
    person: personBy('', row.text('created_by')).external_id,
    tags: namesIn(row.text('tags')),
    created_at: row.time('created_at'),
    merged_into: target,
    ...(target === '' && votes !== undefined && { vote_count: votes }),
    ...metadataOf([
      ['comments_count', row.count('comments_count') || ''],
      ['votes_count', (target !== '' && votes) || ''],
    ]),
  };
}

/** Returns the official response as a comment. */
function responseOf(row: CsvRow): PortableComment {
  const number = row.id('number');
  return {
    kind: 'comment',
    external_id: `response:${number}`,
    feedback: number,
    person: personBy('', row.text('responded_by')).external_id,
    content: row.text('response'),
    parent: '',
    comment_kind: 'response',
    created_at: row.time('responded_at'),
  };
}
