import { knownEmailRules, UserReference, userRules } from '../../../identity/index.js';
import {
  type CrossFieldRules,
  Field,
  objectOf,
  OptionalField,
  QueryFlag,
  QueryParam,
  ReadOnlyField,
} from '../../../platform/input/index.js';
import { PageQuery } from '../../../platform/http/index.js';
import type { FieldError } from '../../../shared/domain-error.js';
import type { Invitation } from '../../members/application/member.service.js';
import { type MemberRole, roleRules } from '../../members/domain/member.js';
import { type ProjectConfigChanges, projectConfigRules } from '../domain/project-config.js';
import { type ProjectSettingsChanges, projectSettingsRules } from '../domain/project-settings.js';
import { type ProjectChanges, projectRules } from '../domain/project.js';

export class ProjectListQuery extends PageQuery {
  @QueryFlag('Whether to list only projects of which the caller is a member.') member?: boolean;
}

export class MemberListQuery extends PageQuery {
  @QueryParam(knownEmailRules, {
    description:
      'Returns the member with this e-mail address (case-insensitive), or an empty list. Requires the role `editor`.',
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

export class UpdateProjectSettingsRequest {
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

export class AddMemberRequest implements CrossFieldRules {
  @OptionalField(objectOf(() => UserReference), {
    description: 'The user with this external id or e-mail address, who is registered if there is none.',
  })
  user?: UserReference;
  @OptionalField(userRules.email, {
    description:
      'Alternative to `user`: e-mail address of the user (case-insensitive). The user is registered if there is none.',
  })
  email?: string;
  @OptionalField(userRules.fullName, {
    description: 'Full name, used with `email`, and only if the user is registered.',
  })
  full_name?: string;
  @Field(roleRules) role!: MemberRole;

  /** Either `user` or `email` identifies the user. */
  crossFieldErrors(): FieldError[] {
    const { user, email, full_name } = this;
    const missing = UserReference.errorsOf(user, '/user');
    if (missing.length > 0) return missing;
    if (user === undefined) {
      return email === undefined
        ? [{ pointer: '/email', code: 'required', detail: 'The field is required, unless user is given.' }]
        : [];
    }
    return Object.entries({ email, full_name }).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [{ pointer: `/${name}`, code: 'exclusive', detail: 'The field cannot be combined with user.' }],
    );
  }

  invitation(): Invitation {
    const profile = this.user?.profile() ?? { email: this.email!, fullName: this.full_name };
    return { ...profile, role: this.role };
  }
}

export class SetMemberRoleRequest {
  @OptionalField(roleRules) role?: MemberRole;
  @ReadOnlyField() user?: unknown;
  @ReadOnlyField() created_at?: unknown;
}
