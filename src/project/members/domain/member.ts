import type { MemberRole } from '../../access/domain/role.js';
import type { UserRecord } from '../../../shared/records.js';

/** A member as a record. */
export interface MemberRecord {
  user: UserRecord;
  role: MemberRole;
  created_at: string;
}

/** A membership of a user. */
export interface MembershipRecord {
  project_id: string;
  /** Slug of the project. */
  project: string;
  role: MemberRole;
  created_at: string;
}

/**
 * The field of a member that `previous` of an event omits: the user is changed by other use cases. All other fields are
 * compared, as are all fields of projects and configurations.
 */
export const notInPrevious = ['user'] as const satisfies readonly (keyof MemberRecord)[];

/** A member of a project. */
export class Member {
  private constructor(
    readonly projectId: string,
    readonly userId: string,
    public role: MemberRole,
    readonly createdAt: Date,
  ) {}

  static join(projectId: string, userId: string, role: MemberRole, now: Date): Member {
    return new Member(projectId, userId, role, now);
  }

  /** Returns a member who has been stored. */
  static restore({ projectId, userId, role, createdAt }: Member): Member {
    return new Member(projectId, userId, role, createdAt);
  }
}
