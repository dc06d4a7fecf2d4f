import { ApiProperty, PartialType } from '@nestjs/swagger';
import { Field, OptionalField, QueryFlag, ReadOnlyField } from '../../../platform/input/index.js';
import { PageQuery, ApiRecord, choice, id, instant } from '../../../platform/http/index.js';
import { slugRules } from '../../../shared/slug.js';
import {
  type ProjectConfigChanges,
  projectConfigRules,
  hiddenSecret,
  type ProjectConfigRecord,
} from '../domain/project-config.js';
import {
  type ProjectSettingsChanges,
  projectSettingsRules,
  type ProjectSettingsRecord,
  signedInRoles,
} from '../domain/project-settings.js';
import { type ProjectChanges, projectRules, type ProjectRecord } from '../domain/project.js';
import { approvalModes } from '../../access/domain/approval-mode.js';

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
    return { ...changesOf(this), name: this.name, slug: this.slug };
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
    return changesOf(this);
  }
}

function changesOf(body: CreateProjectDto | UpdateProjectDto): ProjectChanges {
  const { name, slug, icon, icon_radius: iconRadius, og_image: ogImage } = body;
  return { name, slug, icon, iconRadius, ogImage };
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

@ApiRecord('Project', 'A project, which contains feedback and a changelog.')
export class ProjectResponse implements ProjectRecord {
  static readonly example: ProjectRecord = {
    id: '01a1f99e-4f7a-7ce7-821c-b642cf641984',
    name: 'Acme',
    slug: 'acme',
    icon: '🚀',
    icon_radius: 'rounded-md',
    og_image: '',
    created_at: '2026-11-20T15:41:04.250Z',
  };

  @ApiProperty(id('Id of the project. It does not change with the slug.')) id!: string;
  @ApiProperty({ description: 'Name of the project.' }) name!: string;
  @ApiProperty({
    description:
      'Slug of the project, used in paths. A former slug redirects until another project takes it.',
  })
  slug!: string;
  @ApiProperty({ description: 'Icon: a URL, a `data:image/…` URL or an emoji.' }) icon!: string;
  @ApiProperty({ description: 'Corner radius of the icon: free text, such as a CSS class.' })
  icon_radius!: string;
  @ApiProperty({ description: 'Picture for link previews (Open Graph): a URL or a `data:image/…` URL.' })
  og_image!: string;
  @ApiProperty(instant('Time of creation.')) created_at!: string;
}

@ApiRecord('ProjectConfig', 'The configuration of a project: changelog, custom domain and chat.')
export class ProjectConfigResponse implements ProjectConfigRecord {
  static readonly example: ProjectConfigRecord = {
    id: '01a1f99e-4f7b-7c23-9428-406938e29263',
    project_id: ProjectResponse.example.id,
    changelog_preview_style: 'summary',
    changelog_social_handle: '@acme',
    custom_domain: 'feedback.example.com',
    custom_domain_verified: false,
    integration_chat_role_id: '',
    integration_chat_status: false,
    integration_chat_webhook: '',
    created_at: '2026-11-20T15:41:04.250Z',
  };

  @ApiProperty(id('Id of the configuration.')) id!: string;
  @ApiProperty(id('Id of the project.')) project_id!: string;
  @ApiProperty({ description: 'Style of changelog previews: free text.' })
  changelog_preview_style!: string;
  @ApiProperty({ description: 'Social media handle that changelogs mention.' })
  changelog_social_handle!: string;
  @ApiProperty({ description: 'Custom domain, in lowercase. A changed domain must be verified again.' })
  custom_domain!: string;
  @ApiProperty({ description: 'Whether the ownership of the domain is verified.' })
  custom_domain_verified!: boolean;
  @ApiProperty({ description: 'Id of the role that chat messages mention.' })
  integration_chat_role_id!: string;
  @ApiProperty({ description: 'Whether news is posted to the chat.' }) integration_chat_status!: boolean;
  @ApiProperty({
    description: `URL that news is posted to. It is a secret: only owners with the scope \`admin\` can read it, all others read \`${hiddenSecret}\`. Sending \`${hiddenSecret}\` leaves it unchanged.`,
  })
  integration_chat_webhook!: string;
  @ApiProperty(instant('Time of creation.')) created_at!: string;
}

@ApiRecord(
  'ProjectSettings',
  'Who can access a project without being a member, and where its team shows records.',
)
export class ProjectSettingsResponse implements ProjectSettingsRecord {
  static readonly example: ProjectSettingsRecord = {
    signed_in: 'contributor',
    public_feedback: true,
    public_changelog: true,
    public_names: false,
    approval: 'off',
    feedback_url: 'https://acme.example.com/ideas/{id}',
    changelog_url: 'https://acme.example.com/news/{slug}',
    mail_name: 'Acme',
    mail_reply_to: 'feedback@acme.example.com',
  };

  @ApiProperty(
    choice(signedInRoles, 'Role of every authenticated person who is not a member; `""`: none, and 404.'),
  )
  signed_in!: ProjectSettingsRecord['signed_in'];
  @ApiProperty({ description: 'Whether feedback can be read without a token, under `/public/v1`.' })
  public_feedback!: boolean;
  @ApiProperty({
    description:
      'Whether published changelog entries, under `/public/v1`, and the feeds can be read without a token.',
  })
  public_changelog!: boolean;
  @ApiProperty({ description: 'Whether public records show `full_name` and `avatar_url` of authors.' })
  public_names!: boolean;
  @ApiProperty(
    choice(
      approvalModes,
      'Which feedback and comments wait for approval: none (`off`), contributions of people who have nothing approved yet (`first`), or `all`. Contributions of editors never wait.',
    ),
  )
  approval!: ProjectSettingsRecord['approval'];
  @ApiProperty({
    description:
      'Template of the URLs at which the team\'s own site shows feedback. `{id}` stands for the id. `""`: there is none.',
  })
  feedback_url!: string;
  @ApiProperty({
    description:
      'Template of the URLs at which the team\'s own site shows changelog entries. `{id}` and `{slug}` stand for the id and slug of the entry. `""`: there is none.',
  })
  changelog_url!: string;
  @ApiProperty({ description: 'Name of the sender of e-mails. `""`: the name of the project.' })
  mail_name!: string;
  @ApiProperty({
    description: 'E-mail address that replies to e-mails go to. `""`: the address of the sender.',
  })
  mail_reply_to!: string;
}

/** `previous` of events. */
@ApiRecord('PreviousProject', 'Previous values of the changed fields of a project.')
export class PreviousProject extends PartialType(ProjectResponse) {
  static readonly example: PreviousProject = { name: 'Acme Inc.' };
}

/** `previous` of events. */
@ApiRecord('PreviousProjectConfig', 'Previous values of the changed fields of a configuration.')
export class PreviousProjectConfig extends PartialType(ProjectConfigResponse) {
  static readonly example: PreviousProjectConfig = { changelog_social_handle: '' };
}

/** `previous` of events. */
@ApiRecord('PreviousProjectSettings', 'Previous values of the changed fields of settings.')
export class PreviousProjectSettings extends PartialType(ProjectSettingsResponse) {
  static readonly example: PreviousProjectSettings = { public_changelog: false };
}

/** The data of events. */
@ApiRecord('ProjectReference', 'A project.')
export class ProjectReference {
  static readonly example: ProjectReference = { project_id: ProjectResponse.example.id };

  @ApiProperty(id('Id of the project.')) project_id!: string;
}
