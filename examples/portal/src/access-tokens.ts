import { createECDH, hkdfSync, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, type CryptoKey, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import * as oidc from 'openid-client';
import type { Settings } from './settings.js';

/** What gives a person access to the API: a token of the identity provider, or one that the portal signs for a link. */
export interface Access {
  readonly token: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
  readonly refreshToken?: string | undefined;
  /** The claims of a signed link, for which the portal signs tokens. */
  readonly link?: LinkClaims | undefined;
}

/** Whom a signed link is for. */
export interface LinkClaims {
  /** Id of the person in the product. */
  readonly sub: string;
  readonly email: string;
  readonly name: string;
}

/** The identity provider does not answer as it should at the moment. */
export class ProviderUnavailable extends Error {}

const tokenMinutes = 10;
const linkMinutes = 10;
/** Tokens are renewed so many milliseconds before they expire. */
const reserve = 30_000;

/** Gets and renews the access tokens of people. The service accepts the tokens of the provider and of the portal. */
export class AccessTokens {
  private configuration: Promise<oidc.Configuration> | undefined;
  private readonly key: ReturnType<typeof signingKey>;
  /** The latest renewals, by refresh token: providers replace it, and requests of a page come at the same time. */
  private readonly renewals = new Map<string, Promise<Access | undefined>>();

  constructor(private readonly settings: Settings) {
    this.key = signingKey(settings.linkSecret);
  }

  /** Returns the configuration of the identity provider, which is read once. */
  provider(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings.oidc;
    const authentication = clientSecret === '' ? oidc.None() : oidc.ClientSecretBasic(clientSecret);
    const options = issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {};
    this.configuration ??= oidc.discovery(new URL(issuer), clientId, undefined, authentication, options);
    // After a failure, the next sign-in tries again.
    this.configuration.catch(() => (this.configuration = undefined));
    return this.configuration;
  }

  /** Returns the access of a response of the provider, which may leave out the refresh token if it stays the same. */
  accessOf(response: oidc.TokenEndpointResponse, refreshToken?: string): Access {
    return {
      token: response.access_token,
      refreshToken: response.refresh_token ?? refreshToken,
      expiresAt: Date.now() + (response.expires_in ?? 300) * 1_000,
    };
  }

  /** Returns access with a token that is valid for a while; undefined if the person has to sign in again. */
  async renew(access: Access): Promise<Access | undefined> {
    if (access.expiresAt > Date.now() + reserve) return access;
    if (access.link) return this.sign(access.link);
    const { refreshToken } = access;
    if (refreshToken === undefined) return undefined;
    const renewal = this.renewals.get(refreshToken) ?? this.refresh(refreshToken);
    this.renewals.set(refreshToken, renewal);
    setTimeout(() => this.renewals.delete(refreshToken), reserve).unref();
    renewal.catch(() => this.renewals.delete(refreshToken));
    return renewal;
  }

  private async refresh(refreshToken: string): Promise<Access | undefined> {
    const resource = this.settings.oidc.audience;
    try {
      const response = await oidc.refreshTokenGrant(await this.provider(), refreshToken, { resource });
      return this.accessOf(response, refreshToken);
    } catch (error) {
      // The provider does not take the token any more (RFC 6749, section 5.2). It may be well again after any other error.
      if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return undefined;
      throw new ProviderUnavailable('The identity provider does not renew access tokens.', { cause: error });
    }
  }

  /**
   * Returns whom a link is for: a JWT that the product has signed with HMAC-SHA256, for this portal and at most ten minutes.
   *
   * @throws JOSEError if it was not
   */
  async verifyLink(token: string): Promise<LinkClaims> {
    const { payload } = await jwtVerify(token, Buffer.from(this.settings.linkSecret), {
      algorithms: ['HS256'],
      audience: this.settings.url,
      requiredClaims: ['sub', 'iat', 'exp', 'email', 'name'],
      maxTokenAge: `${linkMinutes} minutes`,
    });
    return { sub: String(payload.sub), email: String(payload['email']), name: String(payload['name']) };
  }

  /** Signs an access token (RFC 9068) for a person of whom the product has assured us. */
  async sign(link: LinkClaims): Promise<Access> {
    const { privateKey, jwk } = await this.key;
    const { email, name, sub } = link;
    const token = await new SignJWT({
      email,
      email_verified: true,
      name,
      client_id: 'portal',
      scope: 'read write',
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: jwk.kid })
      .setIssuer(this.settings.url)
      .setAudience(this.settings.oidc.audience)
      .setSubject(sub)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime(`${tokenMinutes} minutes`)
      .sign(privateKey);
    return { token, expiresAt: Date.now() + tokenMinutes * 60_000, link };
  }

  /** Returns the public key, with which the service verifies the tokens of {@link sign} (RFC 7517). */
  async keySet(): Promise<{ keys: JWK[] }> {
    return { keys: [(await this.key).jwk] };
  }
}

/** Returns the key that belongs to the secret of links, so that it is the same in all processes and after a restart. */
async function signingKey(secret: string): Promise<{ privateKey: CryptoKey; jwk: JWK & { kid: string } }> {
  const curve = createECDH('prime256v1');
  const d = Buffer.from(hkdfSync('sha256', secret, '', 'access tokens of the portal', 32));
  curve.setPrivateKey(d);
  const point = curve.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = { kty: 'EC', crv: 'P-256', x, y };
  const privateKey = (await importJWK({ ...key, d: d.toString('base64url') }, 'ES256')) as CryptoKey;
  return { privateKey, jwk: { ...key, kid: await calculateJwkThumbprint(key), alg: 'ES256', use: 'sig' } };
}
