import { Injectable } from '@nestjs/common';
import { isoTimestamp, Sql } from '../../platform/persistence/index.js';
import type { Page, PageRequest } from '../../shared/records.js';
import {
  maxUnreadCount,
  type NotificationFilter,
  NotificationQueries,
  type NotificationRecord,
} from '../application/notification.queries.js';
import { isPublicComment, seesEntry, seesFeedback } from './visible-subject.js';

/** Notifications with the role of their user, and what they are about. */
const withSubjects = `notifications n
  cross join lateral (select role_in_project(n.project_id, n.user_id) as role offset 0) r
  join referenced_projects p on p.id = n.project_id
  left join referenced_feedback f on f.id = n.feedback_id
  left join referenced_changelogs e on e.id = n.changelog_id
  left join referenced_comments c on c.id = n.comment_id`;

const seesSubscribed = seesFeedback('f', 'n.user_id', 'r.role');

/** Of the feedback that an entry is linked to, the reader may lose sight, and still see the entry. */
const isVisible = `case when n.changelog_id is null
  then ${seesSubscribed} and (n.comment_id is null or ${isPublicComment})
  else ${seesEntry('e', 'r.role', '$2')} end`;

const objectOf = (columns: string, condition: string) =>
  `(select row_to_json(o) from (select ${columns}) o where ${condition})`;

const record = `n.id, n.type, ${objectOf('p.id, p.slug, p.name', 'true')} as project,
  ${objectOf('f.target_id as id, f.title, f.status', `f.id is not null and ${seesSubscribed}`)} as feedback,
  ${objectOf('e.id, e.title, e.slug', 'e.id is not null')} as changelog,
  (select row_to_json(u) from user_record(n.actor_id) u) as actor,
  ${isoTimestamp('n.created_at')} as created_at, ${isoTimestamp('n.read_at')} as read_at`;

/** Counts from the newest on, and stops. */
const countUnread = (condition: string) => `
  select count(*)::int as count from (
    select from ${withSubjects} where ${condition}
    order by n.created_at desc, n.id desc limit ${maxUnreadCount}
  ) unread`;

interface Conditions {
  readonly where: string[];
  readonly values: unknown[];
}

function conditionsOf({ userId, projectId, unread, now }: NotificationFilter): Conditions {
  return {
    where: [
      'n.user_id = $1',
      ...(unread ? ['n.read_at is null'] : []),
      ...(projectId === null ? [] : ['n.project_id = $3']),
      isVisible,
    ],
    values: [userId, now.toISOString(), ...(projectId === null ? [] : [projectId])],
  };
}

@Injectable()
export class SqlNotificationQueries extends NotificationQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async list(filter: NotificationFilter, page: PageRequest): Promise<Page<NotificationRecord>> {
    return this.sql.page<NotificationRecord>(
      {
        select: record,
        from: withSubjects,
        ...conditionsOf(filter),
        order: [
          { sql: 'n.created_at', type: 'timestamptz', of: ({ created_at }) => created_at },
          { sql: 'n.id', type: 'uuid', of: ({ id }) => id },
        ],
        descending: true,
      },
      page,
    );
  }

  override async unreadCount(filter: Omit<NotificationFilter, 'unread'>): Promise<number> {
    const { where, values } = conditionsOf({ ...filter, unread: true });
    const row = await this.sql.readRow<{ count: number }>(countUnread(where.join(' and ')), values);
    return row!.count;
  }
}
