import { ProjectNotFound } from '../../../src/project/domain/project.errors.js';
import { Events, type NewEvent } from '../../../src/shared/events.js';
import type { Memory } from './memory.js';

export class FakeEvents extends Events {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async record(event: NewEvent): Promise<void> {
    if (!this.memory.projects.get(event.projectId)) throw new ProjectNotFound();
    // As it would be stored: what becomes of the objects afterwards is not told.
    const { data, previous = {} } = JSON.parse(JSON.stringify(event)) as NewEvent;
    this.memory.events.put(String(this.recorded.length), { ...event, data, previous });
  }

  /** All that was recorded, in that order. */
  get recorded(): Required<NewEvent>[] {
    return this.memory.events.where(() => true);
  }

  /** Gives what was recorded since it was last asked. */
  take(): Required<NewEvent>[] {
    const { recorded } = this;
    this.memory.events.removeWhere(() => true);
    return recorded;
  }
}
