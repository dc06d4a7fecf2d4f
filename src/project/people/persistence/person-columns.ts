import { isoTimestamp, versionedRecord } from '../../../platform/persistence/index.js';

/** The fields of the record of person `p`. */
export const personFields = `p.external_id, (select row_to_json(u) from user_record(p.user_id) u) as "user",
  coalesce(p.company, '') as company,
  ${isoTimestamp('p.created_at')} as created_at, ${isoTimestamp('p.updated_at')} as updated_at`;

/** The record of person `$2` of project `$1`. A person who is removed and added again has the same path. */
export const onePerson = versionedRecord(
  personFields,
  `concat_ws('-', p.project_id, extract(epoch from p.created_at), p.version, p.user_id,
    (select version from user_versions where id = p.user_id))`,
  'people p where p.project_id = $1 and p.external_id = $2',
);
