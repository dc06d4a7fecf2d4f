import type { Sql } from '../../../platform/persistence/index.js';
import {
  type CustomFieldRecord,
  type FieldCondition,
  type FieldFilter,
  type FieldSort,
  parseFieldFilters,
  parseFieldSort,
  type ProjectReader,
  type SortedField,
} from '../../../project/index.js';
import { indexedValue } from './field-values.js';

/**
 * The number of matches up to which they are sorted, instead of reading all feedback in the order of the list until enough
 * of it matches.
 */
export const maxIds = 1_000;

/** A condition on a field, and what is known about the feedback that satisfies it. */
export interface FoundByField {
  readonly condition: FieldCondition;
  /** Ids of the feedback, merged or not, if there is little. */
  readonly ids?: readonly string[];
}

/**
 * Returns what is known about the feedback that filters by fields find. PostgreSQL cannot estimate it, because its statistics
 * do not tell the values of one field from the values of others.
 *
 * @param canLead whether the list can be read from the index of the values of one field: see {@link leadingField}
 * @throws InvalidInput when a filter does not fit a field that the reader sees
 */
export async function findByFields(
  sql: Sql,
  reader: ProjectReader,
  filters: readonly FieldFilter[],
  canLead: boolean,
): Promise<FoundByField[]> {
  if (filters.length === 0) return [];
  const conditions = parseFieldFilters(await fieldsFor(sql, reader), filters);
  if (canLead && conditions.length === 1 && isLookedUp(conditions[0]!))
    return [{ condition: conditions[0]! }];
  return Promise.all(conditions.map((condition) => find(sql, reader.projectId, condition)));
}

/**
 * Returns the field that an order names.
 *
 * @throws InvalidInput when the reader sees no such field, or lists cannot be sorted by it
 */
export async function findSortedField(
  sql: Sql,
  reader: ProjectReader,
  sort: FieldSort,
): Promise<SortedField> {
  return parseFieldSort(await fieldsFor(sql, reader), sort);
}

/** Returns the fields that the reader sees. */
function fieldsFor(sql: Sql, { projectId, hiddenFields }: ProjectReader): Promise<CustomFieldRecord[]> {
  return sql.read<CustomFieldRecord>(
    'select key, type, options from project_fields where project_id = $1 and key <> all ($2::text[])',
    [projectId, hiddenFields],
  );
}

async function find(sql: Sql, projectId: string, condition: FieldCondition): Promise<FoundByField> {
  const values: unknown[] = [projectId];
  const found = hasValue('v', condition, (value) => `$${values.push(value)}`);
  const rows = await sql.read<{ id: string }>(
    `select v.feedback_id as id from feedback_field_values v where v.project_id = $1 and ${found} limit ${maxIds + 1}`,
    values,
  );
  return rows.length > maxIds ? { condition } : { condition, ids: rows.map(({ id }) => id) };
}

/**
 * Returns the field from whose index a chronological list is read, which has the feedback with one value, or with any value, in
 * this order; undefined if there is none, or another condition finds little feedback.
 */
export function leadingField(fields: readonly FoundByField[]): FoundByField | undefined {
  if (fields.some(({ ids }) => ids !== undefined)) return undefined;
  return (
    fields.find(({ condition }) => isLookedUp(condition)) ??
    // Numbers and dates: feedback has one value of the field at most, so it is in the list once.
    fields.find(({ condition: { values } }) => values === undefined)
  );
}

/** Returns whether a condition is one value. */
function isLookedUp({ values, min, max }: FieldCondition): boolean {
  return values?.length === 1 && min === undefined && max === undefined;
}

/**
 * Returns SQL for whether an indexed value of a field of the project, or of a record, satisfies a condition.
 *
 * @param alias the table of indexed values
 * @param parameter adds a value to the statement, and returns its placeholder
 */
export function hasValue(
  alias: string,
  { key, type, values, min, max }: FieldCondition,
  parameter: (value: unknown) => string,
): string {
  const column = type === 'number' ? `${alias}.number` : `${alias}.value`;
  const bound = (value: unknown) => `${parameter(value)}::${type === 'number' ? 'float8' : 'text'}`;
  const indexed = values?.map(indexedValue);
  return [
    `${alias}.key = ${parameter(key)}`,
    ...(indexed?.length === 1 ? [`${alias}.value = ${parameter(indexed[0])}`] : []),
    ...(indexed && indexed.length > 1 ? [`${alias}.value = any(${parameter(indexed)}::text[])`] : []),
    ...(min === undefined ? [] : [`${column} >= ${bound(min)}`]),
    ...(max === undefined ? [] : [`${column} <= ${bound(max)}`]),
  ].join(' and ');
}
