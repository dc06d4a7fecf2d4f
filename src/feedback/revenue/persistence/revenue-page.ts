import type { KeysetList, Sql } from '../../../platform/persistence/index.js';
import type { Page, PageRequest } from '../../../shared/records.js';
import { rankedPage, withTotal } from '../../items/persistence/ranked-page.js';

/**
 * Returns a page of a list of feedback `f` of project `$1` by revenue: first the feedback that companies want, which an index
 * has in this order, then all other feedback, newest first.
 *
 * @param list the list in chronological order
 */
export async function revenuePage<Row>(
  sql: Sql,
  list: KeysetList<Row>,
  request: PageRequest,
): Promise<Page<Row>> {
  const wanted: KeysetList<Row> = {
    ...list,
    from: `${list.from} join feedback_revenue r on r.feedback_id = f.id`,
    where: [...list.where, 'r.project_id = $1'],
    order: [
      { sql: 'r.revenue', type: 'bigint' },
      { sql: 'r.feedback_id', type: 'uuid' },
    ],
  };
  const others: KeysetList<Row> = {
    ...list,
    where: [...list.where, 'not exists (select from feedback_revenue r where r.feedback_id = f.id)'],
  };
  const page = await rankedPage<Row>(
    sql,
    [wanted, others].map((part) => async () => part),
    request,
  );
  if (!request.count) return page;
  const { total = 0 } = await sql.page(list, { limit: 1, count: true });
  return withTotal(page, total);
}
