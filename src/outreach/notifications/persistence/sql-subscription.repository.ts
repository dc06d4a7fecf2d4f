import { Injectable } from '@nestjs/common';
import { FeedbackNotFound } from '../../../feedback/index.js';
import { UserNotFound } from '../../../identity/index.js';
import { Sql, translateConstraints } from '../../../platform/persistence/index.js';
import { ProjectNotFound } from '../../../project/index.js';
import { type ImportedSubscription, SubscriptionRepository } from '../domain/subscription.repository.js';

const subscribe = `
  insert into feedback_subscriptions (project_id, feedback_id, user_id, subscribed, created_at)
  values ($1, $2, $3, true, $4)
  on conflict (feedback_id, user_id) do update set subscribed = true, created_at = excluded.created_at
  where not feedback_subscriptions.subscribed`;

const unsubscribe = `
  with merged as (
    update feedback_subscriptions set subscribed = false
    where feedback_id in (select id from feedback_groups where target_id = $2) and feedback_id <> $2
      and user_id = $3 and subscribed
  )
  insert into feedback_subscriptions (project_id, feedback_id, user_id, subscribed, created_at)
  values ($1, $2, $3, false, $4)
  on conflict (feedback_id, user_id) do update set subscribed = false
  where feedback_subscriptions.subscribed`;

/** Feedback is locked, so that it is not deleted meanwhile; deleted feedback is left out. */
const addParticipants = `
  with participant as (
    select e.timestamp::timestamptz as at, coalesce(e.data ->> 'feedback_id', e.data ->> 'id')::uuid as feedback_id,
      unnest(array[
        case when e.type <> 'feedback.updated' then e.data ->> 'user_id' end, e.data -> 'assignee' ->> 'id'
      ])::uuid as user_id
    from event_records e
    where e.id = any($1::uuid[]) and (e.type <> 'feedback.updated' or e.previous -> 'assignee_id' is not null)
  ), wanted as (
    select p.feedback_id, p.user_id, min(p.at) as at
    from participant p
    join active_users u on u.id = p.user_id
    left join notification_preferences o on o.user_id = p.user_id
    where coalesce(o.auto_subscribe, true)
    group by p.feedback_id, p.user_id
  ), present as materialized (
    select f.id, f.project_id from referenced_feedback f
    where f.id in (select feedback_id from wanted) order by f.id for key share of f
  )
  insert into feedback_subscriptions (project_id, feedback_id, user_id, subscribed, created_at)
  select f.project_id, f.id, w.user_id, true, w.at from wanted w join present f on f.id = w.feedback_id
  order by f.id, w.user_id
  on conflict do nothing`;

const givenSubscriptions = `
  select * from unnest($2::uuid[], $3::uuid[], $4::boolean[], $5::timestamptz[]) with ordinality
    as g (feedback_id, user_id, subscribed, created_at, number)`;

/** Returns the numbers of the given subscriptions that exist already, or that an earlier one repeats. */
const existing = `
  with given as (${givenSubscriptions})
  select g.number::int from given g
  where exists (select from feedback_subscriptions s where s.feedback_id = g.feedback_id and s.user_id = g.user_id)
    or g.feedback_id is null
      and exists (select from changelog_subscriptions s where s.project_id = $1 and s.user_id = g.user_id)
    or exists (
      select from given e
      where e.number < g.number and e.user_id = g.user_id and e.feedback_id is not distinct from g.feedback_id
    )`;

const importAll = `
  with given as (${givenSubscriptions}), of_changelog as (
    insert into changelog_subscriptions (project_id, user_id, created_at)
    select $1, user_id, created_at from given where feedback_id is null and subscribed order by user_id, number
    on conflict do nothing
  )
  insert into feedback_subscriptions (project_id, feedback_id, user_id, subscribed, created_at)
  select $1, feedback_id, user_id, subscribed, created_at from given
  where feedback_id is not null order by feedback_id, user_id, number
  on conflict do nothing`;

/** Uses SQL, because subscriptions are stored by upserts without being loaded, and one statement adds the participants of many events. */
@Injectable()
export class SqlSubscriptionRepository extends SubscriptionRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async add(projectId: string, feedbackId: string, userId: string, at: Date): Promise<void> {
    await this.write(subscribe, [projectId, feedbackId, userId, at.toISOString()]);
  }

  override async remove(projectId: string, feedbackId: string, userId: string, at: Date): Promise<void> {
    await this.write(unsubscribe, [projectId, feedbackId, userId, at.toISOString()]);
  }

  override async addParticipants(eventIds: readonly string[]): Promise<void> {
    await this.sql.rows(addParticipants, [eventIds]);
  }

  override async addToChangelog(projectId: string, userId: string, at: Date): Promise<void> {
    await this.write(
      'insert into changelog_subscriptions (project_id, user_id, created_at) values ($1, $2, $3) on conflict do nothing',
      [projectId, userId, at.toISOString()],
    );
  }

  override async removeFromChangelog(projectId: string, userId: string): Promise<void> {
    await this.sql.rows('delete from changelog_subscriptions where project_id = $1 and user_id = $2', [
      projectId,
      userId,
    ]);
  }

  override async import(
    projectId: string,
    subscriptions: readonly ImportedSubscription[],
    checkOnly: boolean,
  ): Promise<boolean[]> {
    if (subscriptions.length === 0) return [];
    const values = [
      projectId,
      subscriptions.map(({ feedbackId }) => feedbackId),
      subscriptions.map(({ userId }) => userId),
      subscriptions.map(({ subscribed }) => subscribed),
      subscriptions.map(({ createdAt }) => createdAt.toISOString()),
    ];
    const found = await this.sql.rows<{ number: number }>(existing, values);
    if (!checkOnly) await this.sql.rows(importAll, values);
    const numbers = new Set(found.map(({ number }) => number));
    return subscriptions.map((_, index) => !numbers.has(index + 1));
  }

  override async removeAll(userId: string): Promise<void> {
    await this.sql.rows('delete from feedback_subscriptions where user_id = $1', [userId]);
    await this.sql.rows('delete from changelog_subscriptions where user_id = $1', [userId]);
  }

  private async write(statement: string, values: readonly unknown[]): Promise<void> {
    await this.sql.rows(statement, values).catch(
      translateConstraints({
        feedback_subscriptions_user_id_fkey: UserNotFound,
        changelog_subscriptions_user_id_fkey: UserNotFound,
        feedback_subscriptions_feedback_id_fkey: FeedbackNotFound,
        changelog_subscriptions_project_id_fkey: ProjectNotFound,
      }),
    );
  }
}
