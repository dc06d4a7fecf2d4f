import { ProjectNotFound } from '../../../src/project/domain/project.errors.js';
import { Events, type NewEvent } from '../../../src/shared/events.js';
import type { Memory } from './memory.js';

export class FakeEvents extends Events {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async record(event: NewEvent): Promise<void> {
    if (!this.memory.projects.get(event.projectId)) throw new ProjectNotFound();
    // Copies the event as it would be stored, so that later changes to the objects have no effect.
    const { data, previous = {} } = JSON.parse(JSON.stringify(event)) as NewEvent;
    this.memory.events.put(String(this.recorded.length), { ...event, data, previous });
  }

  /** All recorded events, in order. */
  get recorded(): Required<NewEvent>[] {
    return this.memory.events.where(() => true);
  }

  /** Returns the events recorded since the last call. */
  take(): Required<NewEvent>[] {
    const { recorded } = this;
    this.memory.events.removeWhere(() => true);
    return recorded;
  }
}
