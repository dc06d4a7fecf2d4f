import { ProjectNotFound } from '../../../src/project/domain/project.errors.js';
import { Events, type NewEvent } from '../../../src/shared/events.js';
import type { Memory } from './memory.js';

export class FakeEvents extends Events {
  private lastNumber = 0;

  constructor(private readonly memory: Memory) {
    super();
  }

  override async record(event: NewEvent): Promise<void> {
    await this.memory.projects.checkReference(event.projectId, ProjectNotFound);
    // Copies the event as it would be stored, so that later changes to the objects have no effect.
    const { data, previous = {} } = JSON.parse(JSON.stringify(event)) as NewEvent;
    await this.memory.events.put(String(++this.lastNumber), { ...event, data, previous });
  }

  /** The recorded events, in order, except those that were taken. */
  get recorded(): Required<NewEvent>[] {
    return this.memory.events.where(() => true);
  }

  /** Returns the events recorded since the last call. */
  take(): Required<NewEvent>[] {
    const { recorded } = this;
    this.memory.events.clear();
    return recorded;
  }
}
