import { type Page, type PageRequest, pageOfJson } from '../../shared/records.js';
import { invalidCursor, type KeysetList, maxPageBytes } from './keyset.js';
import type { Sql } from './sql.js';

/**
 * Returns one page of several lists, one after the other, which have no row in common. A position
 * is the number of the list and the position in it. A list is only read when those before it do not fill the page.
 */
export async function rankedPage<Row>(
  sql: Sql,
  lists: readonly (() => Promise<KeysetList<Row>>)[],
  { limit, after }: Omit<PageRequest, 'count'>,
): Promise<Page<Row>> {
  const [first = '0', ...position] = after ?? [];
  if (!/^\d{1,3}$/.test(first) || Number(first) >= lists.length) throw invalidCursor();
  const lines: string[] = [];
  let bytes = 0;
  const pageWith = (next?: string[]) => pageOfJson<Row>(lines.join('\n'), next ? { next } : {});
  for (const [number, listOf] of lists.entries()) {
    if (number < Number(first)) continue;
    const isFull = lines.length === limit || bytes >= maxPageBytes;
    const request = { limit: isFull ? 1 : limit - lines.length, count: false };
    const continues = position.length > 0 && number === Number(first);
    const page = await sql.page(await listOf(), continues ? { ...request, after: position } : request);
    // The next page starts with this list, if it has any records.
    if (isFull && page.json !== '') return pageWith([String(number)]);
    if (page.json) lines.push(...page.json.split('\n'));
    bytes += Buffer.byteLength(page.json ?? '');
    if (page.next) return pageWith([String(number), ...page.next]);
  }
  return pageWith();
}

/** Returns one page of a list, whose parts are read one after the other. */
export async function pageOfParts<Row>(
  sql: Sql,
  list: KeysetList<Row>,
  parts: readonly KeysetList<Row>[],
  request: PageRequest,
): Promise<Page<Row>> {
  const page = await rankedPage<Row>(
    sql,
    parts.map((part) => async () => part),
    request,
  );
  if (!request.count) return page;
  const { total = 0 } = await sql.page(list, { limit: 1, count: true });
  return withTotal(page, total);
}

/** Returns the page with the number of records in the whole list. Does not parse the records. */
export function withTotal<Row>({ json = '', next }: Page<Row>, total: number): Page<Row> {
  return pageOfJson(json, { ...(next && { next }), total });
}
