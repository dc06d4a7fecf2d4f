import { userShape } from '../../identity/index.js';
import type { DescribedEvent } from '../../platform/openapi/index.js';
import { boolean, choice, id, instant, recordOf, Shape, string } from '../../platform/http/index.js';
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

export const projectShape = new Shape<ProjectRecord>(
  'Project',
  'What feedback and changelogs belong to.',
  {
    id: id('Id of the project. It stays when the slug changes.'),
    name: string('What the project is called.'),
    slug: string(
      'Its name in paths. After a change the former one redirects, until another project takes it.',
    ),
    icon: string('A picture: a URL, a `data:image/…` URL or an emoji.'),
    icon_radius: string('How round the corners of the icon are: a free text, such as a CSS class.'),
    og_image: string('The picture for previews of links: a URL or a `data:image/…` URL.'),
    created_at: instant('When the project was made.'),
  },
  {
    id: '01a1f99e-4f7a-7ce7-821c-b642cf641984',
    name: 'Acme',
    slug: 'acme',
    icon: '🚀',
    icon_radius: 'rounded-md',
    og_image: '',
    created_at: '2026-11-20T15:41:04.250Z',
  },
);

export const projectConfigShape = new Shape<ProjectConfigRecord>(
  'ProjectConfig',
  'How a project presents itself and where it posts to.',
  {
    id: id('Id of the configuration.'),
    project_id: id('Id of the project.'),
    changelog_preview_style: string('How previews of changelogs look: a free text.'),
    changelog_social_handle: string('The account that changelogs mention.'),
    custom_domain: string('A domain of its own, in lower case. Another one has to be verified anew.'),
    custom_domain_verified: boolean('Whether the project has shown that the domain is its own.'),
    integration_chat_role_id: string('The role that messages in the chat mention.'),
    integration_chat_status: boolean('Whether news are posted to the chat.'),
    integration_chat_webhook: string(
      `Where news are posted to. It is a secret: all but owners with the scope \`admin\` see \`${hiddenSecret}\`, which leaves it as it is when it is sent back.`,
    ),
    created_at: instant('When the configuration was made.'),
  },
  {
    id: '01a1f99e-4f7b-7c23-9428-406938e29263',
    project_id: projectShape.example.id,
    changelog_preview_style: 'summary',
    changelog_social_handle: '@acme',
    custom_domain: 'feedback.example.com',
    custom_domain_verified: false,
    integration_chat_role_id: '',
    integration_chat_status: false,
    integration_chat_webhook: '',
    created_at: '2026-11-20T15:41:04.250Z',
  },
);

export const memberShape = new Shape<MemberRecord>(
  'Member',
  "A user's part in a project.",
  {
    user: recordOf(userShape, 'The user.'),
    role: choice(roles, 'What the user may do in the project: each role includes those before it.'),
    created_at: instant('Since when the user is a member.'),
  },
  { user: userShape.example, role: 'owner', created_at: '2026-11-20T15:41:04.250Z' },
);

/** Events of this module, by their types. */
export const projectEvents: Readonly<Record<(typeof projectEventTypes)[number], DescribedEvent>> = {
  'project.created': { when: 'A project was made.', data: projectShape },
  'project.updated': { when: 'A project has another name, slug or picture.', data: projectShape },
  'project.config_updated': { when: 'The configuration of a project was changed.', data: projectConfigShape },
  'member.added': { when: 'A user became a member.', data: memberShape },
  'member.updated': { when: 'A member has another role.', data: memberShape },
  'member.removed': { when: 'A user is no member any more.', data: memberShape },
};

/** The configuration as this caller may see it. */
export function configFor(
  grant: ProjectGrant,
  { record, version }: Versioned<ProjectConfigRecord>,
): Versioned<ProjectConfigRecord> {
  if (grant.readsSecrets || record.integration_chat_webhook === '') return { record, version };
  return { record: withoutSecrets(record), version: `${version}-hidden` };
}
