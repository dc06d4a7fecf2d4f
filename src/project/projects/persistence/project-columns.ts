import { Columns, isoTimestamp, recordColumns } from '../../../platform/persistence/index.js';
import type { Project } from '../domain/project.js';

/** The columns of a project that change. */
export const projectColumns = new Columns<Project>({
  name: ({ name }) => name,
  slug: ({ slug }) => slug,
  icon: ({ icon }) => icon,
  icon_radius: ({ iconRadius }) => iconRadius,
  og_image: ({ ogImage }) => ogImage,
});

/** The fields of the record of project `p`. */
export const projectFields = `p.id, ${projectColumns.of('p')}, ${isoTimestamp('p.created_at')} as created_at`;

/** The record of project `p`. The slug may later belong to another project, so the version includes the id. */
export const projectRecord = recordColumns(projectFields, "p.id || '-' || p.version");

/** Locks project `$1`, and with it what belongs to it, without blocking those who add records to the project. */
export const lockProject = 'select 1 as found from projects where id = $1 for no key update';
