import type { EventRecord } from '../../../shared/events.js';
import type { ProjectChat } from './chat.js';
import type { Delivery, DeliveryRecord } from './delivery.js';
import type { Webhook } from './webhook.js';

/** A delivery that is due, claimed by this process. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly event: EventRecord;
  /** Whether it tests the webhook, and is sent even if that is disabled. */
  readonly isTest: boolean;
  /** Null if the delivery is to the chat of the project. Not locked, and not to be saved. */
  readonly webhook: Webhook | null;
  /** Null if the delivery is to a webhook, or the chat is off. */
  readonly chat: ProjectChat | null;
  /** Whether the target had another delivery that was due. */
  readonly hasNext: boolean;
}

/** The lane of a target's jobs. Targets that fail or are slow use the `slow` lane, so that they do not delay others. */
export type DeliveryLane = 'normal' | 'slow';

/** A target to which an event is to be delivered. */
export interface EventTarget {
  readonly eventId: string;
  /** Null for the chat of the project. */
  readonly webhookId: string | null;
  readonly lane: DeliveryLane;
}

/** The stored deliveries. A target is a webhook, or a project for its chat. */
export abstract class DeliveryRepository {
  /**
   * Returns the targets of the events: each enabled webhook of the event's project that existed when the event was
   * recorded, that subscribes to its type and whose condition is met, and the project's chat if it is enabled. A condition
   * that is met once is recorded as such.
   */
  abstract targetsOf(
    events: readonly Pick<EventRecord, 'id' | 'type' | 'project_id' | 'timestamp'>[],
  ): Promise<EventTarget[]>;

  abstract add(deliveries: readonly Delivery[]): Promise<void>;

  /** Returns the given events that have deliveries. */
  abstract eventsWithDeliveries(eventIds: readonly string[]): Promise<string[]>;

  /** Removes the responses of all attempts to deliver the events. */
  abstract clearResponses(eventIds: readonly string[]): Promise<void>;

  /**
   * Claims the pending delivery of a target that is due first. Until `leasedUntil` no other call returns it, even if this
   * process dies. Null when none is due.
   */
  abstract claim(targetId: string, now: Date, leasedUntil: Date): Promise<ClaimedDelivery | null>;

  /** Returns when the target's next pending delivery can be claimed, null when none is pending. */
  abstract nextClaimTime(targetId: string): Promise<Date | null>;

  /**
   * Returns the same as `nextClaimTime`. Other calls for the target wait until the unit of work ends, so that the last of
   * them sees the changes of all others.
   */
  abstract lockNextClaimTime(targetId: string): Promise<Date | null>;

  /** Returns some of the targets with a pending delivery that could have been claimed before a time. */
  abstract overdueTargets(before: Date): Promise<string[]>;

  /**
   * Returns the delivery and its webhook, both locked until the unit of work ends; null when there is no such delivery or
   * the id is not a UUID. The webhook is null for the chat of the project.
   */
  abstract load(id: string): Promise<{ delivery: Delivery; webhook: Webhook | null } | null>;

  /** Stores the changes, and returns the record as it is afterwards. */
  abstract save(delivery: Delivery): Promise<DeliveryRecord>;

  /** Removes deliveries created before a time that are not pending, in small transactions. */
  abstract removeOld(before: Date): Promise<void>;
}
