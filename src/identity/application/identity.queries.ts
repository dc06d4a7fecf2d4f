import type { Page, PageRequest, Versioned } from '../../shared/records.js';
import type { Scope } from '../domain/caller.js';

/** A user as embedded in other records. */
export interface UserRecord {
  id: string;
  email: string;
  full_name: string;
  avatar_url: string;
}

/** A user as instance admins see it. */
export interface AccountRecord extends UserRecord {
  instance_admin: boolean;
  /** ISO 8601 in UTC with milliseconds, as all timestamps of records. */
  created_at: string;
}

export interface TokenRecord {
  id: string;
  name: string;
  user_id: string;
  scope: Scope;
  /** Slug of the only project that the token reaches; `""` where it is not bound to one. */
  project: string;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
}

/** The caller and the token in hand. */
export interface MeRecord {
  user: UserRecord;
  instance_admin: boolean;
  token: Pick<TokenRecord, 'id' | 'name' | 'scope' | 'project' | 'expires_at'>;
}

/** Reads of users and tokens, ready to be sent. */
export abstract class IdentityQueries {
  /** Users who were not made anonymous, oldest first. */
  abstract accounts(page: PageRequest): Promise<Page<AccountRecord>>;

  /** Null when there is none, the id is no UUID, or the user was made anonymous. */
  abstract account(id: string): Promise<Versioned<AccountRecord> | null>;

  /** Tokens of a user, oldest first. */
  abstract tokens(userId: string, page: PageRequest): Promise<Page<TokenRecord>>;

  /** Null when there is none or the id is no UUID. */
  abstract token(id: string): Promise<Versioned<TokenRecord> | null>;
}
