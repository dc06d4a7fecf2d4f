import { Injectable } from '@nestjs/common';
import { EventConsumer, type EventHeader } from '../../events/index.js';
import { DeliveryRepository } from '../domain/delivery.repository.js';

/** Creates the deliveries of relayed events to webhooks and chats. */
@Injectable()
export class DeliveryFanOut extends EventConsumer {
  constructor(private readonly deliveries: DeliveryRepository) {
    super();
  }

  override async consume(events: readonly EventHeader[]): Promise<void> {
    await this.deliveries.addForEvents(events);
  }

  override async stillNeeded(eventIds: readonly string[]): Promise<readonly string[]> {
    return this.deliveries.eventsWithDeliveries(eventIds);
  }

  /** Targets may return what was sent to them. */
  override async erase(eventIds: readonly string[]): Promise<void> {
    await this.deliveries.clearResponses(eventIds);
  }
}
