import { Problem } from '../../../platform/problems/index.js';
import { InsufficientScope } from '../../users/domain/identity.errors.js';
import type { Scope } from '../domain/caller.js';

/** The protection space in challenges (RFC 9110 §11.5). */
export const realm = 'feedback-changelog-service';

export function invalidRequest(): Problem {
  return new Problem(400, 'invalid_request', {
    detail: 'The Authorization header is malformed. It must be sent once, as Bearer and one token.',
    headers: { 'WWW-Authenticate': `Bearer realm="${realm}", error="invalid_request"` },
    remedy: 'Send the header once, as `Authorization: Bearer <token>`.',
  });
}

export function invalidToken(challenge: string): Problem {
  return new Problem(401, 'invalid_token', {
    detail: 'The access token is unknown, expired or revoked.',
    remedy: 'Check the token. It may have expired or been revoked; if so, use a new one.',
    headers: { 'WWW-Authenticate': challenge },
  });
}

export function tokenRequired(challenge: string): Problem {
  return new Problem(401, 'token_required', {
    detail: 'The request has no access token. Send one as Authorization: Bearer <token>.',
    remedy:
      'Send a token as `Authorization: Bearer <token>`. Tokens in the query string or in the body are ignored.',
    headers: { 'WWW-Authenticate': challenge },
  });
}

export function tokenBoundToProject(): Problem {
  return new Problem(403, 'token_bound_to_project', {
    detail: 'The token is bound to a project. It can access only that project, /me and its own record.',
    remedy: 'Use a token that is not bound to a project.',
  });
}

export function insufficientScope(needed: Scope): Problem {
  const { code, message } = new InsufficientScope(needed);
  return new Problem(403, code, {
    detail: message,
    headers: {
      'WWW-Authenticate': `Bearer realm="${realm}", error="insufficient_scope", scope="${needed}"`,
    },
    remedy: 'Use a token with the scope given in `WWW-Authenticate`.',
  });
}
