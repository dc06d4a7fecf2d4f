import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/persistence/index.js';
import { Clock } from '../../../shared/clock.js';
import type { NotificationContent } from '../domain/notification-content.js';
import type { Role } from '../../../project/index.js';
import { HostConditions } from '../persistence/host-conditions.js';
import { isPublicComment, seesEntry, seesFeedback } from '../persistence/visible-subject.js';
import type { MailFrequency } from '../domain/preferences.js';

/** A user who is to hear of an event. */
export interface Recipient {
  readonly userId: string;
  /** Id of the feedback that it is about for them; null for an entry of a changelog that they are subscribed to. */
  readonly feedbackId: string | null;
  readonly mail: MailFrequency;
  readonly timeZone: string;
}

/** A part of an audience. */
interface AudienceBatch {
  readonly recipients: readonly Recipient[];
  /** The position at which the next part starts; absent after the last one. */
  readonly next?: string;
}

/** Subscribers that are looked at in one part. */
const batchSize = 500;

/** Smaller than every id. */
const nilUuid = '00000000-0000-0000-0000-000000000000';

/**
 * SQL for the recipients among rows `c` with a `user_id`: whether each can see what the event is about, and how they want to
 * hear of it.
 */
const withPreferences = (columns: string, from: string, isVisible: string) => `
  select c.user_id as "userId", r.role, ${columns}, coalesce(p.mail, 'each') as mail, coalesce(p.time_zone, 'UTC') as "timeZone",
    c.user_id <> all ($2::uuid[]) and ${isVisible} as "isRecipient"
  from ${from}
  left join notification_preferences p on p.user_id = c.user_id
  order by c.user_id`;

/** The condition that the user has not unsubscribed from the feedback itself, if they are subscribed to merged feedback. */
const hasNotLeft = (feedbackId: string) => `not exists (
  select from feedback_subscriptions w where w.feedback_id = ${feedbackId} and w.user_id = s.user_id and not w.subscribed)`;

/** The condition that subscription `s` comes after position `$3`, and existed at a time. */
const wasSubscribed = (time: string) => `s.subscribed and s.user_id > $3 and s.created_at <= ${time}`;

/**
 * `$1` project, `$2` users to leave out, `$3` position, `$4` the feedback whose subscribers these are, `$5` what it is about,
 * `$6` the comment or null, `$7` the time of the event. A response that explains a change of the status is part of the event
 * of that change. A comment on merged feedback is one on its target, whose subscribers receive it, too. A change of the status of merged
 * feedback, whose target is shown instead, is no news. Of a merge, the recipients have to see both.
 */
const subscribersOfFeedback = `
  with subject as (
    select f.* from referenced_feedback f
    where f.id = $5 and f.project_id = $1 and (case when $6::uuid is null then f.id = f.target_id else exists (
      select from referenced_comments c where c.id = $6 and ${isPublicComment('c')} and not c.explains_status
    ) end)
  ), c as (
    select distinct s.user_id from feedback_subscriptions s cross join subject
    where s.feedback_id in (
        select g.id from feedback_groups g
        where g.target_id = (case when $6::uuid is null then $4 else (select target_id from subject) end)
        union all select $4
      )
      and ${wasSubscribed('$7')} and ${hasNotLeft('subject.target_id')}
    order by s.user_id limit ${batchSize}
  )
  ${withPreferences(
    'array[f.target_id] as "feedbackIds", false as "ofChangelog"',
    'c cross join subject f cross join lateral (select role_in_project($1, c.user_id) as role offset 0) r',
    `${seesFeedback('f', 'c.user_id', 'r.role')} and ($6::uuid is not null or $4 = $5 or exists (
      select from referenced_feedback m where m.id = $4 and ${seesFeedback('m', 'c.user_id', 'r.role')}))`,
  )}`;

/**
 * `$1` project, `$2` users to leave out, `$3` position, `$4` the entry, `$5` the current time, `$6` the time of the event. Subscribers
 * of feedback that the entry is linked to receive it with the first linked feedback that they can see.
 *
 * @param count SQL for how many of it are returned
 */
const subscribersOfEntry = (count: string) => `
  with entry as (
    select * from referenced_changelogs where id = $4 and project_id = $1
  ), linked as materialized (
    select f.* from changelog_links l join referenced_feedback f on f.id = l.id
    where l.changelog_id = $4
  ), subscription as (
    select s.user_id, null::uuid as feedback_id from changelog_subscriptions s
    where s.project_id = $1 and s.user_id > $3 and s.created_at <= $6
    union all
    select s.user_id, l.id from linked l
    join feedback_groups g on g.target_id = l.id
    join feedback_subscriptions s on s.feedback_id = g.id
    where ${wasSubscribed('$6')} and ${hasNotLeft('l.id')}
  ), c as (
    select user_id, bool_or(feedback_id is null) as of_changelog,
      array_agg(distinct feedback_id) filter (where feedback_id is not null) as feedback_ids
    from subscription group by user_id order by user_id limit ${batchSize}
  )
  ${withPreferences(
    'coalesce(seen.ids, array[]::uuid[]) as "feedbackIds", c.of_changelog as "ofChangelog"',
    `c cross join entry e
     cross join lateral (select role_in_project($1, c.user_id) as role offset 0) r
     cross join lateral (
       select array_agg(s.id order by s.id) as ids from (
         select l.id from linked l where l.id = any (c.feedback_ids) and ${seesFeedback('l', 'c.user_id', 'r.role')}
         order by l.id limit ${count}
       ) s
     ) seen`,
    `${seesEntry('e', 'r.role', '$5')} and (c.of_changelog or seen.ids is not null)`,
  )}`;

type Row = Omit<Recipient, 'feedbackId'> & {
  readonly role: Role | null;
  /** What it is about for them, in the order in which they hear of it. */
  readonly feedbackIds: readonly string[];
  readonly ofChangelog: boolean;
  readonly isRecipient: boolean | null;
} & Record<string, unknown>;

/**
 * Decides who hears of an event: those who were subscribed when it happened and can see what it is about at this moment, without
 * those who did it. It is the only place that does, for notifications and for every other way in which people hear of events.
 */
@Injectable()
export class RecipientQueries {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly hostConditions: HostConditions,
  ) {}

  /**
   * Returns a part of the audience, which may have fewer recipients than a part is large, or none.
   *
   * @param after the position at which the part starts, as the part before it returned; the first part by default
   */
  async batch(notice: NotificationContent, after: string = nilUuid): Promise<AudienceBatch> {
    const { projectId, exceptIds, subscribedId, feedbackId, commentId, changelogId } = notice;
    const values = [projectId, exceptIds, after];
    const at = notice.createdAt.toISOString();
    const rows = await (subscribedId === null
      ? this.sql.rows<Row>(subscribersOfEntry(this.hostConditions.mayHideFeedback ? 'all' : '1'), [
          ...values,
          changelogId,
          this.clock.now().toISOString(),
          at,
        ])
      : this.sql.rows<Row>(subscribersOfFeedback, [...values, subscribedId, feedbackId, commentId, at]));
    const recipients: Recipient[] = [];
    for (const row of rows) {
      const { userId, mail, timeZone, ofChangelog } = row;
      const feedbackIds = row.isRecipient ? await this.visibleOf(row, notice) : null;
      const feedbackId = feedbackIds?.[0] ?? null;
      if (feedbackIds && (feedbackId !== null || ofChangelog))
        recipients.push({ userId, feedbackId, mail, timeZone });
    }
    return { recipients, ...(rows.length === batchSize && { next: rows.at(-1)!.userId }) };
  }

  /** Returns the feedback that it is about for a recipient, without what a host hides from them; null if it hides all. */
  private async visibleOf(
    { userId, role, feedbackIds }: Row,
    { projectId, subscribedId, feedbackId, changelogId, commentId }: NotificationContent,
  ): Promise<readonly string[] | null> {
    // Of a merge, and of what happens to merged feedback, the recipient has to see both.
    const related = [subscribedId, feedbackId].filter((id) => id !== null);
    const subject = { feedbackIds: [...feedbackIds, ...related], changelogId, commentId };
    const visible = await this.hostConditions.visibleOf({ projectId, userId, role }, subject);
    return visible && related.every((id) => visible.includes(id))
      ? feedbackIds.filter((id) => visible.includes(id))
      : null;
  }
}
