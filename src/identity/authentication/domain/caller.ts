/** The scopes of access tokens. Each scope includes the previous ones. */
export const scopes = ['read', 'write', 'admin'] as const;

export type Scope = (typeof scopes)[number];

/** Returns whether a scope includes another one. */
export function includesScope(scope: Scope, needed: Scope): boolean {
  return scopes.indexOf(scope) >= scopes.indexOf(needed);
}

/** What an operation requires of its caller. */
export interface Permission {
  readonly scope: Scope;
  /** Whether only instance admins have it. */
  readonly instanceAdmin?: true;
}

/** A role in a project that an access token grants. */
export interface ProjectRole {
  /** Slug or id of the project. */
  readonly project: string;
  readonly role: string;
}

/** The authenticated user, with the permissions of their access token. */
export interface Caller {
  readonly userId: string;
  /** An instance admin is owner of every project and manages users. */
  readonly instanceAdmin: boolean;
  /** Null without a stored token: for tokens of identity providers and hosts, callers from code, and public readers. */
  readonly tokenId: string | null;
  readonly scope: Scope;
  /** Id of the project that the token is bound to; null if it is not bound. */
  readonly projectId: string | null;
  readonly tokenExpiresAt: Date | null;
  /** Roles that the token grants in addition to the user's memberships. */
  readonly projectRoles?: readonly ProjectRole[];
}

/**
 * Returns a user as a caller of use cases from code, without a token. Use cases check the scope as for requests. The user has
 * the roles of their memberships, and `projectRoles`: the roles of their tokens are not known here.
 */
export function callerOf(
  userId: string,
  {
    scope,
    instanceAdmin = false,
    projectRoles = [],
  }: Pick<Caller, 'scope'> & Partial<Pick<Caller, 'instanceAdmin' | 'projectRoles'>>,
): Caller {
  const token = { tokenId: null, projectId: null, tokenExpiresAt: null };
  return { userId: userId.toLowerCase(), instanceAdmin, scope, projectRoles, ...token };
}
