import { Injectable } from '@nestjs/common';
import { entityColumns, Sql } from '../../../platform/persistence/index.js';
import { SecretBox } from '../../../platform/secrets/index.js';
import type { EventRecord } from '../../../shared/events.js';
import { isUuid } from '../../../shared/rules.js';
import { chatEventTypes, type ProjectChat } from '../domain/chat.js';
import { type ClaimedDelivery, DeliveryRepository, type EventTarget } from '../domain/delivery.repository.js';
import type { Delivery, DeliveryRecord } from '../domain/delivery.js';
import type { Webhook } from '../domain/webhook.js';
import { deliveryRecord, type DeliveryRow, loadedDelivery, toDelivery } from './delivery-record.js';
import { toWebhook, WebhookEntity } from './webhook.entity.js';

/** Deliveries removed in one transaction, and targets looked up at once. */
const batchSize = 1_000;

const findTargets = `
  with event as (
    select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::timestamptz[]) with ordinality
      as e (id, type, project_id, created_at, number)
  ), subscribed as (
    -- Locked, so that it is not deleted before its deliveries are stored.
    select e.*, w.id as webhook_id, case when w.failing_since is null then 'normal' else 'slow' end as lane,
      case when e.type = 'feedback.upvoted' then w.min_upvotes end as min_upvotes
    from event e join webhooks w on w.project_id = e.project_id
    where w.enabled and w.created_at <= e.created_at and (w.event_types = '{}' or e.type = any (w.event_types))
    for key share of w
  ), reached as (
    -- The first event of each feedback with enough votes.
    select distinct on (s.webhook_id, s.min_upvotes, data ->> 'feedback_id')
      s.*, (data ->> 'feedback_id')::uuid as feedback_id
    from subscribed s cross join lateral (select data from event_records r where r.id = s.id) r
    where s.min_upvotes is not null and (data ->> 'upvotes')::int >= s.min_upvotes
    order by s.webhook_id, s.min_upvotes, data ->> 'feedback_id', s.number
  ), passed as (
    -- Only one process at a time relays events, so feedback that is already stored has been sent before.
    insert into webhook_thresholds (webhook_id, feedback_id, min_upvotes)
    select webhook_id, feedback_id, min_upvotes from reached
    on conflict do nothing returning webhook_id, feedback_id
  ), deleted as (
    delete from webhook_thresholds t using event e join event_records r using (id)
    where e.type = 'feedback.deleted' and t.feedback_id = (r.data ->> 'id')::uuid
  )
  select id as "eventId", webhook_id as "webhookId", lane from subscribed where min_upvotes is null
  union all
  select id, webhook_id, lane from reached join passed using (webhook_id, feedback_id)
  union all
  select e.id, null, 'slow' from event e join project_chats using (project_id) where e.type = any ($5::text[])`;

const addDeliveries = `
  insert into deliveries (id, project_id, webhook_id, event_id, event_type, created_at, status, next_attempt_at)
  select *, 'pending', created_at
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[])
    as d (id, project_id, webhook_id, event_id, event_type, created_at)`;

const isDue = `target_id = $1 and status = 'pending' and next_attempt_at <= $2
  and (leased_until is null or leased_until <= $2)`;

/** A single statement: no transaction stays open while the delivery is sent. */
const claimDelivery = `
  with claimed as (
    update deliveries set leased_until = $3
    where id = (select id from deliveries where ${isDue} order by next_attempt_at, id limit 1 for update skip locked)
    returning id, project_id, webhook_id, event_id
  )
  select d.id as "deliveryId", row_to_json(e) as event, not r.in_feed as "isTest", row_to_json(c) as chat,
    exists (select from deliveries where ${isDue} and id <> d.id) as "hasNext", ${entityColumns(WebhookEntity, 'w')}
  from claimed d
  join event_records r on r.id = d.event_id
  cross join lateral (
    select r.id, r.type, r.timestamp, r.project_id, r.actor_id, r.data, r.previous
  ) e
  left join webhooks w on w.id = d.webhook_id
  left join lateral (
    select url, role_id as "roleId", name, slug from project_chats where project_id = d.project_id and d.webhook_id is null
  ) c on true`;

/** Locks the webhook first, as its deletion does. The `id` of the row is the delivery's, which comes last. */
const loadDelivery = `
  with webhook as (
    select ${entityColumns(WebhookEntity, 'w')} from webhooks w
    where w.id = (select webhook_id from deliveries where id = $1)
    for no key update
  )
  select w.*, ${loadedDelivery}
  from deliveries d left join webhook w on true where d.id = $1
  for update of d`;

const saveDelivery = `
  update deliveries d set status = $2, failures = $3, attempts = $4, next_attempt_at = $5, leased_until = $6
  where d.id = $1
  returning ${deliveryRecord}`;

/** What `claimDelivery` returns beside the webhook. */
interface ClaimedRow {
  deliveryId: string;
  event: EventRecord;
  isTest: boolean;
  chat: ProjectChat | null;
  hasNext: boolean;
}

const findNextClaimTime = `
  select min(greatest(next_attempt_at, leased_until)) as at from deliveries
  where target_id = $1 and status = 'pending'`;

/**
 * Uses SQL, because one statement finds the targets of many events, one claims the next delivery of a target, and loading a
 * delivery first locks its webhook.
 */
@Injectable()
export class SqlDeliveryRepository extends DeliveryRepository {
  constructor(
    private readonly sql: Sql,
    private readonly secrets: SecretBox,
  ) {
    super();
  }

  override async targetsOf(
    events: readonly Pick<EventRecord, 'id' | 'type' | 'project_id' | 'timestamp'>[],
  ): Promise<EventTarget[]> {
    return this.sql.rows<EventTarget>(findTargets, [
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ project_id: projectId }) => projectId),
      events.map(({ timestamp }) => timestamp),
      chatEventTypes,
    ]);
  }

  override async add(deliveries: readonly Delivery[]): Promise<void> {
    await this.sql.rows(addDeliveries, [
      deliveries.map(({ id }) => id),
      deliveries.map(({ projectId }) => projectId),
      deliveries.map(({ webhookId }) => webhookId),
      deliveries.map(({ eventId }) => eventId),
      deliveries.map(({ eventType }) => eventType),
      deliveries.map(({ createdAt }) => createdAt.toISOString()),
    ]);
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
    const values = [targetId, now.toISOString(), leasedUntil.toISOString()];
    const row = await this.sql.row<ClaimedRow & (WebhookEntity | { id: null })>(claimDelivery, values);
    if (!row) return null;
    const { deliveryId: id, event, isTest, chat, hasNext } = row;
    return {
      id,
      event,
      isTest,
      webhook: row.id === null ? null : toWebhook(row, this.secrets),
      chat: chat && { ...chat, url: this.secrets.open(chat.url) },
      hasNext,
    };
  }

  override async nextClaimTime(targetId: string): Promise<Date | null> {
    return (await this.sql.row<{ at: Date | null }>(findNextClaimTime, [targetId]))!.at;
  }

  override async lockNextClaimTime(targetId: string): Promise<Date | null> {
    await this.sql.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`deliveries:${targetId}`]);
    return this.nextClaimTime(targetId);
  }

  override async overdueTargets(before: Date): Promise<string[]> {
    const rows = await this.sql.rows<{ target_id: string }>(
      `select distinct target_id from (
         select target_id from deliveries
         where status = 'pending' and next_attempt_at <= $1 and (leased_until is null or leased_until <= $1)
         order by next_attempt_at limit ${batchSize}
       ) overdue`,
      [before.toISOString()],
    );
    return rows.map(({ target_id: targetId }) => targetId);
  }

  override async load(id: string): Promise<{ delivery: Delivery; webhook: Webhook | null } | null> {
    if (!isUuid(id)) return null;
    const row = await this.sql.row<DeliveryRow & Omit<WebhookEntity, 'id'>>(loadDelivery, [id]);
    if (!row) return null;
    const webhook = row.webhook_id === null ? null : { ...row, id: row.webhook_id };
    return { delivery: toDelivery(row), webhook: webhook && toWebhook(webhook, this.secrets) };
  }

  override async save(delivery: Delivery): Promise<DeliveryRecord> {
    const { id, status, nextAttemptAt, failures, leasedUntil, attempts } = delivery;
    const values = [
      ...[id, status, failures, JSON.stringify(attempts)],
      ...[nextAttemptAt?.toISOString() ?? null, leasedUntil?.toISOString() ?? null],
    ];
    return (await this.sql.row<DeliveryRecord>(saveDelivery, values))!;
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
}
