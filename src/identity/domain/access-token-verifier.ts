import type { Caller } from './caller.js';

/**
 * Tells who calls by the token they carry. Bind another adapter to let a company's own identity provider in.
 */
export abstract class AccessTokenVerifier {
  /**
   * The caller that the token stands for; null where it is unknown, expired or revoked.
   *
   * @param token the credentials of the `Authorization` header, a `b64token` (RFC 6750 §2.1)
   */
  abstract verify(token: string): Promise<Caller | null>;
}
