import type { EventRecord } from '../../shared/events.js';

/** What transactional handlers need to know of an event. */
export type EventHeader = Pick<EventRecord, 'id' | 'type' | 'project_id' | 'timestamp'>;

/** The stored events: the transactional outbox and, once events have a position, the event feed. */
export abstract class EventRepository {
  /**
   * Stores an event in the current unit of work.
   *
   * @param inFeed false for an event that never gets a position in the feed
   * @throws ProjectNotFound when the project does not exist
   */
  abstract add(event: EventRecord, inFeed: boolean): Promise<void>;

  /**
   * Stores events of the feed in the current unit of work.
   *
   * @throws ProjectNotFound when a project does not exist
   */
  abstract addAll(events: readonly EventRecord[]): Promise<void>;

  /** Calls the listener after each commit in this process that added events to the feed. */
  abstract onCommitted(listener: () => void): void;

  /** Returns whether events without a position exist. */
  abstract hasWaiting(): Promise<boolean>;

  /**
   * Takes the lock of the relay until the unit of work ends. Returns false when another process holds it, unless `wait` is
   * set.
   */
  abstract lockRelay(wait: boolean): Promise<boolean>;

  /** Appends the oldest waiting events to the feed, at most `limit`, and returns them in the order of the feed. */
  abstract assignPositions(limit: number): Promise<EventHeader[]>;

  /**
   * Returns events recorded before a time, oldest first, at most `limit`.
   *
   * @param after the last event of the previous batch
   */
  abstract recordedBefore(before: Date, limit: number, after?: EventHeader): Promise<EventHeader[]>;

  /**
   * Replaces the record of a user in the events about them by the present one: in `data.user` and `data.author`. Returns the
   * ids of these events in ascending order, at most `limit`, also of those that only contain the id of the user.
   *
   * @param after the last id of the previous batch
   */
  abstract updateUser(userId: string, limit: number, after?: string): Promise<string[]>;

  /** Removes the events, and remembers the last one of each feed. */
  abstract remove(ids: readonly string[]): Promise<void>;

  /** Returns whether a project has so many events that they are removed in parts. */
  abstract isLarge(projectId: string): Promise<boolean>;

  /** Removes a part of the events of a project. */
  abstract removeSome(projectId: string): Promise<void>;
}
