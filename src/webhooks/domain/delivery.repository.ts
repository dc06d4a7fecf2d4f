import type { EventRecord } from '../../shared/events.js';
import type { Delivery } from './delivery.js';

/** A delivery that is due, claimed by this process. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly projectId: string;
  /** Null for the chat of the project. */
  readonly webhookId: string | null;
  readonly eventId: string;
}

/** The lane of a target's jobs. Targets that fail or are slow use the `slow` lane, so that they do not delay others. */
export type DeliveryLane = 'normal' | 'slow';

/** The stored deliveries, and the jobs that send them. A target is a webhook, or a project for its chat. */
export abstract class DeliveryRepository {
  abstract add(delivery: Delivery): Promise<void>;

  /**
   * Adds deliveries of the events, and the jobs that send them: to each enabled webhook of the event's project that
   * existed when the event was recorded, that subscribes to its type and whose condition is met, and to the project's
   * chat if it is enabled.
   */
  abstract addForEvents(
    events: readonly Pick<EventRecord, 'id' | 'type' | 'project_id' | 'timestamp'>[],
  ): Promise<void>;

  /** Returns those of the events that have deliveries. */
  abstract eventsWithDeliveries(eventIds: readonly string[]): Promise<string[]>;

  /** Removes the responses of all attempts to deliver the events. */
  abstract clearResponses(eventIds: readonly string[]): Promise<void>;

  /**
   * Claims the pending delivery of a target that is due first. Until `leasedUntil` no other call returns it, even if this
   * process dies. Null when none is due.
   */
  abstract claim(targetId: string, now: Date, leasedUntil: Date): Promise<ClaimedDelivery | null>;

  /** Returns the delivery, locked until the unit of work ends; null when there is none or the id is not a UUID. */
  abstract load(id: string): Promise<Delivery | null>;

  abstract save(delivery: Delivery): Promise<void>;

  /** Schedules the sending of the target's due deliveries, once the unit of work is committed. */
  abstract schedule(targetId: string, lane: DeliveryLane): Promise<void>;

  /**
   * Schedules the sending of the target's next pending delivery in the slow lane, for the time when it can be claimed. Does
   * nothing when none is pending.
   */
  abstract scheduleNext(targetId: string): Promise<void>;

  /** Removes deliveries created before a time that are not pending, in small transactions. */
  abstract removeOld(before: Date): Promise<void>;
}
