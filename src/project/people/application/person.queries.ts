import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import type { ExternalIdRecord, PersonRecord } from '../domain/person.js';

/** Reads people as records that are ready to be sent. */
export abstract class PersonQueries {
  /**
   * Returns a page of the people, oldest first.
   *
   * @param filter `userId` selects the external ids of a user, `name` external ids of users whose name contains it, `company`
   * external ids of the people of a company
   */
  abstract list(
    projectId: string,
    filter: { userId?: string | undefined; name?: string | undefined; company?: string | undefined },
    page: PageRequest,
  ): Promise<Page<PersonRecord>>;

  /** Returns null when the external id is unknown. */
  abstract find(projectId: string, externalId: string): Promise<Versioned<PersonRecord> | null>;

  /**
   * Returns a page of the external ids of a user in all projects.
   *
   * @param filter `withBlocks`: also those in projects that blocked the user
   */
  abstract externalIds(
    userId: string,
    filter: { readonly withBlocks: boolean },
    page: PageRequest,
  ): Promise<Page<ExternalIdRecord>>;
}
