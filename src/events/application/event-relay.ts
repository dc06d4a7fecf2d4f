import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { EventRepository } from '../domain/event.repository.js';
import type { TransactionalEventConsumer } from './transactional-event-consumer.js';

/** Events relayed in one transaction. */
const batchSize = 500;

/**
 * Relays committed events from the outbox: gives them their positions in the feed and passes them to the consumers.
 *
 * One process relays at a time, and only after the commit of the events. So no event appears in the feed before one that a
 * reader has already seen, as it would if the order were that of ids or sequence numbers taken before the commit.
 */
@Injectable()
export class EventRelay {
  private readonly consumers: TransactionalEventConsumer[] = [];

  constructor(
    private readonly events: EventRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Passes all events relayed from now on to the consumer. */
  register(consumer: TransactionalEventConsumer): void {
    this.consumers.push(consumer);
  }

  /**
   * Relays all events committed so far.
   *
   * @param wait whether to wait for another process that is relaying, instead of leaving the events to it
   */
  async relay(wait = false): Promise<void> {
    for (let relayed = batchSize; relayed === batchSize;) relayed = await this.relayBatch(wait);
  }

  /** Returns those of the events that a consumer still reads. */
  async stillNeeded(eventIds: readonly string[]): Promise<Set<string>> {
    const needed = await Promise.all(this.consumers.map((consumer) => consumer.stillNeeded(eventIds)));
    return new Set(needed.flat());
  }

  /** Lets the consumers remove what they store of the content of the events. */
  async erase(eventIds: readonly string[]): Promise<void> {
    for (const consumer of this.consumers) await consumer.erase(eventIds);
  }

  private async relayBatch(wait: boolean): Promise<number> {
    if (!(await this.events.hasWaiting())) return 0;
    return this.unitOfWork.run(async () => {
      if (!(await this.events.lockRelay(wait))) return 0;
      const events = await this.events.assignPositions(batchSize);
      if (events.length === 0) return 0;
      for (const consumer of this.consumers) await consumer.consume(events);
      return events.length;
    });
  }
}
