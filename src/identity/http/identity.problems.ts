import { documented } from '../../platform/problems/index.js';
import {
  EmailTaken,
  IdentityProviderUnavailable,
  InstanceAdminNeeded,
  LastInstanceAdmin,
  TokenNotFound,
  TokenTooPowerful,
  UserNotFound,
  UserNotProvisioned,
  UsersManagedElsewhere,
} from '../domain/identity.errors.js';
import {
  insufficientScope,
  invalidRequest,
  invalidToken,
  tokenBoundToProject,
  tokenRequired,
} from './bearer-access.js';
import { realm } from './bearer.strategy.js';

/** The problems of all operations that require a token. */
export const tokenProblems = [
  documented(invalidRequest(), 'Send the header once, as `Authorization: Bearer <token>`.'),
  documented(
    tokenRequired(`Bearer realm="${realm}"`),
    'Send a token as `Authorization: Bearer <token>`. Tokens in the query string or in the body are ignored.',
  ),
  documented(
    invalidToken(`Bearer realm="${realm}", error="invalid_token"`),
    'Check the token. It may have expired or been revoked; if so, use a new one.',
  ),
  documented(
    new UserNotProvisioned(),
    'Ask an instance admin to create a user with your e-mail address, which the identity provider must have verified.',
  ),
  documented(new IdentityProviderUnavailable(), 'Retry after the number of seconds in `Retry-After`.'),
];

export const insufficientScopeProblem = documented(
  insufficientScope('write'),
  'Use a token with the scope given in `WWW-Authenticate`.',
);

export const tokenIsBound = documented(tokenBoundToProject(), 'Use a token that is not bound to a project.');

export const instanceAdminNeeded = documented(
  new InstanceAdminNeeded(),
  'Use the token of an instance admin.',
);

export const userNotFound = documented(
  new UserNotFound(),
  'Check the id. The user may have been anonymized.',
);

export const usersManagedElsewhere = documented(
  new UsersManagedElsewhere(),
  'Create or change the user in the application that manages the users, and repeat the request.',
);

export const emailTaken = documented(
  new EmailTaken(),
  'Use another address, or the existing user with this one. E-mail addresses are unique and case-insensitive.',
);

export const lastInstanceAdmin = documented(
  new LastInstanceAdmin(),
  'Make another user an instance admin first.',
);

export const tokenNotFound = documented(
  new TokenNotFound(),
  'Check the id. The token may have been revoked, or may belong to another user.',
);

export const tokenTooPowerful = documented(
  new TokenTooPowerful('scope', 'Its scope would be larger.'),
  'Request at most the scope, the project and the expiry of the token in use. Only an instance admin can create tokens for other users.',
);

/** The codes of field errors with their meanings. */
export const identityFieldErrors: Readonly<Record<string, string>> = {
  invalid_email: 'is not an e-mail address',
  email_taken: 'is the e-mail address of another user',
  in_the_past: 'must be in the future',
  token_too_powerful: 'would grant more than the token in use',
  not_found: 'refers to a record that does not exist',
};
