import type { Page, PageRequest, UserRecord, Versioned } from '../../../shared/records.js';
import type { Scope } from '../../authentication/domain/caller.js';

/** A user as instance admins see it. */
export interface AccountRecord extends UserRecord {
  instance_admin: boolean;
  /** ISO 8601 in UTC with milliseconds, like all timestamps in records. */
  created_at: string;
}

export interface TokenRecord {
  id: string;
  name: string;
  user_id: string;
  scope: Scope;
  /** Slug of the project that the token is bound to; `""` if it is not bound. */
  project: string;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
}

/** The caller and the token of the request. */
export interface MeRecord {
  user: UserRecord;
  instance_admin: boolean;
  token: Pick<TokenRecord, 'id' | 'name' | 'scope' | 'project' | 'expires_at'>;
}

/** Reads users and tokens as records that are ready to be sent. */
export abstract class IdentityQueries {
  /**
   * Returns a page of the users that are not anonymized, oldest first.
   *
   * @param email selects the user with this e-mail address (case-insensitive)
   */
  abstract accounts(filter: { email?: string | undefined }, page: PageRequest): Promise<Page<AccountRecord>>;

  /** Returns null when the user does not exist or is anonymized, or the id is not a UUID. */
  abstract account(id: string): Promise<Versioned<AccountRecord> | null>;

  /** Returns a page of the tokens of a user, oldest first. */
  abstract tokens(userId: string, page: PageRequest): Promise<Page<TokenRecord>>;

  /** Returns null when it does not exist or the id is not a UUID. */
  abstract token(id: string): Promise<Versioned<TokenRecord> | null>;
}
