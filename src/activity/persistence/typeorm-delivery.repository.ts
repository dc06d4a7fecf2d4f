import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/index.js';
import { Sql, TypeormUnitOfWork } from '../../platform/persistence/index.js';
import type { EventRecord } from '../../shared/events.js';
import { isUuid } from '../../shared/rules.js';
import { DeliveryRepository, type DueDelivery } from '../domain/delivery.repository.js';
import { Delivery } from '../domain/delivery.js';
import { eventRecord, insertEvent } from './sql-event.queries.js';

/** Deliveries that are removed in one transaction. */
const batch = 1_000;

@Injectable()
export class TypeormDeliveryRepository extends DeliveryRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
    private readonly jobs: Jobs,
  ) {
    super();
  }

  override async addWithEvent(delivery: Delivery, event: EventRecord): Promise<void> {
    await this.sql.rows(insertEvent(), [
      event.id,
      event.project_id,
      event.type,
      event.timestamp,
      event.actor_id,
      JSON.stringify(event.data),
      JSON.stringify(event.previous),
      false,
    ]);
    await this.manager.insert(Delivery, { ...delivery });
  }

  override async claim(targetId: string, now: Date, leasedUntil: Date): Promise<DueDelivery | null> {
    // One statement, and no transaction that stays open while the delivery is sent.
    const found = await this.sql.row<EventRecord & { delivery_id: string; webhook_id: string | null }>(
      `with claimed as (
         update deliveries set leased_until = $3
         where id = (
           select id from deliveries
           where target_id = $1 and status = 'pending' and next_attempt_at <= $2
             and (leased_until is null or leased_until <= $2)
           order by next_attempt_at, id limit 1 for update skip locked
         )
         returning id, webhook_id, event_id
       )
       select c.id as delivery_id, c.webhook_id, ${eventRecord} from claimed c join events e on e.id = c.event_id`,
      [targetId, now.toISOString(), leasedUntil.toISOString()],
    );
    if (!found) return null;
    const { delivery_id: id, webhook_id: webhookId, ...event } = found;
    return { id, webhookId, event };
  }

  override async load(id: string): Promise<Delivery | null> {
    if (!isUuid(id)) return null;
    return this.manager.findOne(Delivery, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  override async save(delivery: Delivery): Promise<void> {
    await this.manager.update(Delivery, delivery.id, { ...delivery });
  }

  override async wake(targetId: string, slowly: boolean): Promise<void> {
    await this.jobs.add(slowly ? 'deliver-slowly' : 'deliver', { targetId });
  }

  override async wakeLater(targetId: string): Promise<void> {
    // Mostly so, and told without a transaction.
    if (!(await this.nextClaim(targetId))) return;
    await this.unitOfWork.run(async () => {
      const key = `deliveries:${targetId}`;
      // One after the other: else one that knows less could replace the job of one that knows more.
      await this.sql.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
      const runAt = await this.nextClaim(targetId);
      if (runAt) await this.jobs.add('deliver-slowly', { targetId }, { runAt, key });
    });
  }

  override async removeOld(before: Date): Promise<void> {
    for (let removed = batch; removed === batch;) {
      const rows = await this.sql.rows(
        `delete from deliveries where id in (
           select id from deliveries where created_at < $1 and status <> 'pending'
           order by created_at limit ${batch} for update skip locked)
         returning 1`,
        [before.toISOString()],
      );
      removed = rows.length;
    }
  }

  /** When the next pending delivery can be claimed. */
  private async nextClaim(targetId: string): Promise<Date | null> {
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
