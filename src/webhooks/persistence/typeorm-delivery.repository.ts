import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/index.js';
import { Sql, TypeormUnitOfWork } from '../../platform/persistence/index.js';
import { eventData } from '../../events/index.js';
import { chatIsOn } from '../../project/index.js';
import type { EventRecord } from '../../shared/events.js';
import { isUuid } from '../../shared/rules.js';
import { chatEventTypes } from '../domain/chat.js';
import {
  type ClaimedDelivery,
  type DeliveryLane,
  DeliveryRepository,
} from '../domain/delivery.repository.js';
import { Delivery } from '../domain/delivery.js';

/** Deliveries removed in one transaction. */
const batchSize = 1_000;

/** The tasks of the jobs that send deliveries, by lane. */
export const deliveryTasks = { normal: 'deliver', slow: 'deliver-slowly' } as const;

@Injectable()
export class TypeormDeliveryRepository extends DeliveryRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
    private readonly jobs: Jobs,
  ) {
    super();
  }

  override async add(delivery: Delivery): Promise<void> {
    await this.manager.insert(Delivery, { ...delivery });
  }

  override async addForEvents(
    events: readonly Pick<EventRecord, 'id' | 'type' | 'project_id' | 'timestamp'>[],
  ): Promise<void> {
    const targets = await this.sql.rows<{ id: string; lane: DeliveryLane }>(
      `with event as (
         select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::timestamptz[]) with ordinality
           as e (id, type, project_id, created_at, number)
       ), subscribed as (
         -- Locked, so that it is not deleted before its deliveries are stored.
         select e.*, w.id as webhook_id, w.failing_since is not null as is_slow,
           case when e.type = 'feedback.upvoted' then w.min_upvotes end as min_upvotes
         from event e join webhooks w on w.project_id = e.project_id
         where w.enabled and w.created_at <= e.created_at
           and (w.event_types = '{}' or e.type = any (w.event_types))
         for key share of w
       ), reached as (
         -- The first event of each feedback with enough votes.
         select distinct on (s.webhook_id, s.min_upvotes, data ->> 'feedback_id')
           s.*, (data ->> 'feedback_id')::uuid as feedback_id
         from subscribed s cross join lateral (select ${eventData('s.id')} as data) e
         where s.min_upvotes is not null and (data ->> 'upvotes')::int >= s.min_upvotes
         order by s.webhook_id, s.min_upvotes, data ->> 'feedback_id', s.number
       ), passed as (
         -- Only one process at a time relays events, so feedback that is already stored has been sent before.
         insert into webhook_thresholds (webhook_id, feedback_id, min_upvotes)
         select webhook_id, feedback_id, min_upvotes from reached
         on conflict do nothing returning webhook_id, feedback_id
       ), deleted as (
         delete from webhook_thresholds t using event e
         where e.type = 'feedback.deleted' and t.feedback_id = (${eventData('e.id')} ->> 'id')::uuid
       ), planned as (
         select id, type, project_id, created_at, webhook_id, is_slow from subscribed where min_upvotes is null
         union all
         select id, type, project_id, created_at, webhook_id, is_slow from reached join passed using (webhook_id, feedback_id)
         union all
         select e.id, e.type, e.project_id, e.created_at, null, true from event e where e.type = any ($5::text[]) and ${chatIsOn('e.project_id')}
       ), added as (
         insert into deliveries
           (id, project_id, webhook_id, event_id, event_type, status, created_at, next_attempt_at)
         select gen_random_uuid(), project_id, webhook_id, id, type, 'pending', created_at, created_at from planned
       )
       select coalesce(webhook_id, project_id) as id, case when bool_or(is_slow) then 'slow' else 'normal' end as lane
       from planned group by 1`,
      [
        events.map(({ id }) => id),
        events.map(({ type }) => type),
        events.map(({ project_id: projectId }) => projectId),
        events.map(({ timestamp }) => timestamp),
        chatEventTypes,
      ],
    );
    for (const lane of ['normal', 'slow'] satisfies DeliveryLane[]) {
      const payloads = targets
        .filter((target) => target.lane === lane)
        .map(({ id: targetId }) => ({ targetId }));
      await this.jobs.addAll(deliveryTasks[lane], payloads);
    }
  }

  override async eventsWithDeliveries(eventIds: readonly string[]): Promise<string[]> {
    const rows = await this.sql.rows<{ event_id: string }>(
      'select distinct event_id from deliveries where event_id = any ($1::uuid[])',
      [eventIds],
    );
    return rows.map(({ event_id: id }) => id);
  }

  override async clearResponses(eventIds: readonly string[]): Promise<void> {
    await this.sql.rows(
      `update deliveries set attempts = (
         select json_agg(jsonb_set(attempt::jsonb, '{response}', '""') order by number)
         from json_array_elements(attempts) with ordinality a (attempt, number)
       )
       where event_id = any ($1::uuid[]) and exists (
         select from json_array_elements(attempts) attempt where attempt ->> 'response' <> ''
       )`,
      [eventIds],
    );
  }

  override async claim(targetId: string, now: Date, leasedUntil: Date): Promise<ClaimedDelivery | null> {
    // A single statement: no transaction stays open while the delivery is sent.
    return this.sql.row<ClaimedDelivery & Record<string, unknown>>(
      `update deliveries set leased_until = $3
       where id = (
         select id from deliveries
         where target_id = $1 and status = 'pending' and next_attempt_at <= $2
           and (leased_until is null or leased_until <= $2)
         order by next_attempt_at, id limit 1 for update skip locked
       )
       returning id, project_id as "projectId", webhook_id as "webhookId", event_id as "eventId"`,
      [targetId, now.toISOString(), leasedUntil.toISOString()],
    );
  }

  override async load(id: string): Promise<Delivery | null> {
    if (!isUuid(id)) return null;
    return this.manager.findOne(Delivery, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  override async save(delivery: Delivery): Promise<void> {
    await this.manager.update(Delivery, delivery.id, { ...delivery });
  }

  override async schedule(targetId: string, lane: DeliveryLane): Promise<void> {
    await this.jobs.add(deliveryTasks[lane], { targetId });
  }

  override async scheduleNext(targetId: string): Promise<void> {
    // Usually no delivery is pending, and no transaction is needed.
    if (!(await this.nextClaimTime(targetId))) return;
    await this.unitOfWork.run(async () => {
      const key = `deliveries:${targetId}`;
      // The last of several concurrent calls sees the changes of all others, and so schedules the right time.
      await this.sql.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
      const runAt = await this.nextClaimTime(targetId);
      if (runAt) await this.jobs.add(deliveryTasks.slow, { targetId }, { runAt, key });
    });
  }

  override async removeOld(before: Date): Promise<void> {
    for (let removed = batchSize; removed === batchSize;) {
      const rows = await this.sql.rows(
        `delete from deliveries where id in (
           select id from deliveries where created_at < $1 and status <> 'pending'
           order by created_at limit ${batchSize} for update skip locked)
         returning 1`,
        [before.toISOString()],
      );
      removed = rows.length;
    }
  }

  /** Returns when the target's next pending delivery can be claimed, null when none is pending. */
  private async nextClaimTime(targetId: string): Promise<Date | null> {
    const next = await this.sql.row<{ at: Date | null }>(
      `select min(greatest(next_attempt_at, leased_until)) as at from deliveries
       where target_id = $1 and status = 'pending'`,
      [targetId],
    );
    return next?.at ?? null;
  }

  private get manager() {
    return this.unitOfWork.manager;
  }
}
