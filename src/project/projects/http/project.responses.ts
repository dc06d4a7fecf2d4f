import { ApiProperty, OmitType, PartialType } from '@nestjs/swagger';
import { UserResponse } from '../../../identity/index.js';
import type { DescribedEvent } from '../../../platform/openapi/index.js';
import { ApiRecord, choice, id, instant } from '../../../platform/http/index.js';
import { type MemberRecord, memberRoles, notInPrevious } from '../../members/domain/member.js';
import type { PersonRecord } from '../../people/domain/person.js';
import { hiddenSecret, type ProjectConfigRecord } from '../domain/project-config.js';
import { approvalModes, type ProjectSettingsRecord, signedInRoles } from '../domain/project-settings.js';
import type { ProjectRecord } from '../domain/project.js';
import { BoardResponse, PreviousBoardValues } from '../../boards/http/board.responses.js';
import { CompanyResponse, PreviousCompany } from '../../companies/http/company.responses.js';
import {
  CustomFieldResponse,
  PreviousCustomFieldValues,
} from '../../custom-fields/http/custom-field.responses.js';
import { PreviousStatusValues, StatusResponse } from '../../statuses/http/status.responses.js';
import { PreviousTag, TagResponse } from '../../tags/http/tag.responses.js';
import type { projectEventTypes } from '../domain/project.events.js';

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
      'Which feedback and comments wait for approval: none, those of people without an approved one (`first`), or all. Those of editors never do.',
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
      'Template of the URLs at which the team\'s own site shows changelog entries. `{id}` and `{slug}` stand for those of the entry. `""`: there is none.',
  })
  changelog_url!: string;
  @ApiProperty({ description: 'Name of the sender of e-mails. `""`: the name of the project.' })
  mail_name!: string;
  @ApiProperty({
    description: 'E-mail address that replies to e-mails go to. `""`: the address of the sender.',
  })
  mail_reply_to!: string;
}

@ApiRecord('Member', 'A member of a project.')
export class MemberResponse implements MemberRecord {
  static readonly example: MemberRecord = {
    user: UserResponse.example,
    role: 'owner',
    created_at: '2026-11-20T15:41:04.250Z',
  };

  @ApiProperty({ description: 'The user.' }) user!: UserResponse;
  @ApiProperty(
    choice(
      memberRoles,
      'Role in the project. Each role includes the previous ones; `blocked` has no access.',
    ),
  )
  role!: MemberRecord['role'];
  @ApiProperty(instant('Time at which the user became a member.')) created_at!: string;
}

@ApiRecord('Person', 'A user of the project by their id in the own system of the team.')
export class PersonResponse implements PersonRecord {
  static readonly example: PersonRecord = {
    external_id: 'customer-4711',
    user: UserResponse.example,
    company: CompanyResponse.example.external_id,
    created_at: '2026-11-20T15:41:04.250Z',
    updated_at: '2026-11-20T15:41:04.250Z',
  };

  @ApiProperty({ description: 'Id in the own system of the team, unique within the project.' })
  external_id!: string;
  @ApiProperty({ description: 'The user.' }) user!: UserResponse;
  @ApiProperty({ description: 'External id of the company that they belong to; empty if it is none.' })
  company!: string;
  @ApiProperty(instant('Time of creation.')) created_at!: string;
  @ApiProperty(instant('Time at which the profile or the company was last changed through the person.'))
  updated_at!: string;
}

/** `previous` of events. */
@ApiRecord('PreviousProject', 'Previous values of the changed fields of a project.')
class PreviousProject extends PartialType(ProjectResponse) {
  static readonly example: PreviousProject = { name: 'Acme Inc.' };
}

/** `previous` of events. */
@ApiRecord('PreviousProjectConfig', 'Previous values of the changed fields of a configuration.')
class PreviousProjectConfig extends PartialType(ProjectConfigResponse) {
  static readonly example: PreviousProjectConfig = { changelog_social_handle: '' };
}

/** `previous` of events. */
@ApiRecord('PreviousProjectSettings', 'Previous values of the changed fields of settings.')
class PreviousProjectSettings extends PartialType(ProjectSettingsResponse) {
  static readonly example: PreviousProjectSettings = { public_changelog: false };
}

/** `previous` of events. */
@ApiRecord('PreviousMember', 'Previous values of the changed fields of a member.')
class PreviousMember extends PartialType(OmitType(MemberResponse, notInPrevious)) {
  static readonly example: PreviousMember = { role: 'editor' };
}

/** The data of events. */
@ApiRecord('ProjectReference', 'A project.')
class ProjectReference {
  static readonly example: ProjectReference = { project_id: ProjectResponse.example.id };

  @ApiProperty(id('Id of the project.')) project_id!: string;
}

/** The events of this module by type. */
export const projectEvents: Readonly<Record<(typeof projectEventTypes)[number], DescribedEvent>> = {
  'project.created': { when: 'A project was created.', data: ProjectResponse },
  'project.updated': {
    when: 'The name, slug or a picture of a project changed.',
    data: ProjectResponse,
    previous: PreviousProject,
  },
  'project.config_updated': {
    when: 'The configuration of a project changed.',
    data: ProjectConfigResponse,
    previous: PreviousProjectConfig,
  },
  'project.settings_updated': {
    when: 'The settings of a project changed.',
    data: ProjectSettingsResponse,
    previous: PreviousProjectSettings,
  },
  'project.metadata_updated': { when: 'The metadata of a project changed.', data: ProjectReference },
  'status.created': { when: 'A status was created.', data: StatusResponse },
  'status.updated': {
    when: 'The name, color, kind or place of a status changed.',
    data: StatusResponse,
    previous: PreviousStatusValues,
  },
  'status.deleted': {
    when: 'A status was deleted, after its feedback had got another one.',
    data: StatusResponse,
  },
  'board.created': { when: 'A board was created.', data: BoardResponse },
  'board.updated': {
    when: 'The name, description, place, visibility or submission of a board changed.',
    data: BoardResponse,
    previous: PreviousBoardValues,
  },
  'board.deleted': {
    when: 'A board was deleted, after its feedback had been moved.',
    data: BoardResponse,
  },
  'tag.created': { when: 'A tag was created.', data: TagResponse },
  'tag.updated': {
    when: 'The name or color of a tag changed.',
    data: TagResponse,
    previous: PreviousTag,
  },
  'tag.deleted': {
    when: 'A tag was deleted and removed from all feedback and changelog entries.',
    data: TagResponse,
  },
  'company.created': { when: 'A company was created.', data: CompanyResponse },
  'company.updated': {
    when: 'The name, revenue or metadata of a company changed.',
    data: CompanyResponse,
    previous: PreviousCompany,
  },
  'company.deleted': { when: 'A company was deleted. `data` is its last state.', data: CompanyResponse },
  'field.created': { when: 'A field was defined.', data: CustomFieldResponse },
  'field.updated': {
    when: 'The definition of a field changed.',
    data: CustomFieldResponse,
    previous: PreviousCustomFieldValues,
  },
  'field.deleted': {
    when: 'A field was deleted, after its values had been removed.',
    data: CustomFieldResponse,
  },
  'member.added': { when: 'A member was added.', data: MemberResponse },
  'member.updated': {
    when: 'The role of a member changed.',
    data: MemberResponse,
    previous: PreviousMember,
  },
  'member.removed': { when: 'A member was removed.', data: MemberResponse },
};
