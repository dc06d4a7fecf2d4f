import { canonicalJson } from './canonical-json.js';

/** An event to be recorded. */
export interface NewEvent {
  /** Record type and change, such as `feedback.created`. */
  readonly type: string;
  readonly projectId: string;
  /** Id of the user who caused the event. */
  readonly actorId: string;
  /** The record as editors see it. It never contains a secret. */
  readonly data: object;
  /** The previous values of the changed fields; none if absent. */
  readonly previous?: object;
}

/** An event as it is stored, listed and delivered. */
export interface EventRecord {
  id: string;
  type: string;
  /** ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  project_id: string;
  actor_id: string;
  data: object;
  previous: object;
}

/** The port through which modules record events. */
export abstract class Events {
  /**
   * Records an event in the current unit of work. The event is published if, and only if, the unit of work is
   * committed. Call this last, after all other writes.
   */
  abstract record(event: NewEvent): Promise<void>;

  /** Records several events, in their order, by one statement. */
  abstract recordAll(events: readonly NewEvent[]): Promise<void>;
}

/**
 * Handles events before the commit, in the transaction of the use case that records them. A provider that extends this class is
 * registered automatically, in whatever module it is provided.
 *
 * It is called for each event, in its order, after the use case has written its records. What it stores in the unit of work is
 * committed together with them, or not at all. When it throws, the use case fails with this error, and stores nothing. After a
 * deadlock the use case is run again, and calls it again: it must have no other effects. It delays the use case, which holds locks.
 */
export abstract class BeforeCommitEventHandler {
  /** The types of the events that it receives; an empty list selects all types. */
  abstract readonly types: readonly string[];

  abstract handle(event: EventRecord): Promise<void>;
}

/**
 * Handles events after the commit, as a background job. A provider that extends this class is registered automatically, in
 * whatever module it is provided.
 *
 * It is called at least once for each event (`event.id` identifies duplicates), in no particular
 * order, in one of the processes that use the database. When it throws, it is called again with delays that grow from
 * seconds to hours, for about four days. Then it is a failed job.
 */
export abstract class AfterCommitEventHandler {
  /** A stable and unique name of at most 100 characters, under which pending events are stored. */
  abstract readonly name: string;

  /** The types of the events that it receives; an empty list selects all types. */
  abstract readonly types: readonly string[];

  abstract handle(event: EventRecord): Promise<void>;
}

/**
 * Compares a record before and after a change. Returns the former values of the fields that differ, or null when none does.
 *
 * @param except fields that are not compared
 */
export function previousOf<T extends object>(
  before: T,
  after: T,
  except: readonly (keyof T & string)[] = [],
): Partial<T> | null {
  const compared = (Object.keys(before) as (keyof T & string)[]).filter((field) => !except.includes(field));
  const changed = compared.filter((field) => canonicalJson(before[field]) !== canonicalJson(after[field]));
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((field) => [field, before[field]])) as Partial<T>;
}
