/**
 * Returns a statement for `Sql.versioned` that selects the `metadata` of the rows `m`, which records without metadata do
 * not have. The version is a hash of the metadata.
 */
export function metadataOf(from: string): string {
  return `with found as (select coalesce(m.metadata, '{}')::text as json from ${from})
    select json, to_hex(hashtextextended(json, 0)) as version from found`;
}
