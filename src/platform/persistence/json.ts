/** SQL for a timestamp as records have it: ISO 8601 in UTC with milliseconds; null stays null. */
export function isoTimestamp(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** SQL for a record as JSON text, as JavaScript writes it: of columns that are named, and in the order of its fields. */
export function asJson(columns: string): string {
  return `(select row_to_json(r)::text from (select ${columns}) r)`;
}

/**
 * SQL for records as a JSON array, without the white space that `json_agg` puts in.
 *
 * @param from what follows the columns in the statement that gives the records
 */
export function jsonArray(columns: string, from: string): string {
  return `array_to_json(array(select row_to_json(r) from (select ${columns} ${from}) r))`;
}

/**
 * SQL for a `jsonb` object with some of the members of another one.
 *
 * @param names SQL of an array of their names
 */
export function membersOf(object: string, names: string): string {
  return `(select coalesce(jsonb_object_agg(m.key, m.value), '{}') from jsonb_each(${object}) m where m.key = any(${names}))`;
}

/** SQL for the record of a user. */
export function userRecord(id: string): string {
  return `(select row_to_json(u) from user_record(${id}) u)`;
}

/** SQL for the name and picture of a user, as records that everyone can read have them. */
export function publicUser(id: string): string {
  return `(select row_to_json(p) from (select full_name, avatar_url from user_record(${id})) p)`;
}

/**
 * SQL for a record as the columns `json` and `version` of a statement.
 *
 * @param columns SQL of the record's columns, named and in the order of its fields
 * @param version SQL of its version
 */
export function recordColumns(columns: string, version: string): string {
  return `${asJson(columns)} as json, (${version})::text as version`;
}

/**
 * A statement for one record, which PostgreSQL turns into JSON, and its version.
 *
 * @param columns SQL of the record's columns, named and in the order of its fields
 * @param version SQL of its version
 * @param from the rest of the statement
 */
export function versionedRecord(columns: string, version: string, from: string): string {
  return `select ${recordColumns(columns, version)} from ${from}`;
}

/**
 * A statement for one JSON value and its version, a hash of the value.
 *
 * @param json SQL of the value
 * @param from the rest of the statement
 */
export function contentRecord(json: string, from: string): string {
  return `with found as (select (${json})::text as json from ${from})
    select json, to_hex(hashtextextended(json, 0)) as version from found`;
}
