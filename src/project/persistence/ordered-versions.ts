/**
 * Returns SQL of the version of a record of `OrderedRecords`. A record that is deleted and created again has the same path, and its
 * row counts from 1 again, so the values are part of the version.
 *
 * @param fields SQL of the fields of the record
 */
export function versionOf(alias: string, fields: string): string {
  return `concat_ws('-', ${alias}.version, to_hex(hashtextextended(row(${fields})::text, 0)))`;
}
