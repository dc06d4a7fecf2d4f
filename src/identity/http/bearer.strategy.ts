import type { Request } from 'express';
import { Strategy, type VerifyFunction } from 'passport-http-bearer';
import type { AccessTokenVerifier } from '../domain/access-token-verifier.js';

export const realm = 'feedback-changelog-service';

// RFC 6750 §2.1: the scheme, which is case-insensitive (RFC 9110 §11.1), and one b64token.
const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * The bearer scheme of RFC 6750 with the token in one well-formed `Authorization` header. The library would also accept
 * tokens in the query string and in the body, so these are not passed to it.
 */
export class BearerStrategy extends Strategy<VerifyFunction> {
  /** Set by Passport for each request: a challenge means 401, a number is the status. */
  declare fail: (challengeOrStatus: string | number) => void;

  constructor(verifier: AccessTokenVerifier) {
    super({ realm }, (token, done) => {
      verifier.verify(token).then(
        (caller) => done(null, caller ?? false),
        (error: unknown) => done(error),
      );
    });
  }

  override authenticate({ headersDistinct }: Request): void {
    const [header = '', ...others] = headersDistinct['authorization'] ?? [];
    if (others.length > 0) return this.fail(400);
    if (!/^bearer( |$)/i.test(header)) return this.fail(`Bearer realm="${realm}"`);
    const [, token] = bearer.exec(header) ?? [];
    if (token === undefined) return this.fail(400);
    super.authenticate({ headers: { authorization: `Bearer ${token}` } } as Request);
  }
}
