import { DomainError } from '../../../shared/domain-error.js';

export class MemberNotFound extends DomainError {
  override readonly remedy = 'Check the id. The user may not be a member of the project.';

  constructor() {
    super('not_found', 'member_not_found', 'The user is not a member of the project.');
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
