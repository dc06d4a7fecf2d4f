import { Injectable } from '@nestjs/common';
import { Conditions, isoTimestamp, Sql } from '../../../platform/persistence/index.js';
import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import type { MemberRecord, MembershipRecord } from '../domain/member.js';
import { oneMember, memberFields } from '../persistence/member.entity.js';

/** Reads members as records that are ready to be sent. */
@Injectable()
export class MemberQueries {
  /** @internal */
  constructor(private readonly sql: Sql) {}

  /**
   * Returns a page of the members, oldest first.
   *
   * @param filter `userId` selects the member with this id; `withBlocked`: also those with the role `blocked`
   */
  async list(
    projectId: string,
    filter: { readonly userId?: string | undefined; readonly withBlocked: boolean },
    page: PageRequest,
  ): Promise<Page<MemberRecord>> {
    const { where, values } = new Conditions()
      .and('m.project_id = ?', projectId)
      .and('m.user_id = ?', filter.userId)
      .and('m.role <> ?', filter.withBlocked ? undefined : 'blocked');
    return this.sql.page<MemberRecord>(
      {
        select: memberFields,
        from: 'members m',
        where,
        values,
        order: [
          { sql: 'm.created_at', type: 'timestamptz', of: (record) => record.created_at },
          { sql: 'm.user_id', type: 'uuid', of: (record) => record.user.id },
        ],
        descending: false,
      },
      page,
    );
  }

  /**
   * Returns a page of the memberships of a user, in the order of the ids of the projects.
   *
   * @param filter `withBlocks`: also memberships in projects that blocked the user
   */
  async memberships(
    userId: string,
    filter: { readonly withBlocks: boolean },
    page: PageRequest,
  ): Promise<Page<MembershipRecord>> {
    return this.sql.page<MembershipRecord>(
      {
        select: `m.project_id, p.slug as project, m.role, ${isoTimestamp('m.created_at')} as created_at`,
        from: 'members m',
        joins: 'join projects p on p.id = m.project_id',
        where: ['m.user_id = $1', ...(filter.withBlocks ? [] : [`m.role <> 'blocked'`])],
        values: [userId],
        order: [{ sql: 'm.project_id', type: 'uuid', of: (record) => record.project_id }],
        descending: false,
      },
      page,
    );
  }

  /** Returns null when the user is not a member or the id is not a UUID. */
  async find(projectId: string, userId: string): Promise<Versioned<MemberRecord> | null> {
    return isUuid(userId) ? this.sql.record(oneMember, [projectId, userId]) : null;
  }
}
