import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/persistence/index.js';
import { type RevenueChange, RevenueRepository } from '../domain/revenue.repository.js';

/** A merge also concerns the former target. */
const markEvents = `
  insert into stale_revenue (feedback_id)
  select distinct f.id::uuid from event_records e
  cross join lateral (
    values (coalesce(e.data ->> 'feedback_id', e.data ->> 'id')), (e.previous ->> 'merged_into')
  ) f (id)
  where e.id = any($1::uuid[]) and f.id is not null
    and exists (select from company_records c where c.project_id = e.project_id)`;

/** Feedback that has sums may have lost those who wanted it. */
const markProject = `
  insert into stale_revenue (user_id, feedback_id)
  select distinct user_id, null::uuid from company_people where project_id = $1
  union all
  select null, feedback_id from feedback_revenue where project_id = $1`;

const expandUsers = `
  with taken as (
    delete from stale_revenue where id in (
      select id from stale_revenue where user_id is not null order by id limit $1
    ) returning user_id
  ), users as (
    select distinct user_id from taken
  ), marked as (
    insert into stale_revenue (feedback_id)
    select f.id from users u join feedback f on f.user_id = u.user_id
    union
    select v.feedback_id from users u join votes v on v.user_id = u.user_id
  )
  select count(*)::int as users from taken`;

const takeStale = `
  with taken as (
    delete from stale_revenue where feedback_id in (
      select distinct feedback_id from stale_revenue where feedback_id is not null order by feedback_id limit $1
    ) returning feedback_id
  )
  select distinct feedback_id as id from taken`;

/** Votes and merges leave an event, which marks their feedback when it is relayed. */
const findStale = `
  with parts as (
    select f.id, f.id as part, f.user_id from feedback f where f.id = any($1::uuid[])
    union all
    select f.merged_into, f.id, f.user_id from feedback f where f.merged_into = any($1::uuid[])
  ), marked as (
    select feedback_id::text as part from stale_revenue where feedback_id is not null
    union all
    select f.part from event_records e
    cross join lateral (
      values (coalesce(e.data ->> 'feedback_id', e.data ->> 'id')), (e.previous ->> 'merged_into')
    ) f (part)
    where e.position is null and e.in_feed
  )
  select distinct p.id from parts p
  where exists (select from marked m where m.part = p.part::text)
    or exists (
      select from stale_revenue s where s.user_id is not null and (
        s.user_id = p.user_id
        or exists (select from votes v where v.feedback_id = p.part and v.user_id = s.user_id)
      )
    )`;

/** Locks the feedback against deletion only: votes do not wait. */
const refresh = `
  with chosen as materialized (
    select id, project_id from feedback where id in (
      select unnest($1::uuid[])
      union select merged_into from feedback where id = any($1::uuid[])
      union select id from feedback where merged_into = any($1::uuid[])
    ) order by id for key share
  ), parts as materialized (
    select c.id, c.project_id, f.id as part, f.user_id from chosen c join feedback f on f.id = c.id
    union all
    select c.id, c.project_id, f.id, f.user_id from chosen c join feedback f on f.merged_into = c.id
  ), people as (
    select id, project_id, user_id from parts
    union
    select p.id, p.project_id, v.user_id from parts p join votes v on v.feedback_id = p.part
  ), wanting as (
    select distinct w.id, w.project_id, p.company
    from people w join company_people p on p.project_id = w.project_id and p.user_id = w.user_id
  ), sums as (
    select w.id, count(*)::int as companies, least(sum(c.revenue), 9007199254740991)::bigint as revenue
    from wanting w join company_records c on c.project_id = w.project_id and c.external_id = w.company
    group by w.id
  ), changes as materialized (
    select c.id, c.project_id, r.feedback_id is null as is_new,
      coalesce(r.revenue, 0) as former_revenue, coalesce(r.companies, 0) as former_companies,
      coalesce(s.revenue, 0) as revenue, coalesce(s.companies, 0) as companies
    from chosen c left join sums s on s.id = c.id left join feedback_revenue r on r.feedback_id = c.id
    where (coalesce(r.revenue, 0), coalesce(r.companies, 0)) <> (coalesce(s.revenue, 0), coalesce(s.companies, 0))
  ), removed as (
    delete from feedback_revenue r using changes c where r.feedback_id = c.id and c.companies = 0
  ), updated as (
    update feedback_revenue r set revenue = c.revenue, companies = c.companies
    from changes c where r.feedback_id = c.id and c.companies > 0
  ), added as (
    insert into feedback_revenue (feedback_id, project_id, revenue, companies)
    select id, project_id, revenue, companies from changes where is_new
  )
  select id as "feedbackId",
    json_build_object('revenue', former_revenue, 'companies', former_companies) as was,
    json_build_object('revenue', revenue, 'companies', companies) as is
  from changes order by id`;

/** Uses SQL, because one statement empties a part of the queue of marks, and one computes the sums of many feedback records. */
@Injectable()
export class SqlRevenueRepository extends RevenueRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async markEvents(eventIds: readonly string[]): Promise<void> {
    await this.sql.rows(markEvents, [eventIds]);
  }

  override async markUser(userId: string): Promise<void> {
    await this.sql.rows('insert into stale_revenue (user_id) values ($1)', [userId]);
  }

  override async markCompany(projectId: string, company: string): Promise<void> {
    await this.sql.rows(
      `insert into stale_revenue (user_id)
       select distinct user_id from company_people where project_id = $1 and company = $2`,
      [projectId, company],
    );
  }

  override async markProject(projectId: string): Promise<void> {
    await this.sql.rows(markProject, [projectId]);
  }

  override async hasStale(): Promise<boolean> {
    return (await this.sql.row('select from stale_revenue limit 1')) !== null;
  }

  override async lock(): Promise<void> {
    await this.sql.rows(`select pg_advisory_xact_lock(hashtextextended('feedback revenue', 0))`);
  }

  override async expandUsers(limit: number): Promise<number> {
    return (await this.sql.row<{ users: number }>(expandUsers, [limit]))!.users;
  }

  override async takeStale(limit: number): Promise<string[]> {
    const rows = await this.sql.rows<{ id: string }>(takeStale, [limit]);
    return rows.map(({ id }) => id);
  }

  override async findStale(feedbackIds: readonly string[]): Promise<string[]> {
    if (feedbackIds.length === 0) return [];
    const rows = await this.sql.rows<{ id: string }>(findStale, [feedbackIds]);
    return rows.map(({ id }) => id);
  }

  override async refresh(feedbackIds: readonly string[]): Promise<RevenueChange[]> {
    if (feedbackIds.length === 0) return [];
    return this.sql.rows(refresh, [feedbackIds]);
  }
}
