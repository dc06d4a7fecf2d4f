import { versionedRecord } from '../../../platform/persistence/index.js';

/** The fields of the record of board `b`. */
export const boardFields = 'b.slug, b.name, b.description, b.position, b.visibility, b.submission';

/** The record of board `$2` of project `$1`, unless its slug is one of `$3`. */
export const oneBoard = versionedRecord(
  boardFields,
  'b.version',
  'boards b where b.project_id = $1 and b.slug = $2 and b.slug <> all ($3::text[])',
);
