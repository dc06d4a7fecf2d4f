import { Column, Entity, PrimaryColumn } from 'typeorm';
import {
  isoTimestamp,
  recordColumns,
  timestampColumn,
  versionColumn,
} from '../../../platform/persistence/index.js';
import type { SecretBox } from '../../../platform/secrets/index.js';
import { Versioned } from '../../../shared/records.js';
import type { ProjectConfig, ProjectConfigRecord } from '../domain/project-config.js';

/** A row of `project_configs`. */
@Entity('project_configs')
export class ProjectConfigEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('text', { name: 'changelog_preview_style' })
  changelogPreviewStyle!: string;

  @Column('text', { name: 'changelog_social_handle' })
  changelogSocialHandle!: string;

  @Column('text', { name: 'custom_domain' })
  customDomain!: string;

  @Column('boolean', { name: 'custom_domain_verified' })
  customDomainVerified!: boolean;

  @Column('text', { name: 'integration_chat_role_id' })
  integrationChatRoleId!: string;

  @Column('boolean', { name: 'integration_chat_status' })
  integrationChatStatus!: boolean;

  /** Encrypted by `SecretBox`. */
  @Column('text', { name: 'integration_chat_webhook' })
  integrationChatWebhook!: string;

  @Column(timestampColumn('created_at'))
  createdAt!: Date;

  @Column(versionColumn)
  version!: string;
}

/** Returns the columns of a configuration that change, with its secret as it is. */
export function configValues(config: ProjectConfig) {
  return {
    changelogPreviewStyle: config.changelogPreviewStyle,
    changelogSocialHandle: config.changelogSocialHandle,
    customDomain: config.customDomain,
    customDomainVerified: config.customDomainVerified,
    integrationChatRoleId: config.integrationChatRoleId,
    integrationChatStatus: config.integrationChatStatus,
    integrationChatWebhook: config.integrationChatWebhook,
  };
}

/** The record of a configuration. Its secret is encrypted: see `withOpenSecret`. */
export const configRecord = recordColumns(
  `id, project_id, changelog_preview_style, changelog_social_handle, custom_domain, custom_domain_verified,
    integration_chat_role_id, integration_chat_status, integration_chat_webhook, ${isoTimestamp('created_at')} as created_at`,
  "id || '-' || version",
);

/** Reads the configuration of project `$1`, with its secret encrypted. */
export const oneConfig = `select ${configRecord} from project_configs where project_id = $1`;

/** Returns a configuration with its secret decrypted. */
export function withOpenSecret(
  { record, version }: Versioned<ProjectConfigRecord>,
  secrets: SecretBox,
): Versioned<ProjectConfigRecord> {
  const integration_chat_webhook = secrets.open(record.integration_chat_webhook);
  return new Versioned({ ...record, integration_chat_webhook }, version);
}
