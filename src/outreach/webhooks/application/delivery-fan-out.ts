import { Injectable } from '@nestjs/common';
import { TransactionalEventHandler, type EventHeader } from '../../../events/index.js';
import { Ids } from '../../../shared/ids.js';
import { Delivery } from '../domain/delivery.js';
import { DeliveryJobs } from '../domain/delivery-jobs.js';
import { type DeliveryLane, DeliveryRepository } from '../domain/delivery.repository.js';

/** Creates the deliveries of relayed events to webhooks and chats, and the jobs that send them. */
@Injectable()
export class DeliveryFanOut extends TransactionalEventHandler {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly jobs: DeliveryJobs,
    private readonly ids: Ids,
  ) {
    super();
  }

  override async handle(events: readonly EventHeader[]): Promise<void> {
    const targets = await this.deliveries.targetsOf(events);
    if (targets.length === 0) return;
    const eventsById = new Map(events.map((event) => [event.id, event]));
    const targetIds: Record<DeliveryLane, Set<string>> = { normal: new Set(), slow: new Set() };
    const deliveries = targets.map(({ eventId, webhookId, lane }) => {
      const { id, type, project_id: projectId, timestamp } = eventsById.get(eventId)!;
      targetIds[lane].add(webhookId ?? projectId);
      return Delivery.of({ id, type, projectId }, webhookId, this.ids.next(), new Date(timestamp));
    });
    await this.deliveries.add(deliveries);
    await this.jobs.add([...targetIds.normal], 'normal');
    await this.jobs.add([...targetIds.slow], 'slow');
  }

  override async stillNeeded(eventIds: readonly string[]): Promise<readonly string[]> {
    return this.deliveries.eventsWithDeliveries(eventIds);
  }

  /** Targets may return what was sent to them. */
  override async erase(eventIds: readonly string[]): Promise<void> {
    await this.deliveries.clearResponses(eventIds);
  }
}
