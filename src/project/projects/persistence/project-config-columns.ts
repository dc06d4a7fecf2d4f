import { isoTimestamp, recordColumns } from '../../../platform/persistence/index.js';

/** The record of configuration `c`. */
export const configRecord = recordColumns(
  `c.id, c.project_id, c.changelog_preview_style, c.changelog_social_handle, c.custom_domain, c.custom_domain_verified,
    c.integration_chat_role_id, c.integration_chat_status, c.integration_chat_webhook,
    ${isoTimestamp('c.created_at')} as created_at`,
  "c.id || '-' || c.version",
);
