import type { JWTHeaderParameters, JWTPayload } from 'jose';
import type { ExternalProfile } from '../application/external-user.service.js';
import { type ProjectRole, type Scope, scopes } from '../domain/caller.js';

/**
 * Returns the value of a claim.
 *
 * @param path the claim's name, or a JSON Pointer (RFC 6901) for a nested one, such as `/resource_access/feedback/roles`
 */
function claimAt(payload: JWTPayload, path: string): unknown {
  if (!path.startsWith('/')) return payload[path];
  const names = path.slice(1).split('/');
  return names
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      payload,
    );
}

/** Returns the values of a claim that is an array, or a string with spaces between the values. */
function valuesAt(payload: JWTPayload, path: string): string[] {
  const claim = claimAt(payload, path);
  if (typeof claim === 'string') return claim.split(' ').filter(Boolean);
  return Array.isArray(claim) ? claim.filter((value) => typeof value === 'string') : [];
}

/** Returns the largest scope that a token grants; undefined if it grants none. */
export function scopeOf(
  payload: JWTPayload,
  { scopeClaim, scopeNames }: { scopeClaim: string; scopeNames: Readonly<Record<Scope, string>> },
): Scope | undefined {
  const granted = valuesAt(payload, scopeClaim);
  return scopes.findLast((scope) => scopeNames[scope] !== '' && granted.includes(scopeNames[scope]));
}

/** Returns the roles that a token grants: values of the form `<slug or id of a project>:<role>`. Ignores all others. */
export function projectRolesOf(payload: JWTPayload, rolesClaim: string | undefined): ProjectRole[] {
  if (rolesClaim === undefined) return [];
  return valuesAt(payload, rolesClaim).flatMap((value) => {
    const [project = '', role = '', ...rest] = value.split(':');
    return project && role && rest.length === 0 ? [{ project, role }] : [];
  });
}

/**
 * Returns whether a token of the issuer is an access token that anyone may present. Not ID tokens, which authenticate a
 * person to another application; not logout tokens and their like; and not tokens that only their owner may present (RFC
 * 8705, RFC 9449), since this service does not check who does.
 *
 * @param isTyped whether the token must have the type `at+jwt` (RFC 9068 §2.1)
 */
export function isBearerAccessToken(
  payload: JWTPayload,
  { typ }: JWTHeaderParameters,
  isTyped: boolean,
): boolean {
  const type = typ?.toLowerCase().replace(/^application\//, '');
  const isAccessToken = type === 'at+jwt' || (!isTyped && (type === undefined || type === 'jwt'));
  // Keycloak and Cognito name the kind of a token in a claim.
  const isOtherKind = [payload['typ'], payload['token_use']].some(
    (kind) => typeof kind === 'string' && !/^(bearer|access)$/i.test(kind),
  );
  // OpenID Connect Core 1.0 §2 and §3.3.2.11: claims of ID tokens.
  const isIdToken = ['nonce', 'at_hash', 'c_hash'].some((name) => payload[name] !== undefined);
  return isAccessToken && !isOtherKind && !isIdToken && payload['cnf'] === undefined;
}

/** The last second of the year 9999, which is the last one that a timestamp of the API can be in. */
const maxNumericDate = 253_402_300_799;

/**
 * Returns whether the times of a token are NumericDates (RFC 7519 §2) from 1970 to 9999. They may have fractions of a second.
 */
export function hasValidTimes(payload: JWTPayload): boolean {
  return [payload.exp, payload.nbf, payload.iat].every(
    (time: unknown) =>
      time === undefined || (typeof time === 'number' && time >= 0 && time <= maxNumericDate),
  );
}

/** Returns the person that a verified token describes (OpenID Connect Core 1.0 §5.1). */
export function profileOf(payload: JWTPayload & { iss: string; sub: string }): ExternalProfile {
  const text = (name: string): string | undefined => {
    const claim = payload[name];
    return typeof claim === 'string' ? claim : undefined;
  };
  return {
    issuer: payload.iss,
    subject: payload.sub,
    // Only `true` itself: some issuers send the text "false".
    verifiedEmail: payload['email_verified'] === true ? text('email') : undefined,
    fullName: text('name'),
    avatarUrl: text('picture'),
  };
}
