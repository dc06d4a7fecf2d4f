import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/clock.js';
import {
  type BeforeCommitEventHandler,
  type EventRecord,
  Events,
  type NewEvent,
} from '../../shared/events.js';
import { Ids } from '../../shared/ids.js';
import { EventRepository } from '../domain/event.repository.js';

/**
 * Stores events in the unit of work that causes them (transactional outbox), and calls each `BeforeCommitEventHandler`. The relay
 * does the rest.
 */
@Injectable()
export class EventRecorder extends Events {
  private readonly handlers: BeforeCommitEventHandler[] = [];

  constructor(
    private readonly events: EventRepository,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** Registers a handler, which is called for each event of its types that is recorded from now on. */
  register(handler: BeforeCommitEventHandler): void {
    this.handlers.push(handler);
  }

  override async record(event: NewEvent): Promise<void> {
    const record = this.recordOf(event);
    await this.events.add(record, true);
    await this.handle(record);
  }

  override async recordAll(events: readonly NewEvent[]): Promise<void> {
    const records = events.map((event) => this.recordOf(event));
    await this.events.addAll(records);
    for (const record of records) await this.handle(record);
  }

  /** Records an event that is in no feed and reaches no consumer: the caller delivers it. */
  async recordUnlisted(event: NewEvent): Promise<EventRecord> {
    const record = this.recordOf(event);
    await this.events.add(record, false);
    return record;
  }

  private async handle(event: EventRecord): Promise<void> {
    for (const handler of this.handlers) {
      if (handler.types.length === 0 || handler.types.includes(event.type)) await handler.handle(event);
    }
  }

  private recordOf({ type, projectId, actorId, data, previous = {} }: NewEvent): EventRecord {
    return {
      id: this.ids.next(),
      type,
      timestamp: this.clock.now().toISOString(),
      project_id: projectId,
      actor_id: actorId,
      data,
      previous,
    };
  }
}
