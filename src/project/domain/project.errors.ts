import { DomainError } from '../../shared/domain-error.js';
import type { Role } from './member.js';

/** The project does not exist, or the caller has no part in it: nobody can find out which. */
export class ProjectNotFound extends DomainError {
  constructor() {
    super('not_found', 'project_not_found', 'There is no such project.');
  }
}

/** The project has another slug now. */
export class ProjectRenamed extends DomainError {
  constructor(readonly slug: string) {
    super('not_found', 'project_renamed', `The project has the slug ${slug} now.`);
  }
}

export class SlugTaken extends DomainError {
  constructor() {
    super('conflict', 'slug_taken', 'Another project has this slug.', [
      { pointer: '/slug', code: 'slug_taken', detail: 'The field is the slug of another project.' },
    ]);
  }
}

export class InsufficientRole extends DomainError {
  constructor(needed: Role, action: string, pointer?: string) {
    const detail = `${action} takes the role ${needed} in the project.`;
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
    super('conflict', 'custom_domain_missing', 'The project has no custom_domain that could be verified.');
  }
}

export class CustomDomainUnverified extends DomainError {
  constructor(name: string, value: string) {
    super(
      'conflict',
      'custom_domain_unverified',
      `The TXT record of ${name} with the text ${value} has not been found. It may take a while until a new one is.`,
    );
  }
}

export class CustomDomainTaken extends DomainError {
  constructor() {
    super('conflict', 'custom_domain_taken', 'Another project has this domain, and has shown that it may.');
  }
}

export class MemberNotFound extends DomainError {
  constructor() {
    super('not_found', 'member_not_found', 'The project has no such member.');
  }
}

export class AlreadyMember extends DomainError {
  constructor() {
    super('conflict', 'already_member', 'The user is a member of the project already.', [
      { pointer: '/email', code: 'already_member', detail: 'The field is the e-mail address of a member.' },
    ]);
  }
}

export class LastOwner extends DomainError {
  constructor() {
    super('conflict', 'last_owner', 'The last owner cannot go: nobody could look after the project.');
  }
}
