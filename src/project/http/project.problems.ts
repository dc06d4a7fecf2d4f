import { documented } from '../../platform/problems/index.js';
import {
  AlreadyMember,
  CustomDomainMissing,
  CustomDomainTaken,
  CustomDomainUnverified,
  InsufficientRole,
  LastOwner,
  MemberNotFound,
  ProjectNotFound,
  SlugTaken,
} from '../domain/project.errors.js';
import { projectRenamed } from './project.guard.js';

export const projectNotFound = documented(
  new ProjectNotFound(),
  'Check the slug. The response is the same if the caller is not a member, or if the token is bound to another project.',
);

export const projectMoved = documented(
  projectRenamed('acme-corp', 'https://feedback.example.com/v1/projects/acme-corp'),
  'Send the same request, with its method and body, to `Location`, and use the new slug from then on.',
);

export const insufficientRole = documented(
  new InsufficientRole('editor', 'This operation'),
  'Ask an owner of the project for the role given in `detail`, or omit the fields listed in `errors`.',
);

export const slugTaken = documented(new SlugTaken(), 'Choose another slug.');

export const domainMissing = documented(
  new CustomDomainMissing(),
  'Set `custom_domain` in the configuration first.',
);

export const domainUnverified = documented(
  new CustomDomainUnverified(
    '_feedback-changelog.feedback.example.com',
    'feedback-changelog=01a1f99e-4f7b-7c23-9428-406938e29263',
  ),
  'Add the TXT record given in `detail` to the DNS, wait until it has propagated, and retry.',
);

export const domainTaken = documented(
  new CustomDomainTaken(),
  'Remove the domain from the other project first. A domain can belong to only one project.',
);

export const memberNotFound = documented(
  new MemberNotFound(),
  'Check the id. The user may not be a member of the project.',
);

export const alreadyMember = documented(
  new AlreadyMember(),
  'To change the role of a member, use `PUT …/members/{userId}`.',
);

export const lastOwner = documented(new LastOwner(), 'Give another member the role `owner` first.');

/** The codes of field errors with their meanings. */
export const projectFieldErrors: Readonly<Record<string, string>> = {
  invalid_slug: 'is not a slug of 1 to 63 lowercase letters and digits with single hyphens inside',
  slug_taken: 'is the slug of another project',
  invalid_host_name: 'is not a host name',
  invalid_url: 'is not an https URL',
  chat_without_webhook: 'would enable the chat without a webhook URL',
  insufficient_role: 'requires a higher role',
  already_member: 'is the e-mail address of a member',
  too_large: 'is too large',
};
