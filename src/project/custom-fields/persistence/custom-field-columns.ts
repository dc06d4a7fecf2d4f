import { versionedRecord } from '../../../platform/persistence/index.js';

/** The fields of the record of custom field `c`. */
export const fieldFields = 'c.key, c.name, c.type, c.options, c.required, c.set_by, c.visible_to, c.position';

/** The record of custom field `$2` of project `$1`, unless its key is one of `$3`. */
export const oneField = versionedRecord(
  fieldFields,
  'c.version',
  'custom_fields c where c.project_id = $1 and c.key = $2 and c.key <> all ($3::text[])',
);
