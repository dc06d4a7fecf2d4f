import { isoTimestamp, recordColumns } from '../../../platform/persistence/index.js';

/** The fields of the record of project `p`. */
export const projectFields = `p.id, p.name, p.slug, p.icon, p.icon_radius, p.og_image,
  ${isoTimestamp('p.created_at')} as created_at`;

/** The record of project `p`. The slug may later belong to another project, so the version includes the id. */
export const projectRecord = recordColumns(projectFields, "p.id || '-' || p.version");
