import { Injectable } from '@nestjs/common';
import { Conditions, isoTimestamp, Sql, recordColumns } from '../../../platform/persistence/index.js';
import { type Page, type PageRequest, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import type { MemberRecord, MembershipRecord } from '../domain/member.js';
import { MemberQueries } from '../application/member.queries.js';

/** The fields of the record of member `m`. */
const memberFields = `(select row_to_json(u) from user_record(m.user_id) u) as "user", m.role, ${isoTimestamp('m.created_at')} as created_at`;

/** The record of member `m`. Leaving and rejoining creates a new membership with the same path. */
const memberRecord = recordColumns(
  memberFields,
  `concat_ws('-', m.project_id, extract(epoch from m.created_at), m.version, (select version from user_versions where id = m.user_id))`,
);

export const oneMember = `select ${memberRecord} from members m where m.project_id = $1 and m.user_id = $2`;

@Injectable()
export class SqlMemberQueries extends MemberQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async list(
    projectId: string,
    { userId, withBlocked }: { readonly userId?: string | undefined; readonly withBlocked: boolean },
    page: PageRequest,
  ): Promise<Page<MemberRecord>> {
    const { where, values } = new Conditions()
      .and('m.project_id = ?', projectId)
      .and('m.user_id = ?', userId)
      .and('m.role <> ?', withBlocked ? undefined : 'blocked');
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

  override async memberships(
    userId: string,
    { withBlocks }: { readonly withBlocks: boolean },
    page: PageRequest,
  ): Promise<Page<MembershipRecord>> {
    return this.sql.page<MembershipRecord>(
      {
        select: `m.project_id, p.slug as project, m.role, ${isoTimestamp('m.created_at')} as created_at`,
        from: 'members m',
        joins: 'join projects p on p.id = m.project_id',
        where: ['m.user_id = $1', ...(withBlocks ? [] : [`m.role <> 'blocked'`])],
        values: [userId],
        order: [{ sql: 'm.project_id', type: 'uuid', of: (record) => record.project_id }],
        descending: false,
      },
      page,
    );
  }

  override async find(projectId: string, userId: string): Promise<Versioned<MemberRecord> | null> {
    return isUuid(userId) ? this.sql.versioned(oneMember, [projectId, userId]) : null;
  }
}
