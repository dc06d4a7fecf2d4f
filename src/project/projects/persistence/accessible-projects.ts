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
