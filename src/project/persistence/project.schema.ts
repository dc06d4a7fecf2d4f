import { EntitySchema } from 'typeorm';
import { timestampColumn } from '../../platform/persistence/index.js';
import { Member } from '../domain/member.js';
import { ProjectConfig } from '../domain/project-config.js';
import { Project } from '../domain/project.js';

export const projectSchema = new EntitySchema<Project>({
  name: 'Project',
  tableName: 'projects',
  target: Project,
  columns: {
    id: { type: 'uuid', primary: true },
    name: { type: 'text' },
    slug: { type: 'text' },
    icon: { type: 'text' },
    iconRadius: { type: 'text', name: 'icon_radius' },
    ogImage: { type: 'text', name: 'og_image' },
    createdAt: timestampColumn('created_at'),
  },
});

export const projectConfigSchema = new EntitySchema<ProjectConfig>({
  name: 'ProjectConfig',
  tableName: 'project_configs',
  target: ProjectConfig,
  columns: {
    id: { type: 'uuid', primary: true },
    projectId: { type: 'uuid', name: 'project_id' },
    changelogPreviewStyle: { type: 'text', name: 'changelog_preview_style' },
    changelogSocialHandle: { type: 'text', name: 'changelog_social_handle' },
    customDomain: { type: 'text', name: 'custom_domain' },
    customDomainVerified: { type: 'boolean', name: 'custom_domain_verified' },
    integrationChatRoleId: { type: 'text', name: 'integration_chat_role_id' },
    integrationChatStatus: { type: 'boolean', name: 'integration_chat_status' },
    integrationChatWebhook: { type: 'text', name: 'integration_chat_webhook' },
    createdAt: timestampColumn('created_at'),
  },
});

export const memberSchema = new EntitySchema<Member>({
  name: 'Member',
  tableName: 'members',
  target: Member,
  columns: {
    projectId: { type: 'uuid', primary: true, name: 'project_id' },
    userId: { type: 'uuid', primary: true, name: 'user_id' },
    role: { type: 'text' },
    createdAt: timestampColumn('created_at'),
  },
});
