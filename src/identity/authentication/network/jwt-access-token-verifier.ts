import { isUtf8 } from 'node:buffer';
import { Injectable } from '@nestjs/common';
import { decodeJwt, errors, type JWTPayload, jwtVerify, type JWTVerifyResult } from 'jose';
import { Settings, type JwtIssuer } from '../../../platform/config/index.js';
import { Clock } from '../../../shared/clock.js';
import { isStorable } from '../../../shared/rules.js';
import { type ExternalProfile, ExternalUserService } from '../application/external-user.service.js';
import { AccessTokenVerifier } from '../domain/access-token-verifier.js';
import type { Caller } from '../domain/caller.js';
import { NoScopeGranted, UserNotProvisioned } from '../../users/domain/identity.errors.js';
import { IssuerKeys } from './issuer-keys.js';
import { hasValidTimes, isBearerAccessToken, profileOf, projectRolesOf, scopeOf } from './token-claims.js';

/** Maximum length of a token in characters. */
export const maxTokenLength = 8_192;

/** The claims that a token must have beside the audience (RFC 9068 §2.2, without those that describe the client). */
const requiredClaims = ['iss', 'sub', 'exp'];

/** Verifies access tokens of identity providers: JWTs (RFC 9068), by the recommendations of RFC 8725. */
@Injectable()
export class JwtAccessTokenVerifier extends AccessTokenVerifier {
  private readonly issuers: ReadonlyMap<string, { settings: JwtIssuer; keys: IssuerKeys }>;

  constructor(
    { authentication }: Settings,
    private readonly users: ExternalUserService,
    private readonly clock: Clock,
  ) {
    super();
    this.issuers = new Map(
      authentication.jwtIssuers.map((settings) => [
        settings.issuer,
        { settings, keys: new IssuerKeys(settings, clock) },
      ]),
    );
  }

  /** Returns whether the token has the form of a JWT and issuers are configured. */
  handles(token: string): boolean {
    return this.issuers.size > 0 && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
  }

  /**
   * @throws IdentityProviderUnavailable when the key of the token cannot be loaded; NoScopeGranted; UserNotProvisioned
   */
  override async verify(token: string): Promise<Caller | null> {
    if (token.length > maxTokenLength || !hasUtf8Payload(token)) return null;
    const issuer = this.issuers.get(issuerOf(token) ?? '');
    if (!issuer) return null;
    const { settings, keys } = issuer;
    const verified = await this.verifySignatureAndClaims(token, settings, keys);
    if (!verified) return null;
    const { payload, protectedHeader } = verified;
    if (!isBearerAccessToken(payload, protectedHeader, settings.requireTyp)) return null;
    if (!hasValidTimes(payload)) return null;
    const { iss = '', sub = '', exp = 0 } = payload;
    // Without a UTF-8 form, it could not be told from other subjects.
    if (typeof sub !== 'string' || sub === '' || !isStorable(sub)) return null;
    const scope = scopeOf(payload, settings);
    if (!scope) throw new NoScopeGranted();
    const profile = profileOf({ ...payload, iss, sub });
    const user = await this.users.resolve(profile, mayRegister(profile, settings.provisioning));
    if (!user) throw new UserNotProvisioned();
    if (user.isAnonymized) return null;
    return {
      userId: user.userId,
      instanceAdmin: user.instanceAdmin,
      tokenId: null,
      scope,
      projectId: null,
      tokenExpiresAt: new Date(exp * 1000),
      projectRoles: projectRolesOf(payload, settings.rolesClaim),
    };
  }

  private async verifySignatureAndClaims(
    token: string,
    settings: JwtIssuer,
    keys: IssuerKeys,
  ): Promise<JWTVerifyResult | null> {
    try {
      const verified = await jwtVerify(token, keys.find, {
        issuer: settings.issuer,
        // Requires the claim `aud`.
        ...(settings.audienceClaim === 'aud' ? { audience: [...settings.audiences] } : {}),
        algorithms: [...settings.algorithms],
        clockTolerance: settings.clockToleranceSeconds,
        currentDate: this.clock.now(),
        requiredClaims,
      });
      return settings.audienceClaim === 'aud' || isOfClient(verified.payload, settings) ? verified : null;
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }
}

/** Returns whether the payload is UTF-8 (RFC 7519 §3): `jose` replaces other bytes, which makes different subjects equal. */
function hasUtf8Payload(token: string): boolean {
  return isUtf8(Buffer.from(token.split('.')[1] ?? '', 'base64url'));
}

/** Returns whether a token has no audience, and was issued to one of the clients that the settings name instead. */
function isOfClient({ aud, client_id: client }: JWTPayload, { audiences }: JwtIssuer): boolean {
  return aud === undefined && typeof client === 'string' && audiences.includes(client);
}

/** Returns the issuer that an unverified token names. */
function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

function mayRegister({ verifiedEmail }: ExternalProfile, provisioning: JwtIssuer['provisioning']): boolean {
  if (typeof provisioning === 'string') return provisioning === 'on';
  const [, domain = ''] = verifiedEmail?.split('@') ?? [];
  return provisioning.includes(domain.toLowerCase());
}
