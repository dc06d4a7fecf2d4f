import { DomainError } from '../../shared/domain-error.js';

export class UserNotFound extends DomainError {
  constructor() {
    super('not_found', 'user_not_found', 'There is no such user.');
  }
}

export class EmailTaken extends DomainError {
  constructor() {
    super('conflict', 'email_taken', 'Another user has this e-mail address.', [
      { pointer: '/email', code: 'email_taken', detail: 'The field is the e-mail address of another user.' },
    ]);
  }
}

export class LastInstanceAdmin extends DomainError {
  constructor() {
    super(
      'conflict',
      'last_instance_admin',
      'The last instance admin cannot go: nobody could look after the users.',
    );
  }
}

export class TokenNotFound extends DomainError {
  constructor() {
    super('not_found', 'token_not_found', 'There is no such token.');
  }
}

/** Nobody makes a token that allows more than the one in hand. */
export class TokenTooPowerful extends DomainError {
  constructor(field: 'scope' | 'project' | 'expires_at' | 'user_id', detail: string) {
    super(
      'forbidden',
      'token_too_powerful',
      `A token cannot make one that allows more than itself. ${detail}`,
      [{ pointer: `/${field}`, code: 'token_too_powerful', detail }],
    );
  }
}

export class InstanceAdminNeeded extends DomainError {
  constructor() {
    super('forbidden', 'instance_admin_required', 'Only an instance admin may do this.');
  }
}
