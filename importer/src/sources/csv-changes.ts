import type { Item } from '../item.js';
import type { MappedTable } from './csv-fields.js';
import {
  type CsvContext,
  personIn,
  personMissing,
  postOf,
  readPeople,
  type Statuses,
  statusNamed,
} from './csv-relations.js';
import { type Found, itemsOfRows } from './found.js';
import { StatusHistory } from './status-history.js';

/** Returns the changes of the statuses of posts. A row has the new status only, or nothing if the status was removed. */
export async function* readChanges(
  table: MappedTable<'changes'>,
  statuses: Statuses | undefined,
  context: CsvContext,
): AsyncGenerator<Item> {
  yield* readPeople(table, context);
  const history = new StatusHistory('');
  yield* itemsOfRows(table, table.prefix, function* (row): Generator<Found> {
    const { feedback } = postOf(row, context);
    const named = personIn(row);
    const person = context.people.idOf(named);
    if (person === undefined) yield personMissing(named);
    const time = row.time('created_at');
    const to = yield* statusNamed(
      row,
      statuses,
      'changes of statuses (name the table of statuses with --statuses)',
    );
    if (to !== undefined) history.add({ feedback, to, person, time }, row.line);
  });
  yield* history.items();
}
