import { invalidCursor, type KeysetList, type Sql } from '../../platform/persistence/index.js';
import type { Page, PageRequest } from '../../shared/records.js';

/**
 * Returns one page of several lists, one after the other, which have no row in common and the same order each. A position
 * is the number of the list and the position in it. A list is only read when those before it do not fill the page.
 */
export async function rankedPage<Row>(
  sql: Sql,
  lists: readonly (() => Promise<KeysetList<Row>>)[],
  { limit, after }: Omit<PageRequest, 'count'>,
): Promise<Page<Row>> {
  const [first = '0', ...position] = after ?? [];
  if (!/^\d$/.test(first) || Number(first) >= lists.length) throw invalidCursor();
  const found: { row: Row; position: () => string[] }[] = [];
  for (const [number, listOf] of lists.entries()) {
    if (number < Number(first) || found.length > limit) continue;
    const list = await listOf();
    // One row more than asked for, to know whether there is more.
    const request = { limit: limit + 1 - found.length, count: false };
    const isFirst = after !== undefined && number === Number(first);
    const { records } = await sql.page(list, isFirst ? { ...request, after: position } : request);
    for (const row of records) {
      found.push({ row, position: () => [String(number), ...list.order.map(({ of }) => of(row))] });
    }
  }
  const records = found.slice(0, limit);
  const last = records.at(-1);
  return {
    records: records.map(({ row }) => row),
    ...(found.length > limit && last ? { next: last.position() } : {}),
  };
}
