/** An issuer of access tokens in the form of JWTs: an identity provider. */
export interface JwtIssuer {
  /** Exact value of the claim `iss`, a URL. */
  readonly issuer: string;
  /** Values of the claim `aud` of which a token must have one. */
  readonly audiences: readonly string[];
  /** URL of the key set; absent: the one that the issuer's metadata names. */
  readonly jwksUrl: string | undefined;
  /** Accepted signature algorithms. */
  readonly algorithms: readonly string[];
  /** Accepted difference between the clocks of issuer and service, in seconds. */
  readonly clockToleranceSeconds: number;
  /** How long the last keys are used while the issuer is unavailable, in seconds. */
  readonly maxKeyAgeSeconds: number;
  /** Whether tokens must have the type `at+jwt` (RFC 9068 §2.1). */
  readonly requireTyp: boolean;
  /** Name or JSON Pointer (RFC 6901) of the claim with the scopes. */
  readonly scopeClaim: string;
  /** Values of that claim that stand for the scopes of this service. */
  readonly scopeNames: { readonly read: string; readonly write: string; readonly admin: string };
  /** Name or JSON Pointer of the claim with project roles, as `<slug or id>:<role>`; absent: tokens grant none. */
  readonly rolesClaim: string | undefined;
  /** Whose account is created at their first request: nobody's, everybody's, or those with addresses of these domains. */
  readonly provisioning: 'off' | 'on' | readonly string[];
}

/** Reads settings by name, and reports invalid ones. */
export interface SettingReader {
  value(name: string): string | undefined;
  url(name: string, protocols: readonly string[]): string | undefined;
  integer(name: string, fallback: number, min: number, max: number): number;
  flag(name: string): boolean;
  /** Reports an invalid setting; the message is a sentence that begins with its name. */
  reject(sentence: string): void;
}

const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];

const maxIssuers = 9;

/** The settings of an issuer, beside `ISSUER`. */
const names = [
  'AUDIENCE',
  'JWKS_URL',
  'ALGORITHMS',
  'CLOCK_TOLERANCE',
  'MAX_KEY_AGE',
  'REQUIRE_TYP',
  'SCOPE_CLAIM',
  'SCOPES',
  'ROLES_CLAIM',
  'PROVISIONING',
];

/** Reads `AUTH_JWT_…`, and `AUTH_JWT_2_…` to `AUTH_JWT_9_…` for further issuers. */
export function readJwtIssuers(settings: SettingReader): readonly JwtIssuer[] {
  const prefixes = ['AUTH_JWT_', ...Array.from({ length: maxIssuers - 1 }, (_, n) => `AUTH_JWT_${n + 2}_`)];
  const issuers = prefixes.flatMap((prefix) => readJwtIssuer(prefix, settings) ?? []);
  if (new Set(issuers.map(({ issuer }) => issuer)).size < issuers.length) {
    settings.reject('AUTH_JWT_ISSUER must be another one in each group of AUTH_JWT settings.');
  }
  return issuers;
}

function readJwtIssuer(prefix: string, settings: SettingReader): JwtIssuer | undefined {
  const list = (name: string) =>
    settings
      .value(prefix + name)
      ?.split(',')
      .map((item) => item.trim());
  if (settings.value(`${prefix}ISSUER`) === undefined) {
    const useless = names.find((name) => settings.value(prefix + name) !== undefined);
    if (useless) settings.reject(`${prefix}${useless} must not be set without ${prefix}ISSUER.`);
    return undefined;
  }
  const issuer = settings.url(`${prefix}ISSUER`, ['https:', 'http:']) ?? '';
  const audiences = list('AUDIENCE') ?? [];
  if (audiences.length === 0) {
    settings.reject(`${prefix}AUDIENCE must be set: it is how tokens for this service are recognized.`);
  }
  const accepted = list('ALGORITHMS') ?? algorithms;
  if (!accepted.every((algorithm) => algorithms.includes(algorithm))) {
    settings.reject(`${prefix}ALGORITHMS must be a list of: ${algorithms.join(', ')}.`);
  }
  const provisioning = settings.value(`${prefix}PROVISIONING`) ?? 'off';
  const domains = provisioning.split(',').map((domain) => domain.trim().toLowerCase());
  const isSwitch = provisioning === 'off' || provisioning === 'on';
  if (!isSwitch && !domains.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))) {
    settings.reject(`${prefix}PROVISIONING must be off, on, or a list of domains with commas between.`);
  }
  return {
    issuer,
    audiences,
    jwksUrl: settings.url(`${prefix}JWKS_URL`, ['https:', 'http:']),
    algorithms: accepted,
    clockToleranceSeconds: settings.integer(`${prefix}CLOCK_TOLERANCE`, 30, 0, 60),
    maxKeyAgeSeconds: settings.integer(`${prefix}MAX_KEY_AGE`, 3_600, 0, 86_400),
    requireTyp: settings.flag(`${prefix}REQUIRE_TYP`),
    scopeClaim: settings.value(`${prefix}SCOPE_CLAIM`) ?? 'scope',
    scopeNames: readScopeNames(`${prefix}SCOPES`, settings),
    rolesClaim: settings.value(`${prefix}ROLES_CLAIM`),
    provisioning: isSwitch ? provisioning : domains,
  };
}

function readScopeNames(name: string, settings: SettingReader): JwtIssuer['scopeNames'] {
  const scopeNames = { read: 'read', write: 'write', admin: 'admin' };
  for (const pair of settings.value(name)?.split(',') ?? []) {
    const [scope = '', ...rest] = pair.trim().split('=');
    const claimed = rest.join('=');
    if (!Object.hasOwn(scopeNames, scope) || !/^\S+$/.test(claimed)) {
      settings.reject(`${name} must have the form read=…,write=…,admin=….`);
    } else {
      scopeNames[scope as keyof typeof scopeNames] = claimed;
    }
  }
  return scopeNames;
}
