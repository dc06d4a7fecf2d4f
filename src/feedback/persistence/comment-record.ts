import { asJson, isoTimestamp } from '../../platform/persistence/index.js';

/** The fields of the record of comment `c`. */
export const commentFields = `c.id, c.feedback_id, c.user_id, (select row_to_json(u) from user_record(c.user_id) u) as "user",
  c.content, ${isoTimestamp('c.created_at')} as created_at, ${isoTimestamp('c.updated_at')} as updated_at`;

/** The record of comment `c` as columns `json` and `version`. */
export const commentRecord = `${asJson(commentFields)} as json,
  concat_ws('-', c.version, (select version from user_versions where id = c.user_id)) as version`;
