import { versionedRecord } from '../../../platform/persistence/index.js';

/** The fields of the record of status `s`. */
export const statusFields = 's.key, s.name, s.color, s.kind, s.position, s.on_roadmap';

/** The record of status `$2` of project `$1`. */
export const oneStatus = versionedRecord(
  statusFields,
  's.version',
  'statuses s where s.project_id = $1 and s.key = $2',
);
