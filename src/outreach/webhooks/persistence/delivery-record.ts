import { isoTimestamp } from '../../../platform/persistence/index.js';
import { Delivery, type DeliveryRecord } from '../domain/delivery.js';

/** The record of delivery `d`. */
export const deliveryRecord = `d.id, d.event_id, d.event_type, d.status, ${isoTimestamp('d.created_at')} as created_at,
  ${isoTimestamp('d.next_attempt_at')} as next_attempt_at, d.attempts`;

/** What the aggregate of delivery `d` consists of, for `toDelivery`. */
export const loadedDelivery = `${deliveryRecord}, d.project_id, d.webhook_id, d.failures, d.leased_until`;

/** A row of `loadedDelivery`. */
export interface DeliveryRow extends DeliveryRecord {
  project_id: string;
  webhook_id: string | null;
  failures: number;
  leased_until: Date | null;
}

export function toDelivery({
  project_id,
  webhook_id,
  failures,
  leased_until,
  ...record
}: DeliveryRow): Delivery {
  return Delivery.restore(record, {
    projectId: project_id,
    webhookId: webhook_id,
    failures,
    leasedUntil: leased_until,
  });
}
