import { Columns, isoTimestamp, recordColumns } from '../../../platform/persistence/index.js';
import type { ProjectConfig } from '../domain/project-config.js';

/** The columns of a configuration that change. The URL of the chat is stored encrypted. */
export const configColumns = new Columns<ProjectConfig>({
  changelog_preview_style: ({ changelogPreviewStyle }) => changelogPreviewStyle,
  changelog_social_handle: ({ changelogSocialHandle }) => changelogSocialHandle,
  custom_domain: ({ customDomain }) => customDomain,
  custom_domain_verified: ({ customDomainVerified }) => customDomainVerified,
  integration_chat_role_id: ({ integrationChatRoleId }) => integrationChatRoleId,
  integration_chat_status: ({ integrationChatStatus }) => integrationChatStatus,
  integration_chat_webhook: ({ integrationChatWebhook }) => integrationChatWebhook,
});

/** The record of configuration `c`. */
export const configRecord = recordColumns(
  `c.id, c.project_id, ${configColumns.of('c')}, ${isoTimestamp('c.created_at')} as created_at`,
  "c.id || '-' || c.version",
);
