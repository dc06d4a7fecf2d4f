import { Injectable } from '@nestjs/common';
import { EventSubscriber } from '../../shared/events.js';
import { EventQueries } from './event.queries.js';

/** The registered event subscribers of this process. */
@Injectable()
export class Subscribers {
  private readonly byName = new Map<string, EventSubscriber>();

  constructor(private readonly events: EventQueries) {}

  /** @throws Error when another subscriber already has the name */
  register(subscriber: EventSubscriber): void {
    if (this.byName.has(subscriber.name)) {
      throw new Error(`An event subscriber with the name ${subscriber.name} is already registered.`);
    }
    this.byName.set(subscriber.name, subscriber);
  }

  /** Returns the names of the subscribers to events of a type. */
  namesFor(type: string): string[] {
    return [...this.byName.values()]
      .filter(({ types }) => types.length === 0 || types.includes(type))
      .map(({ name }) => name);
  }

  /** Passes an event to a subscriber. Does nothing when the event or the subscriber no longer exists. */
  async notify(name: string, eventId: string): Promise<void> {
    const event = await this.events.find(eventId);
    if (event) await this.byName.get(name)?.handle(event);
  }
}
