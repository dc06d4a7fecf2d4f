import { Conditions, type Sql } from '../../../platform/persistence/index.js';
import {
  hidesAny,
  noBoard,
  type ProjectReader,
  type StatusKind,
  tagKey,
  UnknownBoard,
  UnknownStatus,
} from '../../../project/index.js';
import { type FoundByField, hasValue, leadingField } from './field-conditions.js';
import type { FeedbackFilter, Sort } from '../application/feedback-filter.js';
import type { Approval } from '../domain/approval.js';
import { andVisible, isVisibleOnBoard, satisfies, seesAllApproved } from './visible-feedback.js';
import { type FoundByCompany, wantedBy } from '../../revenue/persistence/company-conditions.js';

/** The conditions of a list of feedback, and how a statement with them is read. */
interface FeedbackConditions {
  /** Conditions on feedback `f`, and on the table that the list is read from. */
  readonly conditions: Conditions;
  /**
   * The alias of the table whose index has the order of the list: search documents `s`, tags of feedback `ft`, values of
   * fields `fv`, or `f`.
   * Chronological lists are read from the table that has an index with the filter columns in that order.
   */
  readonly by: 's' | 'ft' | 'fv' | 'f';
  /** Whether the list is planned for its values each time. Other lists are read from an index, whatever the values. */
  readonly isPlanned: boolean;
}

/**
 * Returns the conditions of a list of the feedback of a project that a reader can see. `$1` is the project.
 *
 * @param tagIds the tags that the filter names
 * @param fields what is known about the fields that the filter names
 * @param company what is known about the company that the filter names
 */
export function feedbackConditions(
  reader: ProjectReader,
  filter: FeedbackFilter,
  tagIds: readonly string[],
  fields: readonly FoundByField[],
  company: FoundByCompany | undefined,
  sort: Sort,
): FeedbackConditions {
  const byTime = sort === 'newest' || sort === 'oldest' || sort === 'relevance';
  const [firstTag, ...tags] = byTime && filter.text === undefined ? tagIds : [undefined, ...tagIds];
  const leading = byTime && filter.text === undefined && !firstTag ? leadingField(fields) : undefined;
  const by = filter.text !== undefined && byTime ? 's' : firstTag ? 'ft' : leading ? 'fv' : 'f';
  const { statuses = [], approval = 'approved' } = filter;
  const conditions = new Conditions().and(`${by === 's' ? 's' : 'f'}.project_id = ?`, reader.projectId);
  /** The condition that the reader can see feedback `m`, which is or is merged into the one of the list. */
  const visible = () => andVisible('m', reader, (value) => conditions.value(value));
  conditions
    .and('f.merged_into = ?', filter.mergedInto)
    .and('ft.tag_id = ?', firstTag)
    .and('f.status = ?', statuses.length === 1 ? statuses[0] : undefined)
    .and('f.status = any(?)', statuses.length > 1 ? statuses : undefined)
    .and('f.user_id = ?', filter.userId)
    .and(isIncluded('?'), filter.ids)
    .and('f.assignee_id = ?', filter.assignee === 'none' ? undefined : filter.assignee)
    .and('f.estimated_date >= ?::date', filter.estimatedAfter)
    .and('f.estimated_date < ?::date', filter.estimatedBefore)
    .and('f.pinned = ?', filter.pinned)
    .and(`${by}.created_at >= ?`, filter.createdAfter?.toISOString())
    .and(`${by}.created_at < ?`, filter.createdBefore?.toISOString())
    .and('f.updated_at >= ?', filter.updatedAfter?.toISOString());
  // SQL of a host may contain `?`, which `and` would replace.
  const add = (value: unknown, condition: (parameter: string) => string) => {
    if (value !== undefined) conditions.where.push(condition(conditions.value(value)));
  };
  add(company?.ids, (ids) => isIncluded(ids, visible()));
  add(company?.ids ? undefined : filter.company, (id) => wantedBy(id, visible()));
  add(
    filter.voterId,
    (voter) => `f.id in (select v.feedback_id from votes v where v.user_id = ${voter}
                union all
                select m.merged_into from votes v join feedback m on m.id = v.feedback_id
                where v.user_id = ${voter} and m.merged_into is not null ${visible()})`,
  );
  add(filter.externalId, (id) => importedAs(`m.external_id = ${id}`, visible()));
  add(filter.source, (source) => importedAs(`m.source = ${source}`, visible()));
  conditions.where.push(hasApproval[approval]);
  // Others than editors see their own feedback that waits or was rejected.
  if (approval !== 'approved' && !reader.seesUnapproved) conditions.and('f.user_id = ?', reader.userId);
  for (const tag of tags) {
    conditions.and('f.id in (select feedback_id from feedback_tags where tag_id = ?)', tag);
  }
  addFields(conditions, fields, leading);
  if (filter.assignee === 'none') conditions.where.push('f.assignee_id is null');
  if (filter.mergedInto === undefined) {
    conditions.where.push('f.merged_into is null');
  } else if (!seesAllApproved(reader)) {
    add(filter.mergedInto, (id) => `exists (select from feedback m where m.id = ${id} ${visible()})`);
  }
  addBoards(conditions, filter.boards ?? [], reader);
  const isPlanned =
    tagIds.length > 0 ||
    fields.length > 0 ||
    !seesAllApproved(reader) ||
    isPlannedFor(filter) ||
    (conditions.values.length > 1 && !byTime);
  return { conditions, by, isPlanned };
}

/** Returns whether no index of feedback begins with the columns of a filter. */
function isPlannedFor(filter: FeedbackFilter): boolean {
  const { statuses = [], boards = [], approval = 'approved' } = filter;
  const isGiven = [
    filter.voterId,
    filter.company,
    filter.assignee,
    filter.estimatedAfter,
    filter.estimatedBefore,
    filter.pinned,
    filter.ids,
    filter.mergedInto,
    filter.updatedAfter,
    filter.externalId,
    filter.source,
  ].some((value) => value !== undefined);
  return isGiven || statuses.length > 1 || boards.length > 1 || approval !== 'approved';
}

/**
 * Adds the conditions on values of fields.
 *
 * @param leading the one of them whose values `fv` the list is read from
 */
function addFields(
  conditions: Conditions,
  fields: readonly FoundByField[],
  leading: FoundByField | undefined,
): void {
  const value = (given: unknown) => conditions.value(given);
  for (const field of fields) {
    const { condition, ids } = field;
    if (field === leading)
      conditions.where.push(`fv.project_id = $1 and ${hasValue('fv', condition, value)}`);
    else if (ids) conditions.and('f.id = any(?::uuid[])', ids);
    // A subquery, and no join that PostgreSQL could begin with: it is checked for each record in the order of the list.
    else {
      const id = leading ? 'fv.feedback_id' : 'f.id';
      const found = hasValue('v', condition, value);
      conditions.where.push(
        `(select true from feedback_field_values v where v.feedback_id = ${id} and ${found} limit 1)`,
      );
    }
  }
}

/** The condition that feedback `f`, or feedback merged into it, has one of the ids. */
const isIncluded = (ids: string, visible = '') =>
  `f.id in (select coalesce(m.merged_into, m.id) from feedback m where m.id = any(${ids}::uuid[]) ${visible})`;

/** SQL for whether feedback `f` has the approval. It names the approval, because indexes are partial. */
export const hasApproval: Readonly<Record<Approval, string>> = {
  approved: "f.approval = 'approved'",
  pending: "f.approval = 'pending'",
  rejected: "f.approval = 'rejected'",
};

/** SQL for whether feedback `f` of project `$1`, or feedback merged into it, satisfies a condition. */
function importedAs(condition: string, visible: string): string {
  return `f.id in (select coalesce(m.merged_into, m.id) from feedback m
    where m.project_id = $1 and m.external_id is not null and ${condition} ${visible})`;
}

/**
 * Adds the condition that the reader can see feedback `f`, and that it is on one of the boards; on any or none, if there are
 * no slugs.
 *
 * @param boards slugs of boards that are not hidden from the reader entirely
 */
export function addBoards(conditions: Conditions, boards: readonly string[], reader: ProjectReader): void {
  const parameter = (value: unknown) => conditions.value(value);
  const ofHost = reader.conditions.feedback;
  if (ofHost) conditions.where.push(satisfies('f.id', ofHost, parameter));
  const slugs = boards.filter((slug) => slug !== noBoard);
  if (boards.length > 0) {
    const onBoards = slugs.length === 1 ? 'f.board = ?' : 'f.board = any(?)';
    const onAny = boards.length > slugs.length ? `(f.board is null or ${onBoards})` : onBoards;
    if (slugs.length === 0) conditions.where.push('f.board is null');
    else conditions.and(onAny, slugs.length === 1 ? slugs[0] : slugs);
  }
  const { exceptOwn } = reader.hiddenBoards;
  const showsOwnOnly = boards.length > 0 && boards.every((slug) => exceptOwn.includes(slug));
  const showsAll = boards.length > 0 && !boards.some((slug) => exceptOwn.includes(slug));
  if (showsAll) return;
  // By the index of the feedback of a user.
  if (showsOwnOnly) conditions.and('f.user_id = ?', reader.userId);
  else if (hidesAny(reader.hiddenBoards)) conditions.where.push(isVisibleOnBoard('f', reader, parameter));
}

/**
 * Checks the slugs of a filter by boards.
 *
 * @throws InvalidInput when the reader sees no board with one of the slugs
 */
export async function expectBoards(
  sql: Sql,
  { projectId, hiddenBoards }: ProjectReader,
  boards: readonly string[] = [],
): Promise<void> {
  const slugs = boards.filter((slug) => slug !== noBoard);
  if (slugs.length === 0) return;
  const known = await sql.read<{ slug: string }>('select slug from project_boards where project_id = $1', [
    projectId,
  ]);
  const isKnown = (slug: string) =>
    known.some((board) => board.slug === slug) && !hiddenBoards.entirely.includes(slug);
  if (!slugs.every(isKnown)) throw UnknownBoard.ofParameter('board');
}

/**
 * Returns the keys of the statuses that the filter selects; undefined if it selects all.
 *
 * @throws InvalidInput when the project has no status with one of the keys
 */
export async function findStatuses(
  sql: Sql,
  projectId: string,
  { statuses: keys, statusKinds: kinds }: FeedbackFilter,
): Promise<string[] | undefined> {
  if (!keys && !kinds) return undefined;
  const known = await sql.read<{ key: string; kind: StatusKind }>(
    'select key, kind from project_statuses where project_id = $1',
    [projectId],
  );
  if (keys?.some((key) => !known.some((status) => status.key === key))) {
    throw UnknownStatus.ofParameter('status');
  }
  const selected = known.filter(
    ({ key, kind }) => (keys?.includes(key) ?? true) && (kinds?.includes(kind) ?? true),
  );
  return selected.map(({ key }) => key);
}

/** Returns the ids of the tags with these names, or null when a tag does not exist. */
export async function findTagIds(
  sql: Sql,
  projectId: string,
  names: readonly string[],
): Promise<string[] | null> {
  const keys = [...new Set(names.map(tagKey))];
  if (keys.length === 0) return [];
  const rows = await sql.read<{ id: string }>(
    'select id from project_tags where project_id = $1 and name_key = any($2) order by id',
    [projectId, keys],
  );
  return rows.length === keys.length ? rows.map(({ id }) => id) : null;
}
