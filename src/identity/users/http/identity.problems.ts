import { IdentityProviderUnavailable, UserNotProvisioned } from '../domain/identity.errors.js';
import {
  invalidRequest,
  invalidToken,
  realm,
  tokenRequired,
} from '../../authentication/http/access.problems.js';

/** The problems of all operations that require a token. */
export const tokenProblems = [
  invalidRequest(),
  tokenRequired(`Bearer realm="${realm}"`),
  invalidToken(`Bearer realm="${realm}", error="invalid_token"`),
  new UserNotProvisioned(),
  new IdentityProviderUnavailable(),
];

/** The codes of field errors with their meanings. */
export const identityFieldErrors: Readonly<Record<string, string>> = {
  invalid_email: 'is not an e-mail address',
  reserved_email_domain: 'ends in @users.invalid, which is reserved for users without an e-mail address',
  email_taken: 'is the e-mail address of another user',
  in_the_past: 'must be in the future',
  token_too_powerful: 'would grant more than the token in use',
  not_found: 'refers to a record that does not exist',
};
