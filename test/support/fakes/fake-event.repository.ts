import { type EventHeader, EventRepository } from '../../../src/events/domain/event.repository.js';
import { ProjectNotFound } from '../../../src/project/domain/project.errors.js';
import type { EventRecord } from '../../../src/shared/events.js';
import type { Memory, StoredEvent } from './memory.js';

export class FakeEventRepository extends EventRepository {
  private notify = (): void => undefined;
  private lastPosition = 0;

  constructor(private readonly memory: Memory) {
    super();
  }

  override async add(event: EventRecord, inFeed: boolean): Promise<void> {
    await this.memory.projects.checkReference(event.project_id, ProjectNotFound);
    const copy = JSON.parse(JSON.stringify(event)) as EventRecord;
    await this.memory.storedEvents.put(event.id, { event: copy, inFeed, position: null });
    if (inFeed) this.memory.transactions.afterCommit(this.notify);
  }

  override onCommitted(listener: () => void): void {
    this.notify = listener;
  }

  override async hasWaiting(): Promise<boolean> {
    return this.waiting().length > 0;
  }

  override async lockRelay(wait: boolean): Promise<boolean> {
    if (!wait) return this.memory.advisoryLocks.tryAcquire('relay');
    await this.memory.advisoryLocks.acquire('relay');
    return true;
  }

  override async assignPositions(limit: number): Promise<EventHeader[]> {
    const positioned = this.waiting().slice(0, limit);
    for (const stored of positioned) {
      const position = ++this.lastPosition;
      await this.memory.projects.checkReference(stored.event.project_id);
      await this.memory.storedEvents.put(stored.event.id, { ...stored, position });
    }
    return positioned.map(headerOf);
  }

  override async recordedBefore(before: Date, limit: number, after?: EventHeader): Promise<EventHeader[]> {
    const end = before.toISOString();
    const isLater = ({ timestamp, id }: EventRecord): boolean =>
      !after || timestamp > after.timestamp || (timestamp === after.timestamp && id > after.id);
    return this.memory.storedEvents
      .where(({ event }) => event.timestamp < end && isLater(event))
      .sort((a, b) => compare(a.event.timestamp, b.event.timestamp) || compare(a.event.id, b.event.id))
      .slice(0, limit)
      .map(headerOf);
  }

  override async updateUser(userId: string, limit: number, after = ''): Promise<string[]> {
    const { email = '', fullName = '', avatarUrl = '' } = this.memory.users.get(userId) ?? {};
    const user = { id: userId, email, full_name: fullName, avatar_url: avatarUrl };
    const batch = this.memory.storedEvents
      .where(({ event }) => event.id > after && usersIn(event).includes(userId))
      .sort((a, b) => compare(a.event.id, b.event.id))
      .slice(0, limit);
    for (const stored of batch) {
      const data = stored.event.data as EventData;
      const event = {
        ...stored.event,
        data: { ...data, ...(data.user && { user }), ...(data.author && { author: user }) },
      };
      await this.memory.storedEvents.put(event.id, { ...stored, event });
    }
    return batch.map(({ event }) => event.id);
  }

  override async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.memory.storedEvents.remove(id);
  }

  private waiting(): StoredEvent[] {
    return this.memory.storedEvents
      .where(({ inFeed, position }) => inFeed && position === null)
      .sort((a, b) => compare(a.event.id, b.event.id));
  }
}

interface EventData {
  user_id?: string;
  user?: { id: string };
  author?: { id: string };
}

function usersIn({ data }: EventRecord): (string | undefined)[] {
  const { user_id: userId, user, author } = data as EventData;
  return [userId, user?.id, author?.id];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function headerOf({ event }: StoredEvent): EventHeader {
  return { id: event.id, type: event.type, project_id: event.project_id, timestamp: event.timestamp };
}
