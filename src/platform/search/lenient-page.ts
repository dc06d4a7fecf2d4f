import type { Page, PageRequest } from '../../shared/records.js';

/**
 * Returns a page of a search, and where the search matches nothing at all, a page of the lenient search: it tolerates typos in
 * words of four letters, and finds `darkmode` as "dark mode".
 *
 * @param search returns a page of the search
 */
export async function pageOrLenient<Row>(
  search: (isLenient: boolean, page: PageRequest) => Promise<Page<Row>>,
  page: PageRequest,
): Promise<Page<Row>> {
  const found = await search(false, page);
  if (!isEmpty(found)) return found;
  if (page.after && !isEmpty(await search(false, { limit: 1, count: false }))) return found;
  return search(true, page);
}

/** Does not parse the records. */
function isEmpty<Row>(page: Page<Row>): boolean {
  return page.json === undefined ? page.records.length === 0 : page.json === '';
}
