import type { Caller } from './caller.js';

/** Authenticates callers by their tokens. */
export abstract class AccessTokenVerifier {
  /**
   * Returns the caller that the token authenticates; null when the token is unknown, expired or revoked.
   *
   * @param token the credentials of the `Authorization` header, a `b64token` (RFC 6750 §2.1)
   */
  abstract verify(token: string): Promise<Caller | null>;
}

/**
 * A verifier that a host application provides for tokens of its own. It is asked first, except for tokens with the prefix of
 * this service; tokens for which it returns null are verified by the service. It must be fast: it runs in every request.
 */
export abstract class HostAccessTokenVerifier extends AccessTokenVerifier {}
