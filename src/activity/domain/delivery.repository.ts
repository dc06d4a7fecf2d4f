import type { EventRecord } from '../../shared/events.js';
import type { Delivery } from './delivery.js';

/** A delivery whose time has come, with what is to be sent. */
export interface DueDelivery {
  readonly id: string;
  readonly webhookId: string | null;
  readonly event: EventRecord;
}

/** The stored deliveries, and the jobs that wake up those who send them. A target is a webhook, or a project for its chat. */
export abstract class DeliveryRepository {
  /** Stores a delivery of an event that nobody else hears of: it is in no feed. */
  abstract addWithEvent(delivery: Delivery, event: EventRecord): Promise<void>;

  /**
   * Takes the pending delivery of the target that is due first: until `leasedUntil` nobody else gets it, whatever becomes
   * of this process. Null where none is due.
   */
  abstract claim(targetId: string, now: Date, leasedUntil: Date): Promise<DueDelivery | null>;

  /** The delivery, which no other unit of work can load until this one ends; null when there is none or the id is no UUID. */
  abstract load(id: string): Promise<Delivery | null>;

  abstract save(delivery: Delivery): Promise<void>;

  /** Has the target's due deliveries sent when the unit of work has ended, by those who send `slowly` if that is known. */
  abstract wake(targetId: string, slowly: boolean): Promise<void>;

  /**
   * Has the target looked after when its next pending delivery can be claimed, slowly; nothing where none is pending. Of
   * several calls at once the last one to end knows what all the others stored.
   */
  abstract wakeLater(targetId: string): Promise<void>;

  /** Removes deliveries from before then that are not pending, in small transactions. */
  abstract removeOld(before: Date): Promise<void>;
}
