import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose';
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

const tokenMinutes = 10;
const linkMinutes = 10;
/** Tokens are renewed so many milliseconds before they expire. */
const reserve = 30_000;

/** Gets and renews the access tokens of people. The service accepts the tokens of the provider and of the portal. */
export class AccessTokens {
  private configuration: Promise<oidc.Configuration> | undefined;
  private readonly key = generateKeyPair('ES256');
  private readonly keyId = randomUUID();
  /** The latest renewals, by refresh token: providers replace it, and requests of a page come at the same time. */
  private readonly renewals = new Map<string, Promise<Access | undefined>>();

  constructor(private readonly settings: Settings) {}

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
    return renewal;
  }

  private async refresh(refreshToken: string): Promise<Access | undefined> {
    const resource = this.settings.oidc.audience;
    const response = await oidc
      .refreshTokenGrant(await this.provider(), refreshToken, { resource })
      .catch(() => undefined);
    return response && this.accessOf(response, refreshToken);
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
    const { privateKey } = await this.key;
    const { email, name, sub } = link;
    const token = await new SignJWT({
      email,
      email_verified: true,
      name,
      client_id: 'portal',
      scope: 'read write',
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: this.keyId })
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
    const { publicKey } = await this.key;
    return { keys: [{ ...(await exportJWK(publicKey)), kid: this.keyId, alg: 'ES256', use: 'sig' }] };
  }
}
