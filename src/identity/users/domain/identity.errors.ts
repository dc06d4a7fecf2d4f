import { DomainError } from '../../../shared/domain-error.js';
import type { Scope } from '../../authentication/domain/caller.js';

export class UserNotFound extends DomainError {
  override readonly remedy =
    'Check the id. The user may have been anonymized. If the user is known only in projects in which you are not an editor, name them by e-mail address.';

  constructor() {
    super('not_found', 'user_not_found', 'The user does not exist.');
  }
}

export class EmailTaken extends DomainError {
  override readonly remedy =
    'Use another address, or the existing user with this one. E-mail addresses are unique and case-insensitive.';

  constructor() {
    super('conflict', 'email_taken', 'The e-mail address is used by another user.', [
      { pointer: '/email', code: 'email_taken', detail: 'The e-mail address is used by another user.' },
    ]);
  }
}

/** Users cannot be created or changed here, because a host application manages them. */
export class UsersManagedElsewhere extends DomainError {
  override readonly remedy =
    'Create or change the user in the application that manages the users, and repeat the request.';

  constructor() {
    super(
      'conflict',
      'users_managed_elsewhere',
      'The user cannot be created or changed here, because another application manages the users.',
    );
  }
}

export class LastInstanceAdmin extends DomainError {
  override readonly remedy = 'Make another user an instance admin first.';

  constructor() {
    super(
      'conflict',
      'last_instance_admin',
      'The user is the last instance admin. At least one is required.',
    );
  }
}

export class TokenNotFound extends DomainError {
  override readonly remedy = 'Check the id. The token may have been revoked, or may belong to another user.';

  constructor() {
    super('not_found', 'token_not_found', 'The token does not exist.');
  }
}

export class TooManyTokens extends DomainError {
  override readonly remedy =
    'Revoke tokens that are no longer used: `last_used_at` shows when each was last used.';

  constructor(max: number) {
    super('conflict', 'too_many_tokens', `A user has at most ${max} tokens that have not expired.`);
  }
}

/** A token cannot create a token that grants more than itself. */
export class TokenTooPowerful extends DomainError {
  override readonly remedy =
    'Request at most the scope, the project and the expiry of the token in use. Only an instance admin can create tokens for other users.';

  constructor(field: 'scope' | 'project' | 'expires_at' | 'user_id', detail: string) {
    super(
      'forbidden',
      'token_too_powerful',
      `The new token would grant more than the token in use. ${detail}`,
      [{ pointer: `/${field}`, code: 'token_too_powerful', detail }],
    );
  }
}

export class InstanceAdminNeeded extends DomainError {
  override readonly remedy = 'Use the token of an instance admin.';

  constructor() {
    super('forbidden', 'instance_admin_required', 'This operation requires an instance admin.');
  }
}

/** The token of an identity provider is valid, and its user has no account here. */
export class UserNotProvisioned extends DomainError {
  override readonly remedy =
    'Ask an instance admin to create a user with your e-mail address, which the identity provider must have verified. If you have signed in another way before, sign in that way, or link the accounts at the provider.';

  constructor() {
    super(
      'forbidden',
      'user_not_provisioned',
      'The access token is valid, but its user has no account in this service.',
    );
  }
}

/** The caller's scope does not include the one that an operation requires. */
export class InsufficientScope extends DomainError {
  constructor(needed: Scope) {
    super(
      'forbidden',
      'insufficient_scope',
      `The scope of the access token is insufficient. This operation requires the scope ${needed}.`,
    );
  }
}

/** The token of an identity provider is valid, and grants no scope of this service. */
export class NoScopeGranted extends DomainError {
  constructor() {
    super('forbidden', 'insufficient_scope', 'The access token grants no scope of this service.');
  }
}

/**
 * It cannot be determined whether a token is valid: the service that could is unavailable. The `HostTokenVerifier` of an
 * application throws it too, and its request is answered with 503 and `Retry-After`.
 */
export class IdentityProviderUnavailable extends DomainError {
  override readonly remedy =
    'Nothing was changed. Wait as many seconds as `Retry-After` says, and repeat the request.';

  /** @param options `cause`: the error that prevents the verification, for the log */
  constructor(options: ErrorOptions = {}) {
    super(
      'unavailable',
      'identity_provider_unavailable',
      'The access token cannot be verified, because its identity provider is unavailable.',
    );
    this.cause = options.cause;
  }
}
