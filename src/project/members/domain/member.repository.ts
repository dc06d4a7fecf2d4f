import type { Locked, Versioned } from '../../../shared/records.js';
import type { Member, MemberRecord } from './member.js';

/** The stored members of projects. Loading one locks the project, so that changes of its members are serialized. */
export abstract class MemberRepository {
  /**
   * Returns a member; null when the user is not a member or the id is not a UUID.
   *
   * @throws ProjectNotFound when the project does not exist
   */
  abstract load(projectId: string, userId: string): Promise<Locked<Member, MemberRecord> | null>;

  /** Returns all memberships of a user in the order of project ids. */
  abstract loadAll(userId: string): Promise<Locked<Member, MemberRecord>[]>;

  /** Returns whether the project of an owner has another owner. */
  abstract hasOtherOwner(owner: Member): Promise<boolean>;

  /** @throws UserNotFound when the user does not exist */
  abstract add(member: Member): Promise<Versioned<MemberRecord>>;

  /** Stores the role of a member. */
  abstract save(member: Member): Promise<Versioned<MemberRecord>>;

  abstract remove(member: Member): Promise<void>;
}
