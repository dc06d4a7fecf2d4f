import { documented } from '../../platform/http/index.js';
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
  'The slug is wrong, or you are no member of the project, or your token is bound to another one: which of these is told to nobody.',
);

export const projectMoved = documented(
  projectRenamed('acme-corp', 'https://feedback.example.com/v1/projects/acme-corp'),
  'Send the request, with its method and body, to `Location`, and use the new slug from now on.',
);

export const roleTooSmall = documented(
  new InsufficientRole('editor', 'This'),
  'Ask an owner of the project for the role that `detail` names, or leave out the field that `errors` names.',
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
  'Add that record to the DNS, wait until name servers tell it, and ask again.',
);

export const domainTaken = documented(
  new CustomDomainTaken(),
  'A domain belongs to one project: take it away from the other one first.',
);

export const memberNotFound = documented(
  new MemberNotFound(),
  'The id is wrong, or the user is no member of the project.',
);

export const alreadyMember = documented(
  new AlreadyMember(),
  'To give the member another role, PUT it to `…/members/{userId}`.',
);

export const lastOwner = documented(new LastOwner(), 'Make another member an owner first.');

/** Codes of field errors, and their meanings. */
export const projectFieldErrors: Readonly<Record<string, string>> = {
  invalid_slug: 'is no slug: 1 to 63 lower-case letters and digits, with single hyphens inside',
  slug_taken: 'is the slug of another project',
  invalid_host_name: 'is no host name',
  invalid_url: 'is no https URL',
  chat_without_webhook: 'would turn the chat on without an address to post to',
  insufficient_role: 'may be set by those with a larger role only',
  already_member: 'is the e-mail address of a member',
};
