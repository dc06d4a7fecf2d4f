import { Injectable } from '@nestjs/common';
import { isoTimestamp, Sql } from '../../platform/persistence/index.js';
import type { Page, PageRequest } from '../../shared/records.js';
import {
  maxUnreadCount,
  type NotificationDetails,
  type NotificationFilter,
  NotificationQueries,
  type NotificationRecord,
  type NotificationSelection,
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

/** A response that explains a change of the status is stored by the same unit of work as its event. */
const details = `${record},
  coalesce((select s.name from project_statuses s where s.project_id = n.project_id and s.key = f.status), '') as status_name,
  coalesce(c.content, nullif(e.summary, ''), e.content, (
    select x.content from referenced_comments x
    where n.type = 'feedback.status_changed' and x.feedback_id = n.feedback_id and x.explains_status
      and x.created_at between n.created_at - interval '1 second' and n.created_at + interval '1 second'
    order by x.created_at desc limit 1
  ), '') as excerpt`;

/** `$3` project, `$4` id or null, `$5` and `$6` times or null, `$7` the maximum number. */
const selectDetails = `
  select row_to_json(d) as details, count(*) over ()::int as count
  from (
    select ${details} from ${withSubjects}
    where n.user_id = $1 and n.project_id = $3 and n.read_at is null and ${isVisible}
      and ($4::uuid is null or n.id = $4)
      and ($5::timestamptz is null or n.created_at >= $5) and ($6::timestamptz is null or n.created_at < $6)
      and not exists (
        select from feedback_subscriptions w
        where w.feedback_id = n.feedback_id and w.user_id = n.user_id and not w.subscribed
      )
  ) d
  order by d.created_at, d.id limit $7`;

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

  override async details(
    { userId, projectId, now }: { readonly userId: string; readonly projectId: string; readonly now: Date },
    selection: NotificationSelection,
  ): Promise<{ items: readonly NotificationDetails[]; count: number }> {
    const [id, from, before] =
      'id' in selection
        ? [selection.id, null, null]
        : [null, selection.from.toISOString(), selection.before?.toISOString() ?? null];
    const rows = await this.sql.rows<{ details: NotificationDetails; count: number }>(selectDetails, [
      userId,
      now.toISOString(),
      projectId,
      ...[id, from, before, selection.limit],
    ]);
    return { items: rows.map((row) => row.details), count: rows[0]?.count ?? 0 };
  }

  override async unreadCount(filter: Omit<NotificationFilter, 'unread'>): Promise<number> {
    const { where, values } = conditionsOf({ ...filter, unread: true });
    const row = await this.sql.readRow<{ count: number }>(countUnread(where.join(' and ')), values);
    return row!.count;
  }
}
