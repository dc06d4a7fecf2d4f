/** A user at an identity provider: its `iss` and `sub` (OpenID Connect Core 1.0 §5.7), which no other user ever has. */
export interface ExternalIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** The user that an identity belongs to. */
export interface LinkedUser {
  readonly userId: string;
  readonly instanceAdmin: boolean;
  /** Whether the user was anonymized. The link remains, so that the person does not get a new account. */
  readonly isAnonymized: boolean;
}

/** The stored links between users and their identities at identity providers. */
export abstract class UserIdentityRepository {
  /** Returns null when the identity is not linked. Does not lock. */
  abstract find(identity: ExternalIdentity): Promise<LinkedUser | null>;

  /**
   * Links an identity to a user. Changes nothing when the identity is linked already, or when the user has another
   * identity of the same issuer.
   */
  abstract link(identity: ExternalIdentity, userId: string, now: Date): Promise<void>;
}
