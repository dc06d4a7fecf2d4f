import { Injectable } from '@nestjs/common';
import { EventSubscriber } from '../../shared/events.js';
import { EventQueries } from './event.queries.js';

/** The parts of this process that want to hear of events. */
@Injectable()
export class Subscribers {
  private readonly byName = new Map<string, EventSubscriber>();

  constructor(private readonly events: EventQueries) {}

  /** @throws Error where another subscriber has the name already */
  add(subscriber: EventSubscriber): void {
    if (this.byName.has(subscriber.name)) {
      throw new Error(`Two event subscribers are named ${subscriber.name}.`);
    }
    this.byName.set(subscriber.name, subscriber);
  }

  /** Names of those who want to hear of events of this type. */
  of(type: string): string[] {
    return [...this.byName.values()]
      .filter(({ types }) => types.length === 0 || types.includes(type))
      .map(({ name }) => name);
  }

  /** Tells a subscriber of an event; nothing where the event or the subscriber is gone. */
  async tell(name: string, eventId: string): Promise<void> {
    const event = await this.events.find(eventId);
    if (event) await this.byName.get(name)?.handle(event);
  }
}
