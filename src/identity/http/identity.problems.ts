import { documented } from '../../platform/http/index.js';
import {
  EmailTaken,
  InstanceAdminNeeded,
  LastInstanceAdmin,
  TokenNotFound,
  TokenTooPowerful,
  UserNotFound,
} from '../domain/identity.errors.js';
import {
  insufficientScope,
  invalidRequest,
  invalidToken,
  tokenBoundToProject,
  tokenRequired,
} from './bearer-access.js';
import { realm } from './bearer.strategy.js';

/** Problems of all operations that take a token. */
export const tokenProblems = [
  documented(invalidRequest(), 'Send the header once, as `Authorization: Bearer` and one token.'),
  documented(
    tokenRequired(`Bearer realm="${realm}"`),
    'Send a token as `Authorization: Bearer …`. One in the query or in the body is not looked at.',
  ),
  documented(
    invalidToken(`Bearer realm="${realm}", error="invalid_token"`),
    'The token is mistyped, has expired or was revoked: ask whoever gave it to you for another.',
  ),
];

export const scopeTooSmall = documented(
  insufficientScope('write'),
  'Use a token with the scope that `WWW-Authenticate` names.',
);

export const tokenIsBound = documented(
  tokenBoundToProject(),
  'The token is bound to a project: use one that is not.',
);

export const instanceAdminNeeded = documented(new InstanceAdminNeeded(), 'Ask an instance admin.');

export const userNotFound = documented(
  new UserNotFound(),
  'The id is wrong, or the user was made anonymous.',
);

export const emailTaken = documented(
  new EmailTaken(),
  'Each user has an e-mail address of their own, without regard to case: look the other one up.',
);

export const lastInstanceAdmin = documented(
  new LastInstanceAdmin(),
  'Make another user an instance admin first.',
);

export const tokenNotFound = documented(
  new TokenNotFound(),
  'The id is wrong, the token was revoked, or it belongs to somebody else.',
);

export const tokenTooPowerful = documented(
  new TokenTooPowerful('scope', 'Its scope would be larger.'),
  'Ask for no larger scope, no other project and no later expiry than the token in hand has. Only an instance admin makes tokens for others.',
);

/** Codes of field errors, and their meanings. */
export const identityFieldErrors: Readonly<Record<string, string>> = {
  invalid_email: 'is no e-mail address',
  email_taken: 'is the e-mail address of another user',
  in_the_past: 'has to lie in the future',
  token_too_powerful: 'would allow more than the token in hand',
  not_found: 'names something that there is not',
};
