import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { EventRepository } from '../domain/event.repository.js';
import type { TransactionalEventHandler } from './transactional-event-handler.js';

/** Events relayed in one transaction. */
const batchSize = 500;

/**
 * Relays committed events from the outbox: gives them their positions in the feed and passes them to the transactional handlers.
 *
 * One process relays at a time, and only after the commit of the events. So no event appears in the feed before one that a
 * reader has already seen, as it would in the order of ids or sequence numbers taken before the commit.
 */
@Injectable()
export class EventRelay {
  private readonly handlers: TransactionalEventHandler[] = [];

  constructor(
    private readonly events: EventRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Passes all events relayed from now on to the handler. */
  register(handler: TransactionalEventHandler): void {
    this.handlers.push(handler);
  }

  /**
   * Relays all events committed so far.
   *
   * @param wait whether to wait for another process that is relaying, instead of leaving the events to it
   */
  async relay(wait = false): Promise<void> {
    for (let relayed = batchSize; relayed === batchSize;) relayed = await this.relayBatch(wait);
  }

  /** Returns the given events that a handler still reads. */
  async stillNeeded(eventIds: readonly string[]): Promise<Set<string>> {
    const needed = await Promise.all(this.handlers.map((handler) => handler.stillNeeded(eventIds)));
    return new Set(needed.flat());
  }

  /** Lets the handlers remove what they store of the content of the events. */
  async erase(eventIds: readonly string[]): Promise<void> {
    for (const handler of this.handlers) await handler.erase(eventIds);
  }

  private async relayBatch(wait: boolean): Promise<number> {
    if (!(await this.events.hasWaiting())) return 0;
    return this.unitOfWork.run(async () => {
      if (!(await this.events.lockRelay(wait))) return 0;
      const events = await this.events.assignPositions(batchSize);
      if (events.length === 0) return 0;
      for (const handler of this.handlers) await handler.handle(events);
      return events.length;
    });
  }
}
