import type { User } from './user.js';

/**
 * The stored users. Where a host application manages them, they can be read only, and are not locked.
 */
export abstract class UserRepository {
  /**
   * Returns the user, locked until the unit of work ends; null when the user does not exist or is anonymized, or the id
   * is not a UUID.
   */
  abstract load(id: string): Promise<User | null>;

  /** Returns the given ids that users have, also anonymized ones. Does not lock. */
  abstract findIds(ids: readonly string[]): Promise<ReadonlySet<string>>;

  /** Returns whether there are no users. */
  abstract isEmpty(): Promise<boolean>;

  /** Returns all instance admins, oldest first. Concurrent calls wait until the unit of work ends. */
  abstract lockInstanceAdmins(): Promise<User[]>;

  /**
   * Stores a new user. Returns false, and stores nothing, when the e-mail address is taken.
   *
   * @throws UsersManagedElsewhere
   */
  abstract add(user: User): Promise<boolean>;

  /**
   * Stores new users, except for those whose id or e-mail address is taken. Returns the ids of the stored ones.
   *
   * @throws UsersManagedElsewhere
   */
  abstract addAll(users: readonly User[]): Promise<ReadonlySet<string>>;

  /** Records that somebody can sign in as the user: editors of the project that registered the user cannot change it any more. */
  abstract recordSignIn(userId: string): Promise<void>;

  /** @throws EmailTaken when another user has the e-mail address; UsersManagedElsewhere */
  abstract save(user: User): Promise<void>;
}
