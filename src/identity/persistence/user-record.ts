/**
 * SQL for a user as embedded in other records, as JSON. It reads the view `user_records (id, email, full_name,
 * avatar_url)`, so that a host application can provide its own users by replacing that view.
 *
 * @param id SQL of the user's id, such as `f.user_id`
 */
export function userRecord(id: string): string {
  return `(select row_to_json(u) from user_records u where u.id = ${id})`;
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
  return `exists (select from users u where u.id = ${id} and u.email_key is not null)`;
}
