import { Conditions } from '../../platform/persistence/index.js';
import type { FeedbackFilter, Sort } from '../application/feedback.queries.js';

/** The conditions of a list of feedback, and how a statement with them is read. */
export interface FeedbackConditions {
  /** Conditions on feedback `f`, and on the table that the list is read from. */
  readonly conditions: Conditions;
  /**
   * The alias of the table whose index has the order of the list: search documents `s`, tags of feedback `ft`, or `f`.
   * Chronological lists are read from the table that has an index with the filter columns in that order.
   */
  readonly by: 's' | 'ft' | 'f';
  /** Whether the list is planned for its values each time. Other lists are read from an index, whatever the values. */
  readonly isPlanned: boolean;
}

/**
 * Returns the conditions of a list of the feedback of a project. `$1` is the project.
 *
 * @param tagIds the tags that the filter names
 */
export function feedbackConditions(
  projectId: string,
  filter: FeedbackFilter,
  tagIds: readonly string[],
  sort: Sort,
): FeedbackConditions {
  const byTime = sort === 'newest' || sort === 'oldest' || sort === 'relevance';
  const [firstTag, ...tags] = byTime && filter.text === undefined ? tagIds : [undefined, ...tagIds];
  const by = filter.text !== undefined && byTime ? 's' : firstTag === undefined ? 'f' : 'ft';
  const { statuses = [] } = filter;
  const conditions = new Conditions()
    .and(`${by === 's' ? 's' : 'f'}.project_id = ?`, projectId)
    .and('f.merged_into = ?', filter.mergedInto)
    .and('ft.tag_id = ?', firstTag)
    .and('f.status = ?', statuses.length === 1 ? statuses[0] : undefined)
    .and('f.status = any(?)', statuses.length > 1 ? statuses : undefined)
    .and('f.user_id = ?', filter.userId)
    .and(
      'f.id in (select coalesce(m.merged_into, m.id) from feedback m where m.id = any(?::uuid[]))',
      filter.ids,
    )
    .and(
      `f.id in (select v.feedback_id from votes v where v.user_id = ?
                union all
                select m.merged_into from votes v join feedback m on m.id = v.feedback_id
                where v.user_id = ? and m.merged_into is not null)`,
      filter.voterId,
    )
    .and('f.assignee_id = ?', filter.assignee === 'none' ? undefined : filter.assignee)
    .and('f.estimated_date >= ?::date', filter.estimatedAfter)
    .and('f.estimated_date < ?::date', filter.estimatedBefore)
    .and('f.pinned = ?', filter.pinned)
    .and(importedAs('m.external_id = ?'), filter.externalId)
    .and(importedAs('m.source = ?'), filter.source)
    .and(`${by}.created_at >= ?`, filter.createdAfter?.toISOString())
    .and(`${by}.created_at < ?`, filter.createdBefore?.toISOString())
    .and('f.updated_at >= ?', filter.updatedAfter?.toISOString());
  for (const tag of tags) {
    conditions.and('f.id in (select feedback_id from feedback_tags where tag_id = ?)', tag);
  }
  if (filter.assignee === 'none') conditions.where.push('f.assignee_id is null');
  if (filter.mergedInto === undefined) conditions.where.push('f.merged_into is null');
  const isFiltered = conditions.values.length > 1;
  const isPlanned =
    tagIds.length > 0 ||
    statuses.length > 1 ||
    filter.voterId !== undefined ||
    filter.assignee !== undefined ||
    filter.estimatedAfter !== undefined ||
    filter.estimatedBefore !== undefined ||
    filter.pinned !== undefined ||
    filter.ids !== undefined ||
    filter.mergedInto !== undefined ||
    filter.updatedAfter !== undefined ||
    filter.externalId !== undefined ||
    filter.source !== undefined ||
    (isFiltered && !byTime);
  return { conditions, by, isPlanned };
}

/** SQL for whether feedback `f` of project `$1`, or feedback merged into it, satisfies a condition. */
function importedAs(condition: string): string {
  return `f.id in (select coalesce(m.merged_into, m.id) from feedback m
    where m.project_id = $1 and m.external_id is not null and ${condition})`;
}
