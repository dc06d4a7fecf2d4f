import type { Versioned } from '../../../shared/records.js';
import type { ChangedPerson, Person, PersonRecord } from './person.js';

/** Where a user is known: in some of the projects of a query, and in other projects. */
export interface UserPresence {
  readonly userId: string;
  readonly isHere: boolean;
  readonly isElsewhere: boolean;
}

/** The stored people of projects. */
export abstract class PersonRepository {
  /**
   * Returns a person; null when the id is unknown. Concurrent calls for the same id wait until the unit of work ends, also when
   * the id is unknown.
   */
  abstract load(projectId: string, externalId: string): Promise<Versioned<PersonRecord> | null>;

  /** Returns the id of the user whom an external id belongs to; null when it is unknown. Does not lock. */
  abstract findUserId(projectId: string, externalId: string): Promise<string | null>;

  /** @throws ProjectNotFound; UserNotFound when the user does not exist; InvalidInput when the company does not */
  abstract add(person: Person, now: Date): Promise<Versioned<PersonRecord>>;

  /**
   * Stores the company and the time of a change, and returns the person as they are now.
   *
   * @throws InvalidInput when the company does not exist
   */
  abstract save(person: ChangedPerson, now: Date): Promise<Versioned<PersonRecord>>;

  abstract remove(projectId: string, externalId: string): Promise<void>;

  /** Removes the external ids of a user in all projects. */
  abstract removeAllOf(userId: string): Promise<void>;

  /** Returns whether a user is a member of any project, or another project knows the user by an external id. */
  abstract isKnownElsewhere(userId: string, projectId: string): Promise<boolean>;

  /** Returns whether users are members of, or have external ids in, these projects and others. */
  abstract findPresence(
    userIds: readonly string[],
    projectIds: readonly string[],
  ): Promise<readonly UserPresence[]>;
}
