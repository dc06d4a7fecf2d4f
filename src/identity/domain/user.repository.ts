import type { User } from './user.js';

/** The stored users. */
export abstract class UserRepository {
  /**
   * The user, which no other unit of work can load until this one ends; null when there is none, or the id is no UUID,
   * or the user was made anonymous.
   */
  abstract load(id: string): Promise<User | null>;

  /** Whether `load` would find the user. Does not lock. */
  abstract exists(id: string): Promise<boolean>;

  /** The user with this e-mail address, without regard to case; null when there is none. Does not lock. */
  abstract findByEmail(email: string): Promise<User | null>;

  /** Whether there is any user at all. */
  abstract isEmpty(): Promise<boolean>;

  /** All instance admins, oldest first. Until the unit of work ends, no other one gets past this call. */
  abstract lockInstanceAdmins(): Promise<User[]>;

  /** Stores a new user; false, and nothing stored, when the e-mail address is taken. */
  abstract add(user: User): Promise<boolean>;

  /** @throws EmailTaken when another user has the e-mail address */
  abstract save(user: User): Promise<void>;
}
