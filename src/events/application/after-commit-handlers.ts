import { Injectable } from '@nestjs/common';
import { AfterCommitEventHandler } from '../../shared/events.js';
import { EventQueries } from './event.queries.js';

/** The registered {@link AfterCommitEventHandler}s of this process. */
@Injectable()
export class AfterCommitHandlers {
  private readonly byName = new Map<string, AfterCommitEventHandler>();

  constructor(private readonly events: EventQueries) {}

  /** @throws Error when another handler already has the name */
  register(handler: AfterCommitEventHandler): void {
    if (this.byName.has(handler.name)) {
      throw new Error(`An event handler with the name ${handler.name} is already registered.`);
    }
    this.byName.set(handler.name, handler);
  }

  /** Returns the names of the handlers of events of a type. */
  namesFor(type: string): string[] {
    return [...this.byName.values()]
      .filter(({ types }) => types.length === 0 || types.includes(type))
      .map(({ name }) => name);
  }

  /** Passes an event to a handler. Does nothing when the event or the handler no longer exists. */
  async notify(name: string, eventId: string): Promise<void> {
    const event = await this.events.find(eventId);
    if (event) await this.byName.get(name)?.handle(event);
  }
}
