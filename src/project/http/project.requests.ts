import { userRules } from '../../identity/index.js';
import { Field, OptionalField, QueryParam, ReadOnlyField } from '../../platform/input/index.js';
import { PageQuery } from '../../platform/http/index.js';
import { type Role, roleRules } from '../domain/member.js';
import { type ProjectConfigChanges, projectConfigRules } from '../domain/project-config.js';
import { type ProjectChanges, projectRules } from '../domain/project.js';

export class ProjectListQuery extends PageQuery {}

export class MemberListQuery extends PageQuery {
  @QueryParam(userRules.email, {
    description: 'Returns the member with this e-mail address (case-insensitive), or an empty list.',
  })
  email?: string;
}

export class CreateProjectRequest {
  @Field(projectRules.name) name!: string;
  @Field(projectRules.slug) slug!: string;
  @OptionalField(projectRules.icon) icon?: string;
  @OptionalField(projectRules.iconRadius) icon_radius?: string;
  @OptionalField(projectRules.ogImage) og_image?: string;

  values(): ProjectChanges & { name: string; slug: string } {
    return {
      name: this.name,
      slug: this.slug,
      icon: this.icon,
      iconRadius: this.icon_radius,
      ogImage: this.og_image,
    };
  }
}

export class UpdateProjectRequest {
  @OptionalField(projectRules.name) name?: string;
  @OptionalField(projectRules.slug) slug?: string;
  @OptionalField(projectRules.icon) icon?: string;
  @OptionalField(projectRules.iconRadius) icon_radius?: string;
  @OptionalField(projectRules.ogImage) og_image?: string;
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() created_at?: unknown;

  changes(): ProjectChanges {
    return {
      name: this.name,
      slug: this.slug,
      icon: this.icon,
      iconRadius: this.icon_radius,
      ogImage: this.og_image,
    };
  }
}

export class UpdateProjectConfigRequest {
  @OptionalField(projectConfigRules.changelogPreviewStyle) changelog_preview_style?: string;
  @OptionalField(projectConfigRules.changelogSocialHandle) changelog_social_handle?: string;
  @OptionalField(projectConfigRules.customDomain) custom_domain?: string;
  @OptionalField(projectConfigRules.integrationChatRoleId) integration_chat_role_id?: string;
  @OptionalField(projectConfigRules.integrationChatStatus) integration_chat_status?: boolean;
  @OptionalField(projectConfigRules.integrationChatWebhook) integration_chat_webhook?: string;
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() project_id?: unknown;
  @ReadOnlyField() custom_domain_verified?: unknown;
  @ReadOnlyField() created_at?: unknown;

  changes(): ProjectConfigChanges {
    return {
      changelogPreviewStyle: this.changelog_preview_style,
      changelogSocialHandle: this.changelog_social_handle,
      customDomain: this.custom_domain,
      integrationChatRoleId: this.integration_chat_role_id,
      integrationChatStatus: this.integration_chat_status,
      integrationChatWebhook: this.integration_chat_webhook,
    };
  }
}

export class AddMemberRequest {
  @Field(userRules.email, {
    description: 'E-mail address of the user (case-insensitive). The user is registered if there is none.',
  })
  email!: string;
  @OptionalField(userRules.fullName, { description: 'Full name, used only if the user is registered.' })
  full_name?: string;
  @Field(roleRules) role!: Role;
}

export class SetMemberRoleRequest {
  @OptionalField(roleRules) role?: Role;
  @ReadOnlyField() user?: unknown;
  @ReadOnlyField() created_at?: unknown;
}
