import { DomainError } from '../../../shared/domain-error.js';
import type { Role } from '../../members/domain/member.js';

/** The project does not exist, or the caller is not a member. The error does not reveal which. */
export class ProjectNotFound extends DomainError {
  override readonly remedy =
    'Check the slug. The response is the same if the caller is not a member, or if the token is bound to another project.';

  constructor() {
    super('not_found', 'project_not_found', 'The project does not exist.');
  }
}

/** The slug of the project has changed. */
export class ProjectRenamed extends DomainError {
  constructor(readonly slug: string) {
    super('not_found', 'project_renamed', `The slug of the project has changed to ${slug}.`);
  }
}

export class SlugTaken extends DomainError {
  override readonly remedy = 'Choose another slug.';

  constructor() {
    super('conflict', 'slug_taken', 'The slug is used by another project.', [
      { pointer: '/slug', code: 'slug_taken', detail: 'The slug is used by another project.' },
    ]);
  }
}

export class InsufficientRole extends DomainError {
  override readonly remedy =
    'Ask an owner of the project for the role given in `detail`, or omit the fields listed in `errors`.';

  constructor(needed: Role, action: string, pointer?: string) {
    const detail = `${action} requires the role ${needed} in the project.`;
    super(
      'forbidden',
      'insufficient_role',
      detail,
      pointer === undefined ? [] : [{ pointer, code: 'insufficient_role', detail }],
    );
  }
}

export class CustomDomainMissing extends DomainError {
  override readonly remedy = 'Set `custom_domain` in the configuration first.';

  constructor() {
    super('conflict', 'custom_domain_missing', 'The project has no custom_domain to verify.');
  }
}

export class CustomDomainUnverified extends DomainError {
  override readonly remedy =
    'Add the TXT record given in `detail` to the DNS, wait until it has propagated, and retry.';

  constructor(name: string, value: string) {
    super(
      'conflict',
      'custom_domain_unverified',
      `The TXT record ${name} with the value ${value} was not found. New records may take some time to propagate.`,
    );
  }
}

export class CustomDomainTaken extends DomainError {
  override readonly remedy =
    'Remove the domain from the other project first. A domain can belong to only one project.';

  constructor() {
    super('conflict', 'custom_domain_taken', 'The domain is verified for another project.');
  }
}

export class MemberNotFound extends DomainError {
  override readonly remedy = 'Check the id. The user may not be a member of the project.';

  constructor() {
    super('not_found', 'member_not_found', 'The user is not a member of the project.');
  }
}

export class PersonNotFound extends DomainError {
  override readonly remedy = 'Check the external id, which has to be percent-encoded in the path.';

  constructor() {
    super('not_found', 'person_not_found', 'The project has no person with this external id.');
  }
}

export class AlreadyMember extends DomainError {
  override readonly remedy = 'To change the role of a member, use `PUT …/members/{userId}`.';

  constructor() {
    super('conflict', 'already_member', 'The user is already a member of the project.', [
      {
        pointer: '/email',
        code: 'already_member',
        detail: 'The user with this e-mail address is already a member.',
      },
    ]);
  }
}

export class LastOwner extends DomainError {
  override readonly remedy = 'Give another member the role `owner` first.';

  constructor() {
    super('conflict', 'last_owner', 'The user is the last owner of the project. At least one is required.');
  }
}

/**
 * After this time a request that changes or deletes many records ends, in milliseconds. Proxies and clients that wait for a
 * response often give up after 30 s.
 */
export const maxChangeDuration = 20_000;

/** There are more records than one request can change or delete, before what they refer to or belong to is deleted. */
export class ChangesUnfinished extends DomainError {
  override readonly remedy =
    'The deletion of a status, board, field or large project has not ended. What has been changed or deleted stays so. Wait as many seconds as `Retry-After` says, and repeat the request, which continues where it ended, until it succeeds, or returns 404 because an attempt without a response has succeeded.';

  constructor() {
    super(
      'unavailable',
      'changes_unfinished',
      'There are more records to change or delete than one request can.',
    );
  }
}
