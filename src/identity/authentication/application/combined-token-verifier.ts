import { AccessTokenVerifier } from '../domain/access-token-verifier.js';
import type { Caller } from '../domain/caller.js';
import { hasTokenPrefix } from '../../access-tokens/domain/token-text.js';

/** A verifier of JWTs, which knows them by their form. */
interface JwtVerifier extends AccessTokenVerifier {
  /** Returns whether the token has the form of a JWT and issuers are configured. */
  handles(token: string): boolean;
}

/**
 * Verifies tokens of all kinds. The first verifier that applies and knows the token decides:
 *
 * 1. A token with the prefix `fcs_` is looked up among the stored ones only.
 * 2. A JWT is verified with the keys of its identity provider, if any are configured.
 * 3. The host application, if any, verifies what is left, including JWTs of other issuers.
 * 4. Any other text may be a token from the settings, which is stored. JWTs are not looked up if identity providers are
 *    configured.
 */
export class CombinedTokenVerifier extends AccessTokenVerifier {
  constructor(
    private readonly stored: AccessTokenVerifier,
    private readonly jwt: JwtVerifier,
    private readonly host: AccessTokenVerifier | undefined,
  ) {
    super();
  }

  override async verify(token: string): Promise<Caller | null> {
    if (hasTokenPrefix(token)) return this.stored.verify(token);
    const isJwt = this.jwt.handles(token);
    const external = (isJwt ? await this.jwt.verify(token) : null) ?? (await this.host?.verify(token));
    if (external) return external;
    return isJwt ? null : this.stored.verify(token);
  }
}
