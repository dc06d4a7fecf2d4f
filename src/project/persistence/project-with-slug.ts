/** Returns whether a text can be a slug. Others are not looked up, because PostgreSQL rejects text with U+0000. */
export function canBeSlug(text: string): boolean {
  return /^[a-z0-9-]{1,63}$/.test(text);
}

/**
 * SQL for the id of the project with a slug, otherwise of the one that had it last.
 *
 * @param slug SQL of the slug, such as `$1`
 */
export function projectWithSlug(slug: string): string {
  return `(select id from projects where slug = ${slug}
    union all select project_id from former_project_slugs where slug = ${slug} limit 1)`;
}
