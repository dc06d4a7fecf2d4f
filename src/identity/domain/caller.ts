/** What an access token allows, as a ladder: each scope includes those before it. */
export const scopes = ['read', 'write', 'admin'] as const;

export type Scope = (typeof scopes)[number];

/** Whether one scope includes another. */
export function includesScope(scope: Scope, needed: Scope): boolean {
  return scopes.indexOf(scope) >= scopes.indexOf(needed);
}

/** Who calls, and what their access token allows. */
export interface Caller {
  readonly userId: string;
  /** An instance admin is owner of every project and looks after the users. */
  readonly instanceAdmin: boolean;
  readonly tokenId: string;
  readonly scope: Scope;
  /** The only project that the token reaches; null where it is not bound to one. */
  readonly projectId: string | null;
  readonly tokenExpiresAt: Date | null;
}
