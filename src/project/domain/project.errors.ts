import { DomainError } from '../../shared/domain-error.js';
import type { Role } from './member.js';

/** The project does not exist, or the caller is not a member. The error does not reveal which. */
export class ProjectNotFound extends DomainError {
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
  constructor() {
    super('conflict', 'slug_taken', 'The slug is used by another project.', [
      { pointer: '/slug', code: 'slug_taken', detail: 'The slug is used by another project.' },
    ]);
  }
}

export class InsufficientRole extends DomainError {
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
  constructor() {
    super('conflict', 'custom_domain_missing', 'The project has no custom_domain to verify.');
  }
}

export class CustomDomainUnverified extends DomainError {
  constructor(name: string, value: string) {
    super(
      'conflict',
      'custom_domain_unverified',
      `The TXT record ${name} with the value ${value} was not found. New records may take some time to propagate.`,
    );
  }
}

export class CustomDomainTaken extends DomainError {
  constructor() {
    super('conflict', 'custom_domain_taken', 'The domain is verified for another project.');
  }
}

export class MemberNotFound extends DomainError {
  constructor() {
    super('not_found', 'member_not_found', 'The user is not a member of the project.');
  }
}

export class AlreadyMember extends DomainError {
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
  constructor() {
    super('conflict', 'last_owner', 'The user is the last owner of the project. At least one is required.');
  }
}
