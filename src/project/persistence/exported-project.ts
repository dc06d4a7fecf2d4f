import { isoTimestamp } from '../../platform/persistence/index.js';
import { ownSource } from '../../shared/imports.js';

/** SQL for the rows of this module in the export of project `$1`. Secrets, and what depends on them, are omitted. */
export const exportedProject = {
  project: {
    record: `'project' as kind, p.id as external_id, p.name, p.slug, p.icon, p.icon_radius, p.og_image,
      c.changelog_preview_style, c.changelog_social_handle, c.custom_domain, c.integration_chat_role_id,
      ${isoTimestamp('p.created_at')} as created_at,
      coalesce((select m.metadata from project_metadata m where m.project_id = p.id), '{}') as metadata`,
    from: 'projects p join project_configs c on c.project_id = p.id where p.id = $1',
    order: 'p.id',
  },
  former_slug: {
    record: `'former_slug' as kind, s.slug`,
    from: 'former_project_slugs s where s.project_id = $1',
    order: 's.slug collate "C"',
  },
  member: {
    record: `'member' as kind, m.user_id as person, m.role, ${isoTimestamp('m.created_at')} as created_at`,
    from: 'members m where m.project_id = $1',
    order: 'm.created_at, m.user_id',
  },
};

/** SQL for the ids of the people that these rows refer to. */
export const peopleOfProject = 'select user_id from members where project_id = $1';

/**
 * SQL for the origin of a record in an export; null if it was not imported. An import from a file of this service that kept
 * the id has no other origin.
 *
 * @param row alias of a row with `id`, `source` and `external_id`
 */
export function exportedOrigin(row: string): string {
  return `(select row_to_json(o) from (select ${row}.source, ${row}.external_id) o
    where o.source <> '${ownSource}' or o.external_id <> ${row}.id::text)`;
}
