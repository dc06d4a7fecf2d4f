import type { ColumnOptions, UpdateResult } from 'typeorm';

/** The `version` of a row, for `@Column`. A trigger of the table increments it with each update that changes the row. */
export const versionColumn: ColumnOptions = { name: 'version', type: 'bigint', insert: false, update: false };

/** The version of a row that has been inserted. */
export const firstVersion = '1';

/** Options of an update or upsert after which `versionOf` returns the version of the row. */
export const returningVersion = { returning: ['version'] };

/** Returns the version of the only row that a statement with `returningVersion` has stored. */
export function versionOf({ raw }: Pick<UpdateResult, 'raw'>): string {
  return (raw as { version: string }[])[0]!.version;
}
