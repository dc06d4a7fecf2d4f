import type { User } from './user.js';

/** The stored users. */
export abstract class UserRepository {
  /**
   * Returns the user, locked until the unit of work ends; null when the user does not exist or is anonymized, or the id
   * is not a UUID.
   */
  abstract load(id: string): Promise<User | null>;

  /** Returns whether `load` would find the user. Does not lock. */
  abstract exists(id: string): Promise<boolean>;

  /** Returns the user with this e-mail address (case-insensitive); null when there is none. Does not lock. */
  abstract findByEmail(email: string): Promise<User | null>;

  /** Returns the ids of the users with these e-mail addresses, by the case-folded address. Does not lock. */
  abstract findIdsByEmails(emails: readonly string[]): Promise<ReadonlyMap<string, string>>;

  /** Returns whether there are no users. */
  abstract isEmpty(): Promise<boolean>;

  /** Returns all instance admins, oldest first. Concurrent calls wait until the unit of work ends. */
  abstract lockInstanceAdmins(): Promise<User[]>;

  /** Stores a new user. Returns false, and stores nothing, when the e-mail address is taken. */
  abstract add(user: User): Promise<boolean>;

  /** Stores new users, except for those whose id or e-mail address is taken. Returns the ids of the stored ones. */
  abstract addAll(users: readonly User[]): Promise<ReadonlySet<string>>;

  /** @throws EmailTaken when another user has the e-mail address */
  abstract save(user: User): Promise<void>;
}
