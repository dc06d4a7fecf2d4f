import type { ProjectRole, Scope } from './caller.js';

/** What a token of the application around the service grants. */
interface HostAuthorization {
  readonly scope: Scope;
  /** When the token expires: it is refused from then on, and unless this is a time before the year 10000. */
  readonly expiresAt?: Date;
  /** Roles in projects, in addition to the memberships. */
  readonly projectRoles?: readonly ProjectRole[];
}

/** A caller who is known by the id of their user in this service, or in the view of the application's users. */
export interface HostUser extends HostAuthorization {
  readonly userId: string;
}

/** A caller who is known by an id of the application. Their first request links or registers a user of this service. */
export interface HostPerson extends HostAuthorization {
  /** A name for the application, such as its URL: subjects are unique within it. */
  readonly issuer: string;
  /**
   * Id of the person, which never changes and is never given to somebody else. A token is refused if this is not well-formed
   * Unicode: it could not be told from other ids.
   */
  readonly subject: string;
  /**
   * Address of the person, only if the application has verified that it is theirs: the user with this address is linked, so
   * a person who could choose an address would take over the account that has it.
   */
  readonly verifiedEmail?: string | undefined;
  readonly fullName?: string | undefined;
  readonly avatarUrl?: string | undefined;
}

/**
 * Verifies access tokens of the application around the service. Tokens of this service, which begin with `fcs_`, and those
 * of configured identity providers are verified before.
 *
 * The adapter must be in the option `ports`. It is not found among the `providers` of a module: its tokens would be
 * rejected with 401, so the start logs a warning.
 */
export abstract class HostTokenVerifier {
  /**
   * Returns the caller; null when the token is not one of the application, or is expired or revoked.
   *
   * @param token the credentials of the `Authorization` header, or what `authentication.tokenFrom` has returned
   * @throws IdentityProviderUnavailable when it cannot be determined whether the token is valid: the response is 503, with
   * `Retry-After`
   */
  abstract verify(token: string): Promise<HostUser | HostPerson | null>;
}
