import { versionedRecord } from '../../../platform/persistence/index.js';

/** The fields of the record of status `s`. */
export const statusFields = 's.key, s.name, s.color, s.kind, s.position, s.on_roadmap';

/** The record of status `$2` of project `$1`. */
export const oneStatus = versionedRecord(
  statusFields,
  's.version',
  'statuses s where s.project_id = $1 and s.key = $2',
);

/** The fields of the record of board `b`. */
export const boardFields = 'b.slug, b.name, b.description, b.position, b.visibility, b.submission';

/** The record of board `$2` of project `$1`, unless its slug is one of `$3`. */
export const oneBoard = versionedRecord(
  boardFields,
  'b.version',
  'boards b where b.project_id = $1 and b.slug = $2 and b.slug <> all ($3::text[])',
);

/** The fields of the record of custom field `c`. */
export const fieldFields = 'c.key, c.name, c.type, c.options, c.required, c.set_by, c.visible_to, c.position';

/** The record of custom field `$2` of project `$1`, unless its key is one of `$3`. */
export const oneField = versionedRecord(
  fieldFields,
  'c.version',
  'custom_fields c where c.project_id = $1 and c.key = $2 and c.key <> all ($3::text[])',
);
