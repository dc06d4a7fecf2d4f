import { getMetadataArgsStorage, type ColumnOptions, type UpdateResult } from 'typeorm';
import { Versioned } from '../../shared/records.js';

/** Returns the names of the columns of an entity by its properties, for SQL that writes them. */
export function columnNames<Entity>(
  entity: new () => Entity,
): Readonly<Record<keyof Entity & string, string>> {
  const columns = getMetadataArgsStorage().filterColumns(entity);
  return Object.fromEntries(
    columns.map(({ propertyName, options }) => [propertyName, options.name ?? propertyName]),
  ) as Record<keyof Entity & string, string>;
}

/** Returns the columns of the table of an entity, named after its properties, for SQL that reads them. */
export function entityColumns<Entity>(entity: new () => Entity, alias: string): string {
  const columns = Object.entries<string>(columnNames(entity));
  return columns.map(([property, column]) => `${alias}.${column} as "${property}"`).join(', ');
}

/** Returns the options of a `bigint` column whose values are safe integers, for `@Column`: `pg` reads them as strings. */
export function integerColumn(name: string): ColumnOptions {
  return {
    name,
    type: 'bigint',
    transformer: { to: (value: unknown) => value, from: (value: string | null) => value && Number(value) },
  };
}

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

/** The `version` of a row, for `@Column`. A trigger of the table increments it with each update that changes the row. */
export const versionColumn: ColumnOptions = { name: 'version', type: 'bigint', insert: false, update: false };

/** Returns the record of the only row of an update that has `returning: recordColumns(…)`. */
export function returnedRecord<Row>({ raw }: Pick<UpdateResult, 'raw'>): Versioned<Row> {
  const [{ json, version }] = raw as [{ json: string; version: string }];
  return Versioned.fromJson(json, version);
}
