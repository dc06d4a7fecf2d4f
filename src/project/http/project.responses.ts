import { ApiProperty } from '@nestjs/swagger';
import { UserResponse } from '../../identity/index.js';
import type { DescribedEvent } from '../../platform/openapi/index.js';
import { ApiRecord, choice, id, instant } from '../../platform/http/index.js';
import type { Versioned } from '../../shared/records.js';
import {
  type MemberRecord,
  type ProjectConfigRecord,
  type ProjectRecord,
  withoutSecrets,
} from '../application/project.queries.js';
import type { ProjectGrant } from '../application/project-grant.js';
import { roles } from '../domain/member.js';
import { hiddenSecret } from '../domain/project-config.js';
import type { projectEventTypes } from '../domain/project.events.js';

@ApiRecord('Project', 'What feedback and changelogs belong to.')
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

  @ApiProperty(id('Id of the project. It stays when the slug changes.')) id!: string;
  @ApiProperty({ description: 'What the project is called.' }) name!: string;
  @ApiProperty({
    description:
      'Its name in paths. After a change the former one redirects, until another project takes it.',
  })
  slug!: string;
  @ApiProperty({ description: 'A picture: a URL, a `data:image/…` URL or an emoji.' }) icon!: string;
  @ApiProperty({ description: 'How round the corners of the icon are: a free text, such as a CSS class.' })
  icon_radius!: string;
  @ApiProperty({ description: 'The picture for previews of links: a URL or a `data:image/…` URL.' })
  og_image!: string;
  @ApiProperty(instant('When the project was made.')) created_at!: string;
}

@ApiRecord('ProjectConfig', 'How a project presents itself and where it posts to.')
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
  @ApiProperty({ description: 'How previews of changelogs look: a free text.' })
  changelog_preview_style!: string;
  @ApiProperty({ description: 'The account that changelogs mention.' }) changelog_social_handle!: string;
  @ApiProperty({ description: 'A domain of its own, in lower case. Another one has to be verified anew.' })
  custom_domain!: string;
  @ApiProperty({ description: 'Whether the project has shown that the domain is its own.' })
  custom_domain_verified!: boolean;
  @ApiProperty({ description: 'The role that messages in the chat mention.' })
  integration_chat_role_id!: string;
  @ApiProperty({ description: 'Whether news are posted to the chat.' }) integration_chat_status!: boolean;
  @ApiProperty({
    description: `Where news are posted to. It is a secret: all but owners with the scope \`admin\` see \`${hiddenSecret}\`, which leaves it as it is when it is sent back.`,
  })
  integration_chat_webhook!: string;
  @ApiProperty(instant('When the configuration was made.')) created_at!: string;
}

@ApiRecord('Member', "A user's part in a project.")
export class MemberResponse implements MemberRecord {
  static readonly example: MemberRecord = {
    user: UserResponse.example,
    role: 'owner',
    created_at: '2026-11-20T15:41:04.250Z',
  };

  @ApiProperty({ description: 'The user.' }) user!: UserResponse;
  @ApiProperty(choice(roles, 'What the user may do in the project: each role includes those before it.'))
  role!: MemberRecord['role'];
  @ApiProperty(instant('Since when the user is a member.')) created_at!: string;
}

/** Events of this module, by their types. */
export const projectEvents: Readonly<Record<(typeof projectEventTypes)[number], DescribedEvent>> = {
  'project.created': { when: 'A project was made.', data: ProjectResponse },
  'project.updated': { when: 'A project has another name, slug or picture.', data: ProjectResponse },
  'project.config_updated': {
    when: 'The configuration of a project was changed.',
    data: ProjectConfigResponse,
  },
  'member.added': { when: 'A user became a member.', data: MemberResponse },
  'member.updated': { when: 'A member has another role.', data: MemberResponse },
  'member.removed': { when: 'A user is no member any more.', data: MemberResponse },
};

/** Returns the configuration, with its secrets hidden unless the caller may read them. */
export function configFor(
  grant: ProjectGrant,
  { record, version }: Versioned<ProjectConfigRecord>,
): Versioned<ProjectConfigRecord> {
  if (grant.readsSecrets || record.integration_chat_webhook === '') return { record, version };
  return { record: withoutSecrets(record), version: `${version}-hidden` };
}
