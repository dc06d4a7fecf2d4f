/** The condition that a project has blocked a user. */
export const hasBlocked = (projectId: string, userId: string): string =>
  `exists (select from members m where m.project_id = ${projectId} and m.user_id = ${userId} and m.role = 'blocked')`;

/**
 * Returns a query for the ids of the projects with these slugs or ids.
 *
 * @param slugs SQL of an array of texts
 * @param ids SQL of an array of UUIDs
 */
export const projectsNamed = (slugs: string, ids: string): string =>
  `select id from projects where slug = any(${slugs}) union all select id from projects where id = any(${ids}::uuid[])`;

/** The role of a user by what is stored; no row if the account or the project does not exist. */
export const storedRole = `
  select role_in_project(p.id, u.id) as role from projects p, user_accounts u
  where p.id = $1 and u.id = $2 and u.email_key is not null`;
