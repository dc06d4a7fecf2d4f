import { Injectable } from '@nestjs/common';
import { Conditions, isoTimestamp, Sql, userRecord } from '../../../platform/persistence/index.js';
import { type Page, pageOfJson, type PageRequest, type UserRecord } from '../../../shared/records.js';
import { HostConditions, type NotificationConditions } from '../persistence/host-conditions.js';
import { isPublicComment, seesEntry, seesFeedback } from '../persistence/visible-subject.js';
import type { NotificationType } from '../domain/notification-content.js';

/** A notification as the API returns it. */
export interface NotificationRecord {
  id: string;
  type: NotificationType;
  project: { id: string; slug: string; name: string };
  /** What the user is subscribed to; null for an entry of a changelog that they are subscribed to. */
  feedback: { id: string; title: string; status: string } | null;
  /** Null unless an entry was published. */
  changelog: { id: string; title: string; slug: string } | null;
  /** Who did it. */
  actor: UserRecord;
  created_at: string;
  /** Null if it is unread. */
  read_at: string | null;
}

/** Whose notifications are read, and which of them. */
interface NotificationFilter {
  readonly userId: string;
  /** The only project whose notifications are read; null for all. */
  readonly projectId: string | null;
  /** Whether only unread ones are read. */
  readonly unread: boolean;
  /** The current time, for entries that are not visible yet. */
  readonly now: Date;
}

/** A notification with what messages about it contain in addition to the record. */
export interface NotificationDetails extends NotificationRecord {
  /** Name of the status of the feedback; `''` if it is about none. */
  status_name: string;
  /** The comment or response, the comment that explains a change of the status, or the summary of the entry, else its content; `''` if there is none. */
  excerpt: string;
  /** Whether the user is subscribed to the changelog that it is about; otherwise, they are subscribed to the feedback. */
  of_changelog: boolean;
}

/** Unread notifications of a user in a project: one, or the notifications of events from a time on. At most `limit` are returned. */
export type NotificationSelection =
  | { readonly id: string; readonly limit: 1 }
  | { readonly from: Date; readonly before: Date | null; readonly limit: number };

/** Unread notifications are counted up to this number, so that the count takes no longer the more there are. */
const maxUnreadCount = 100;

/**
 * Notifications that are looked at for a page or a count: it takes no longer if the user can see few of them, for example
 * because they have left the project.
 */
const maxScanned = 1_000;

/**
 * SQL for the role of their user in the project of notifications `n`, and for what they are about. A comment may be on feedback
 * that was merged into the feedback of its notification.
 */
const withSubjects = (notifications: string) => `${notifications} n
  cross join lateral (select role_in_project(n.project_id, n.user_id) as role offset 0) r
  join referenced_projects p on p.id = n.project_id
  left join referenced_changelogs e on e.id = n.changelog_id
  left join referenced_comments c on c.id = n.comment_id
  left join referenced_feedback f on f.id = coalesce(c.feedback_id, n.feedback_id)`;

/**
 * SQL for whether the reader can see feedback `f` and its target.
 *
 * @param ofHost what a host requires in addition, or nothing
 */
const seesSubscribed = (ofHost: NotificationConditions) =>
  `${seesFeedback('f', 'n.user_id', 'r.role')} ${ofHost.feedback}`;

/** Of the feedback that an entry is linked to, the reader may lose sight, and still see the entry. */
const isVisible = (ofHost: NotificationConditions) => `case when n.changelog_id is null
  then ${seesSubscribed(ofHost)} and (n.comment_id is null or ${isPublicComment('c')} ${ofHost.comment})
  else ${seesEntry('e', 'r.role', '$2')} ${ofHost.changelog} end`;

const objectOf = (columns: string, condition: string) =>
  `(select row_to_json(o) from (select ${columns}) o where ${condition})`;

const recordWith = (
  ofHost: NotificationConditions,
) => `n.id, n.type, ${objectOf('p.id, p.slug, p.name', 'true')} as project,
  ${objectOf('f.target_id as id, f.title, f.status', `f.id is not null and ${seesSubscribed(ofHost)}`)} as feedback,
  ${objectOf('e.id, e.title, e.slug', 'e.id is not null')} as changelog,
  ${userRecord('n.actor_id')} as actor,
  ${isoTimestamp('n.created_at')} as created_at, ${isoTimestamp('n.read_at')} as read_at`;

/** Whether the reader is subscribed to the changelog that a notification is about. */
const isOfChangelog = `n.changelog_id is not null and exists (
  select from changelog_subscriptions s where s.project_id = n.project_id and s.user_id = n.user_id)`;

/** Whether the reader has not unsubscribed from what they were notified of. */
const isSubscribed = (ofHost: NotificationConditions) => `(${isOfChangelog}
  or f.id is not null and ${seesSubscribed(ofHost)} and exists (
    select from feedback_groups g join feedback_subscriptions s on s.feedback_id = g.id
    where g.target_id = f.target_id and s.user_id = n.user_id and s.subscribed
  ) and not exists (
    select from feedback_subscriptions w
    where w.feedback_id = f.target_id and w.user_id = n.user_id and not w.subscribed
  ))`;

const newestFirst = 'order by n.created_at desc, n.id desc';

/** A response that explains a change of the status is stored by the same unit of work as its event. */
const detailsWith = (
  ofHost: NotificationConditions,
) => `${recordWith(ofHost)}, ${isOfChangelog} as of_changelog,
  coalesce((select s.name from project_statuses s where s.project_id = n.project_id and s.key = f.status), '') as status_name,
  coalesce(c.content, nullif(e.summary, ''), e.content, (
    select c.content from referenced_comments c
    where n.type = 'feedback.status_changed' and c.feedback_id = n.feedback_id and c.explains_status
      and ${isPublicComment('c')} ${ofHost.comment}
      and c.created_at between n.created_at - interval '1 second' and n.created_at + interval '1 second'
    order by c.created_at desc limit 1
  ), '') as excerpt`;

/** `$3` project, `$4` id or null, `$5` and `$6` times or null, `$7` the maximum number. */
const selectDetails = (ofHost: NotificationConditions) => `
  select row_to_json(d) as details, count(*) over ()::int as count
  from (
    select ${detailsWith(ofHost)} from ${withSubjects('notifications')}
    where n.user_id = $1 and n.project_id = $3 and n.read_at is null and ${isVisible(ofHost)}
      and ($4::uuid is null or n.id = $4)
      and ($5::timestamptz is null or n.created_at >= $5) and ($6::timestamptz is null or n.created_at < $6)
      and ${isSubscribed(ofHost)}
  ) d
  order by d.created_at, d.id limit $7`;

/** Conditions on notifications `n` of a user. `$2` is the current time. */
function selectionOf(
  { userId, projectId, unread, now }: NotificationFilter,
  after: readonly string[] = [],
): Conditions {
  const conditions = new Conditions(['n.user_id = $1'], [userId, now.toISOString()]);
  if (projectId !== null) conditions.and('n.project_id = ?', projectId);
  if (unread) conditions.where.push('n.read_at is null');
  const [createdAt, id] = after;
  if (createdAt === undefined) return conditions;
  const position = `${conditions.value(createdAt)}::timestamptz, ${conditions.value(id)}::uuid`;
  conditions.where.push(`(n.created_at, n.id) < (${position})`);
  return conditions;
}

/** SQL for the selected notifications. */
const selected = ({ where }: Conditions) => `notifications n where ${where.join(' and ')}`;

/** SQL for the newest of the selected notifications. */
const newestOf = (selection: Conditions) =>
  `(select n.* from ${selected(selection)} ${newestFirst} limit ${maxScanned})`;

const countUnread = (selection: Conditions, ofHost: NotificationConditions) => `
  select count(*)::int as count from (
    select from ${withSubjects(newestOf(selection))} where ${isVisible(ofHost)} ${newestFirst} limit ${maxUnreadCount}
  ) unread`;

/** The position of the last notification that a page looks at; no row if there are fewer. */
const lastScanned = (selection: Conditions) => `
  select ${isoTimestamp('n.created_at')} as created_at, n.id from ${selected(selection)} and $2::text is not null
  ${newestFirst} offset ${maxScanned - 1} limit 1`;

const countAll = (selection: Conditions, ofHost: NotificationConditions) => `
  select count(*)::int as total from ${withSubjects(`(select n.* from ${selected(selection)})`)} where ${isVisible(ofHost)}`;

/** Reads the notifications of a user that are about what the user can see at this moment. */
@Injectable()
export class NotificationQueries {
  constructor(
    private readonly sql: Sql,
    private readonly hostConditions: HostConditions,
  ) {}

  /** Returns a page of the notifications, newest first. It may be shorter than requested although there are more. */
  async list(filter: NotificationFilter, request: PageRequest): Promise<Page<NotificationRecord>> {
    const selection = selectionOf(filter, request.after);
    const scanned = selection.copy();
    const ofHost = await this.hostConditions.ofReader(filter, (value) => selection.value(value));
    const page = await this.sql.page<NotificationRecord>(
      {
        select: recordWith(ofHost),
        from: withSubjects(newestOf(selection)),
        where: [isVisible(ofHost)],
        values: selection.values,
        order: [
          { sql: 'n.created_at', type: 'timestamptz', of: ({ created_at }) => created_at },
          { sql: 'n.id', type: 'uuid', of: ({ id }) => id },
        ],
        descending: true,
      },
      { ...request, count: false },
    );
    const next = page.next ?? (await this.endOf(scanned));
    const total = request.count ? { total: await this.count(filter) } : {};
    return pageOfJson(page.json ?? '', { ...(next && { next }), ...total });
  }

  /**
   * Returns unread notifications with their details, oldest first, and how many there are. Notifications about
   * what the user has unsubscribed from are left out.
   */
  async details(
    { userId, projectId, now }: { readonly userId: string; readonly projectId: string; readonly now: Date },
    selection: NotificationSelection,
  ): Promise<{ items: readonly NotificationDetails[]; count: number }> {
    const [id, from, before] =
      'id' in selection
        ? [selection.id, null, null]
        : [null, selection.from.toISOString(), selection.before?.toISOString() ?? null];
    const values: unknown[] = [userId, now.toISOString(), projectId, id, from, before, selection.limit];
    const ofHost = await this.hostConditions.ofReader(
      { userId, projectId },
      (value) => `$${values.push(value)}`,
    );
    const rows = await this.sql.rows<{ details: NotificationDetails; count: number }>(
      selectDetails(ofHost),
      values,
    );
    return { items: rows.map((row) => row.details), count: rows[0]?.count ?? 0 };
  }

  /** Returns the number of unread notifications among the newest 1,000 of these, at most `maxUnreadCount`. */
  async unreadCount(filter: Omit<NotificationFilter, 'unread'>): Promise<number> {
    const selection = selectionOf({ ...filter, unread: true });
    const ofHost = await this.hostConditions.ofReader(filter, (value) => selection.value(value));
    // It may look at many that the user cannot see, so it is not among the short reads.
    const [row] = await this.sql.queryUnprepared<{ count: number }>(
      countUnread(selection, ofHost),
      selection.values,
    );
    return row!.count;
  }

  /** Returns the position from which the next page looks on; undefined if there is nothing left. */
  private async endOf(selection: Conditions): Promise<string[] | undefined> {
    const last = await this.sql.readRow<{ created_at: string; id: string }>(
      lastScanned(selection),
      selection.values,
    );
    return last ? [last.created_at, last.id] : undefined;
  }

  private async count(filter: NotificationFilter): Promise<number> {
    const selection = selectionOf(filter);
    const ofHost = await this.hostConditions.ofReader(filter, (value) => selection.value(value));
    const [row] = await this.sql.queryUnprepared<{ total: number }>(
      countAll(selection, ofHost),
      selection.values,
    );
    return row!.total;
  }
}
