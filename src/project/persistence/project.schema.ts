import { EntitySchema } from 'typeorm';
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
    createdAt: { type: 'timestamptz', precision: 3, name: 'created_at' },
  },
});

/** The version of a project's record. Another project may have its slug later, so the id is a part of it. */
export const projectVersion = {
  sql: "p.id || '-' || p.version",
  of: (id: string, version: bigint) => `${id}-${version}`,
};

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
    createdAt: { type: 'timestamptz', precision: 3, name: 'created_at' },
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
    createdAt: { type: 'timestamptz', precision: 3, name: 'created_at' },
  },
});
