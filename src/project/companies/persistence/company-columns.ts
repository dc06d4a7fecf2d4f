import { isoTimestamp, versionedRecord } from '../../../platform/persistence/index.js';

/** The fields of the record of company `c`. */
export const companyFields = `c.external_id, c.name, c.revenue, c.metadata, ${isoTimestamp('c.created_at')} as created_at,
  ${isoTimestamp('c.updated_at')} as updated_at`;

/** The record of company `$2` of project `$1`. A company that is deleted and created again has the same path. */
export const oneCompany = versionedRecord(
  companyFields,
  `concat_ws('-', c.project_id, extract(epoch from c.created_at), c.version)`,
  'companies c where c.project_id = $1 and c.external_id = $2',
);
