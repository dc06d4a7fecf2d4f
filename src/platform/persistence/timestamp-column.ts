import type { ColumnOptions } from 'typeorm';

/**
 * Returns the options of a `timestamptz` column, for `@Column`. The time is sent as text in UTC, which the type
 * `text` lets pass: `pg` writes a `Date` in the time zone of the process with its offset in minutes, and before about 1900 offsets had
 * seconds too.
 */
export function timestampColumn(name: string): ColumnOptions {
  return {
    name,
    type: 'text',
    transformer: {
      to: (value: unknown) => (value instanceof Date ? value.toISOString() : value),
      from: (value: unknown) => value,
    },
  };
}
