import { Injectable } from '@nestjs/common';
import { ProjectContents } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import { type EventHeader, EventRepository } from '../domain/event.repository.js';
import { RetentionPeriod } from '../domain/retention-period.js';
import { EventRelay } from './event-relay.js';

/** Events removed in one transaction. */
const batchSize = 1_000;

/** Removes old events, and the events of projects that are deleted. */
@Injectable()
export class EventRetention extends ProjectContents {
  constructor(
    private readonly events: EventRepository,
    private readonly relay: EventRelay,
    private readonly period: RetentionPeriod,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async isLarge(projectId: string): Promise<boolean> {
    return this.events.isLarge(projectId);
  }

  override async removeSome(projectId: string): Promise<void> {
    await this.events.removeSome(projectId);
  }

  /** Removes the events that are older than the retention period and that no consumer needs, in small transactions. */
  async removeOld(): Promise<void> {
    const before = this.period.startAt(this.clock.now());
    for (let batch: EventHeader[] | undefined; batch?.length !== 0;) {
      batch = await this.events.recordedBefore(before, batchSize, batch?.at(-1));
      const ids = batch.map(({ id }) => id);
      const needed = await this.relay.stillNeeded(ids);
      await this.events.remove(ids.filter((id) => !needed.has(id)));
    }
  }
}
