import type { Request } from 'express';
import {
  type Checked,
  converted,
  flag,
  type Given,
  integer,
  isOrigin,
  list,
  oneOf,
  type Setting,
  splitList,
  text,
  url,
  value,
} from './setting.js';

/** Returns the access token of a request, for example of a cookie or a session; null or undefined if it has none. */
type TokenFrom = (request: Request) => string | null | undefined | Promise<string | null | undefined>;

const web = ['http:', 'https:'];
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const scopes = { read: 'read', write: 'write', admin: 'admin' };

/** An identity provider whose access tokens, JWTs (RFC 9068), are accepted. Its variables begin with `AUTH_JWT_`. */
export const jwtIssuer = {
  /** Exact value of the claim `iss`, a URL. */
  issuer: url(web, { variable: 'ISSUER', required: 'must be set.', shownDefault: 'none' }),
  /** Accepted audiences: the claim with the audience must contain one of them. */
  audiences: list({
    variable: 'AUDIENCE',
    default: [],
    required: 'must be set: it is how tokens for this service are recognized.',
    rule: [(given) => given.length > 0, 'must be set: it is how tokens for this service are recognized.'],
  }),
  /** Name of the claim with the audience: `client_id` for providers whose access tokens have no `aud`. */
  audienceClaim: oneOf(['aud', 'client_id'], { variable: 'AUDIENCE_CLAIM', default: 'aud' }),
  /** URL of the key set (RFC 7517). */
  jwksUrl: url(web, { variable: 'JWKS_URL', shownDefault: "from the issuer's metadata" }),
  /** Accepted signature algorithms. Never `none` or HMAC. */
  algorithms: list({
    variable: 'ALGORITHMS',
    default: algorithms,
    rule: [
      (given) => given.every((algorithm) => algorithms.includes(algorithm)),
      `must be a list of: ${algorithms.join(', ')}.`,
    ],
  }),
  /** Seconds by which the clocks of issuer and service may differ, at most 60. */
  clockToleranceSeconds: integer(0, 60, { variable: 'CLOCK_TOLERANCE', default: 30 }),
  /** Seconds for which the last keys are used while the provider is unavailable. */
  maxKeyAgeSeconds: integer(0, 86_400, { variable: 'MAX_KEY_AGE', default: 3_600 }),
  /** Whether tokens must have the type `at+jwt` (RFC 9068 §2.1). */
  requireTyp: flag({ variable: 'REQUIRE_TYP', default: false }),
  /** Name of the claim with the scopes, or a JSON Pointer (RFC 6901). */
  scopeClaim: text({ variable: 'SCOPE_CLAIM', default: 'scope' }),
  /**
   * The provider's names of the scopes: `read=…,write=…,admin=…`. A scope that is left out keeps its name; one with an empty name
   * is granted by no token.
   */
  scopeNames: converted(
    value<{ readonly read?: string; readonly write?: string; readonly admin?: string }, typeof scopes>({
      variable: 'SCOPES',
      default: scopes,
      shownDefault: '`read`, `write` and `admin`',
      parse: (given) => Object.fromEntries(splitList(given).map(parsePair)),
      rule: [areScopeNames, 'must have the form read=…,write=…,admin=….'],
    }),
    (given) => ({ ...scopes, ...given }),
  ),
  /** Name or JSON Pointer of the claim with project roles, as `<slug or id>:<role>`. */
  rolesClaim: text({ variable: 'ROLES_CLAIM' }),
  /** Whether a first request creates a user: `off`, `on`, or for verified addresses of these domains. */
  provisioning: converted(
    value<'off' | 'on' | readonly string[], 'off'>({
      variable: 'PROVISIONING',
      default: 'off',
      parse: (given) => (given === 'off' || given === 'on' ? given : splitList(given)),
      rule: [isProvisioning, 'must be off, on, or a list of domains.'],
    }),
    (given) => (typeof given === 'string' ? given : given.map((domain) => domain.toLowerCase())),
  ),
};

type GivenIssuer = Given<typeof jwtIssuer>;

/** An issuer of access tokens in the form of JWTs (RFC 9068): an identity provider. */
export interface JwtIssuerSettings extends GivenIssuer {
  readonly issuer: string;
  readonly audiences: readonly string[];
}

type CheckedIssuer = Checked<typeof jwtIssuer>;

/** The validated settings of an issuer, with defaults. */
export interface JwtIssuer extends CheckedIssuer {
  readonly issuer: string;
}

/** Whose access tokens are accepted, and where requests have them. */
export const authentication = {
  /** Identity providers whose access tokens are accepted, in addition to tokens of this service. */
  jwtIssuers: {
    ...value<readonly JwtIssuerSettings[], []>({
      default: [],
      rule: [(given) => Array.isArray(given), 'must be a list.'],
    }),
    items: jwtIssuer,
  } as unknown as Setting<readonly JwtIssuerSettings[], readonly JwtIssuer[]>,
  /**
   * Access token of the first instance admin, 32 characters or more. The admin is created if there is none. With
   * `users.view`, the token belongs to the oldest user with `instance_admin`; while there is none, it has no effect, and
   * each start logs a warning.
   */
  bootstrapToken: text({
    variable: 'BOOTSTRAP_ACCESS_TOKEN',
    rule: [
      (token) => /^[A-Za-z0-9\-._~+/]{32,1000}=*$/.test(token),
      'must have 32 to 1000 characters out of A-Z a-z 0-9 - . _ ~ + / (and = at the end).',
    ],
  }),
  /**
   * Returns the token of requests without `Authorization: Bearer`. It is verified like one of that header. Writes
   * with such a token are accepted from pages of the same origin and of `trustedOrigins` only (403 `untrusted_origin`).
   */
  tokenFrom: value<TokenFrom>({ rule: [(given) => typeof given === 'function', 'must be a function.'] }),
  /**
   * Other origins whose pages may use the tokens of `tokenFrom`, such as `https://app.example.com`: their writes are
   * accepted, and CORS allows them credentials.
   */
  trustedOrigins: list({
    default: [],
    rule: [
      (origins) => origins.every(isOrigin),
      'must be a list of origins, such as https://app.example.com.',
    ],
  }),
};

function parsePair(pair: string): [scope: string, name: string] {
  const [scope = '', ...rest] = pair.split('=');
  // No scope has the name of a pair without a `=`.
  return rest.length > 0 ? [scope, rest.join('=')] : ['', pair];
}

function areScopeNames(given: object): boolean {
  return Object.entries(given).every(([scope, name]) => scope in scopes && /^\S*$/.test(String(name)));
}

function isProvisioning(given: unknown): boolean {
  if (given === 'off' || given === 'on') return true;
  const isDomain = (domain: unknown) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(String(domain));
  return Array.isArray(given) && given.length > 0 && given.every(isDomain);
}
