import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/clock.js';
import { type EventRecord, Events, type NewEvent } from '../../shared/events.js';
import { Ids } from '../../shared/ids.js';
import { EventRepository } from '../domain/event.repository.js';

/** Stores events in the unit of work that causes them (transactional outbox). Everything else is left to the relay. */
@Injectable()
export class EventRecorder extends Events {
  constructor(
    private readonly events: EventRepository,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async record(event: NewEvent): Promise<void> {
    await this.events.add(this.recordOf(event), true);
  }

  override async recordAll(events: readonly NewEvent[]): Promise<void> {
    await this.events.addAll(events.map((event) => this.recordOf(event)));
  }

  /** Records an event that is in no feed and reaches no consumer: the caller delivers it. */
  async recordUnlisted(event: NewEvent): Promise<EventRecord> {
    const record = this.recordOf(event);
    await this.events.add(record, false);
    return record;
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
