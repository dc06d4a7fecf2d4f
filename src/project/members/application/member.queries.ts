import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import type { MemberRecord, MembershipRecord } from '../domain/member.js';

/** Reads members as records that are ready to be sent. */
export abstract class MemberQueries {
  /**
   * Returns a page of the members, oldest first.
   *
   * @param filter `userId` selects the member with this id; `withBlocked`: also those with the role `blocked`
   */
  abstract list(
    projectId: string,
    filter: { readonly userId?: string | undefined; readonly withBlocked: boolean },
    page: PageRequest,
  ): Promise<Page<MemberRecord>>;

  /**
   * Returns a page of the memberships of a user, in the order of the ids of the projects.
   *
   * @param filter `withBlocks`: also memberships in projects that blocked the user
   */
  abstract memberships(
    userId: string,
    filter: { readonly withBlocks: boolean },
    page: PageRequest,
  ): Promise<Page<MembershipRecord>>;

  /** Returns null when the user is not a member or the id is not a UUID. */
  abstract find(projectId: string, userId: string): Promise<Versioned<MemberRecord> | null>;
}
