import type { KeysetList } from '../../../platform/persistence/index.js';

/**
 * Divides a list of feedback `f` of project `$1` by revenue: first the feedback that companies want, which an index has in this
 * order, then all other feedback, newest first.
 *
 * @param list the list in chronological order
 */
export function byRevenue<Row>(list: KeysetList<Row>): KeysetList<Row>[] {
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
  return [wanted, others];
}
