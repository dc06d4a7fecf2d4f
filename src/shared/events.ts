/** Something that happened within a project, as the module tells it that made it happen. */
export interface NewEvent {
  /** Such as `feedback.created`: the kind of record, and what became of it. */
  readonly type: string;
  readonly projectId: string;
  /** Id of the user who did it. */
  readonly actorId: string;
  /** The record as the API shows it to editors; a secret never stands in it. */
  readonly data: object;
  /** The former values of the fields that changed; none where it is left out. */
  readonly previous?: object;
}

/** An event as it is stored and told. */
export interface EventRecord {
  id: string;
  type: string;
  /** When it happened: ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  project_id: string;
  actor_id: string;
  data: object;
  previous: object;
}

/** Where modules say what happened, without knowing who wants to hear it. */
export abstract class Events {
  /**
   * Records an event in the unit of work that makes it happen: it is told exactly when that is stored. To be called
   * last, when everything else has been written.
   */
  abstract record(event: NewEvent): Promise<void>;
}

/**
 * Hears of events within this process. A provider that extends it is found by itself, in whatever module it is provided.
 *
 * It is called after the commit, at least once for each event (`event.id` tells repetitions), in no certain order, and in
 * one of the processes that work on the database. When it throws it is called again, after pauses that grow from seconds
 * to hours, for about four days.
 */
export abstract class EventSubscriber {
  /** Stable and unique: what is still to be told is stored under it. */
  abstract readonly name: string;

  /** Types of the events that it wants to hear of; all where it is empty. */
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
  const changed = compared.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((field) => [field, before[field]])) as Partial<T>;
}
