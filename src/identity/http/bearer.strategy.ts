import type { Request } from 'express';
import { Strategy, type VerifyFunction } from 'passport-http-bearer';
import type { AccessTokenVerifier } from '../domain/access-token-verifier.js';
import type { Caller } from '../domain/caller.js';

export const realm = 'feedback-changelog-service';

// RFC 6750 §2.1: the scheme, which is case-insensitive (RFC 9110 §11.1), and one b64token.
const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * Passport's bearer strategy, restricted to one well-formed `Authorization` header: the library also accepts tokens in the
 * query and in the body. An instance authenticates one request. Its caller sets `success`, `fail` and `error`, which is
 * how Passport's strategy API reports outcomes.
 */
export class BearerStrategy extends Strategy<VerifyFunction> {
  declare success: (caller: Caller) => void;
  declare fail: (challengeOrStatus: string | number) => void;
  declare error: (error: unknown) => void;

  constructor(private readonly verifier: AccessTokenVerifier) {
    // Required by the library for its own `authenticate`, which is overridden.
    super({ realm }, (_token, done) => done(null, false));
  }

  override authenticate(request: Request): void {
    const [header = '', ...others] = request.headersDistinct['authorization'] ?? [];
    if (others.length > 0) return this.fail(400);
    if (!/^bearer( |$)/i.test(header)) return this.fail(`Bearer realm="${realm}"`);
    const [, token] = bearer.exec(header) ?? [];
    if (token === undefined) return this.fail(400);
    this.verifier.verify(token).then(
      (caller) =>
        caller ? this.success(caller) : this.fail(`Bearer realm="${realm}", error="invalid_token"`),
      (error: unknown) => this.error(error),
    );
  }
}
