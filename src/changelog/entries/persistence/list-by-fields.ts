import type { KeysetColumn, KeysetList } from '../../../platform/persistence/index.js';
import type { FieldCondition, SortedField } from '../../../project/index.js';

/** Returns JSON objects. The fields of an entry contain one of them if it has a value of the condition. */
export function containedFields({ key, type, values = [] }: FieldCondition): string[] {
  return values.map((value) => JSON.stringify({ [key]: type === 'choices' ? [value] : value }));
}

/**
 * Divides a list of entries `c` by a field: first the entries with a value, in the order of the values, then all other entries, newest
 * first.
 *
 * @param list the list in chronological order
 */
export function byField<Row>(
  list: KeysetList<Row>,
  { field: { key, type, options }, descending }: SortedField,
): KeysetList<Row>[] {
  const values = [...list.values, key];
  const value = `(c.fields ->> $${values.length})`;
  const planned = { ...list, values, isUnprepared: true };
  const all = type === 'boolean' ? ['false', 'true'] : type === 'choice' ? options : undefined;
  if (all) {
    const parameter = `$${values.length + 1}`;
    const parts = all.map((option) => ({
      ...planned,
      where: [...list.where, `${value} = ${parameter}`],
      values: [...values, option],
    }));
    const others = {
      ...planned,
      where: [...list.where, `(${value} = any(${parameter}::text[])) is not true`],
      values: [...values, all],
    };
    return [...(descending ? parts.toReversed() : parts), others];
  }
  // The application may have declared another type before.
  const number = `case jsonb_typeof(c.fields -> $${values.length}) when 'number' then ${value}::float8 end`;
  const column: KeysetColumn<Row> =
    type === 'number'
      ? { sql: number, type: 'float8' }
      : { sql: `lower(left(${value}, 150) collate "default") collate "C"`, type: 'text' };
  const id: KeysetColumn<Row> = { sql: 'c.id', type: 'uuid' };
  return [
    { ...planned, where: [...list.where, `${column.sql} is not null`], order: [column, id], descending },
    { ...planned, where: [...list.where, `${column.sql} is null`] },
  ];
}
