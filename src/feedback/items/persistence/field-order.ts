import type { KeysetColumn, KeysetList } from '../../../platform/persistence/index.js';
import type { CustomFieldRecord, SortedField } from '../../../project/index.js';

/**
 * Divides a list of feedback `f` of project `$1` by a field: first the feedback with a value `o`, in the order of the values, then
 * all other feedback, newest first.
 *
 * @param list the list in chronological order
 */
export function byField<Row>(list: KeysetList<Row>, { field, descending }: SortedField): KeysetList<Row>[] {
  const values = [...list.values, field.key];
  const ofField = `o.project_id = $1 and o.key = $${values.length}`;
  const without = (value: string) =>
    `not exists (select from feedback_field_values o where o.feedback_id = f.id and ${ofField} ${value})`;
  const planned = { ...list, values, isUnprepared: true };
  const withValue = {
    ...planned,
    from: `${list.from} join ${tableOf(field, descending, ofField)} o on o.feedback_id = f.id`,
    where: [...list.where, ofField, ...(field.type === 'number' ? ['o.number is not null'] : [])],
  };
  const id: KeysetColumn<Row> = { sql: 'o.feedback_id', type: 'uuid' };
  const options = optionsOf(field);
  if (!options) {
    const column: KeysetColumn<Row> =
      field.type === 'number' ? { sql: 'o.number', type: 'float8' } : { sql: 'o.value', type: 'text' };
    const others = { ...planned, where: [...list.where, without('')] };
    return [{ ...withValue, order: [column, id], descending }, others];
  }
  const parts = options.map((option): KeysetList<Row> => ({
    ...withValue,
    where: [...withValue.where, `o.value = $${values.length + 1}`],
    values: [...values, option],
    order: [{ sql: 'o.created_at', type: 'timestamptz' }, id],
  }));
  // A host may have removed options that feedback has: such feedback is among the others.
  const others = {
    ...planned,
    where: [...list.where, without(`and o.value = any($${values.length + 1}::text[])`)],
    values: [...values, options],
  };
  return [...(descending ? parts.toReversed() : parts), others];
}

/** Returns all values that a field can have, in their order. An index has the feedback with each of them in order. */
function optionsOf({ type, options }: CustomFieldRecord): readonly string[] | undefined {
  if (type === 'boolean') return ['false', 'true'];
  return type === 'choice' ? options : undefined;
}

/**
 * Returns SQL of the table that has the values of a field in their order. An index has numbers and dates, but not texts regardless
 * of case: they are sorted before the feedback is read, because a row of feedback is much larger.
 */
function tableOf({ type }: CustomFieldRecord, descending: boolean, ofField: string): string {
  if (type !== 'text' && type !== 'url') return 'feedback_field_values';
  const direction = descending ? ' desc' : '';
  return `(
    select o.project_id, o.key, o.feedback_id, lower(o.value collate "default") collate "C" as value
    from feedback_field_values o where ${ofField}
    order by value${direction}, feedback_id${direction} offset 0
  )`;
}
