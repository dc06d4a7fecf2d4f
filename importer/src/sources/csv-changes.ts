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
import { checkWidth, type Found, itemsOfRows } from './found.js';
import { StatusHistory } from './status-history.js';
import { timeOf } from './times.js';

/** Returns the changes of the statuses of posts. A row has the new status only, or nothing if the status was removed. */
export async function* readChanges(
  table: MappedTable<'changes'>,
  statuses: Statuses | undefined,
  context: CsvContext,
): AsyncGenerator<Item> {
  yield* readPeople(table, context);
  const history = new StatusHistory('');
  yield* itemsOfRows(table.table, table.part.prefix, function* (row): Generator<Found> {
    checkWidth(row);
    const read = table.readerOf(row);
    const { feedback } = postOf(read, context);
    const person = context.people.idOf(personIn(read));
    if (person === undefined) yield personMissing(personIn(read));
    const time = timeOf(read('created_at'), 'time of the change');
    const to = yield* statusNamed(
      read,
      statuses,
      'changes of statuses (name the table of statuses with --statuses)',
    );
    if (to !== undefined) history.add({ feedback, to, person, time }, row.line);
  });
  yield* history.items();
}
