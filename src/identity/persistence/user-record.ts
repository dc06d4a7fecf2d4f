/**
 * SQL for a user as embedded in other records, as JSON. Users that a host application has deleted are shown as anonymized
 * ones.
 *
 * @param id SQL of the user's id, such as `f.user_id`
 */
export function userRecord(id: string): string {
  return `coalesce((select row_to_json(u) from user_records u where u.id = ${id}),
    json_build_object('id', ${id}, 'email', '', 'full_name', '', 'avatar_url', ''))`;
}

/**
 * SQL for a number that increases whenever `userRecord` of that id changes.
 *
 * @param id SQL of the user's id
 */
export function userVersion(id: string): string {
  return `(select u.version from user_versions u where u.id = ${id})`;
}

/**
 * SQL for whether a user with that id exists and is not anonymized.
 *
 * @param id SQL of the user's id
 */
export function isKnownUser(id: string): string {
  return `exists (select from user_accounts u where u.id = ${id} and u.email_key is not null)`;
}
