/** Finds users, wherever they are managed. Anonymized users are not found. */
export abstract class UserDirectory {
  /** Returns whether there is a user with this id; false when it is not a UUID. */
  abstract exists(id: string): Promise<boolean>;

  /** Returns the id of the user with this e-mail address (case-insensitive); null when there is none. */
  abstract findIdByEmail(email: string): Promise<string | null>;

  /** Returns the ids of the users with these e-mail addresses (case-insensitive), by the address as it was given. */
  abstract findIdsByEmails(emails: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/**
 * A directory that a host application provides in the option `ports`: it is used instead of the one that reads the users of
 * the database.
 */
export abstract class HostUserDirectory extends UserDirectory {}
