/**
 * The conditions under which a user can see what notifications are about, for many users and projects at once. They decide as
 * the reads of these records do.
 */

/**
 * Returns the condition that a user can see feedback, and also its target if it is merged.
 *
 * @param feedback alias of a row of `referenced_feedback`
 * @param user SQL of the id of the user
 * @param role SQL of the role of the user in the project
 */
export function seesFeedback(feedback: string, user: string, role: string): string {
  const sees = (...names: readonly string[]) => {
    const columns = ['project_id', ...names].map((name) => `${feedback}.${name}`);
    return `sees_feedback(${columns.join(', ')}, ${user}, ${role})`;
  };
  const seesItself = sees('own_approval', 'own_board', 'own_user_id');
  return `(${sees('approval', 'board', 'user_id')} and (${feedback}.id = ${feedback}.target_id or ${seesItself}))`;
}

/**
 * Returns the condition that a user can see an entry of a changelog.
 *
 * @param entry alias of a row of `referenced_changelogs`
 * @param role SQL of the role of the user in the project
 * @param now parameter of the current time
 */
export function seesEntry(entry: string, role: string, now: string): string {
  return `(${role} in ('editor', 'owner')
    or ${role} is not null and ${entry}.published and ${entry}.publish_date <= ${now}::timestamptz)`;
}

/**
 * Returns the condition that a comment is approved and not for editors only. Nobody is notified of others.
 *
 * @param comment alias of a row of `referenced_comments`
 */
export function isPublicComment(comment: string): string {
  return `${comment}.kind <> 'internal' and ${comment}.approval = 'approved'`;
}
