import { Field, OptionalField, QueryFlag, ReadOnlyField } from '../../../platform/input/index.js';
import { PageQuery } from '../../../platform/http/index.js';
import { slugRules } from '../../../shared/slug.js';
import { type ProjectConfigChanges, projectConfigRules } from '../domain/project-config.js';
import { type ProjectSettingsChanges, projectSettingsRules } from '../domain/project-settings.js';
import { type ProjectChanges, projectRules } from '../domain/project.js';

export class ProjectListQuery extends PageQuery {
  @QueryFlag('Whether to list only projects that the caller is a member of.') member?: boolean;
}

export class CreateProjectDto {
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

export class UpdateProjectDto {
  @OptionalField(projectRules.name) name?: string;
  @OptionalField(slugRules) slug?: string;
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

export class UpdateProjectConfigDto {
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

export class UpdateProjectSettingsDto {
  @OptionalField(projectSettingsRules.signedIn) signed_in?: ProjectSettingsChanges['signedIn'];
  @OptionalField(projectSettingsRules.publicFeedback) public_feedback?: boolean;
  @OptionalField(projectSettingsRules.publicChangelog) public_changelog?: boolean;
  @OptionalField(projectSettingsRules.publicNames) public_names?: boolean;
  @OptionalField(projectSettingsRules.approval) approval?: ProjectSettingsChanges['approval'];
  @OptionalField(projectSettingsRules.feedbackUrl) feedback_url?: string;
  @OptionalField(projectSettingsRules.changelogUrl) changelog_url?: string;
  @OptionalField(projectSettingsRules.mailName) mail_name?: string;
  @OptionalField(projectSettingsRules.mailReplyTo) mail_reply_to?: string;

  changes(): ProjectSettingsChanges {
    return {
      signedIn: this.signed_in,
      publicFeedback: this.public_feedback,
      publicChangelog: this.public_changelog,
      publicNames: this.public_names,
      approval: this.approval,
      feedbackUrl: this.feedback_url,
      changelogUrl: this.changelog_url,
      mailName: this.mail_name,
      mailReplyTo: this.mail_reply_to,
    };
  }
}
