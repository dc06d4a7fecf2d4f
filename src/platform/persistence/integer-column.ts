import type { ColumnOptions } from 'typeorm';

/** Returns the options of a `bigint` column whose values are safe integers, for `@Column`: `pg` reads them as strings. */
export function integerColumn(name: string): ColumnOptions {
  return {
    name,
    type: 'bigint',
    transformer: { to: (value: unknown) => value, from: (value: string | null) => value && Number(value) },
  };
}
