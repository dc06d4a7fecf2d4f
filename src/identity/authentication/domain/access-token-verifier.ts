import type { Caller } from './caller.js';

/** Authenticates callers by their tokens. Provide another adapter to integrate an identity provider. */
export abstract class AccessTokenVerifier {
  /**
   * Returns the caller that the token authenticates; null when the token is unknown, expired or revoked.
   *
   * @param token the credentials of the `Authorization` header, a `b64token` (RFC 6750 §2.1)
   */
  abstract verify(token: string): Promise<Caller | null>;
}
