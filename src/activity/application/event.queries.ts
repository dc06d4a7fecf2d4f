import type { EventRecord } from '../../shared/events.js';
import type { Page, PageRequest } from '../../shared/records.js';

/** Reads of events, ready to be sent. */
export abstract class EventQueries {
  /**
   * Events of a project of one of the types (all where they are undefined), in the order of the feed. A position is the
   * id of an event. Whoever goes on from the last one that they were given misses nothing and sees nothing twice, in
   * whatever order concurrent units of work end; so every page that is not empty has a `next`.
   *
   * @throws UnknownEvent where the feed has no event with that id; EventsGone where it is older than what is kept
   */
  abstract feed(
    projectId: string,
    types: readonly string[] | undefined,
    page: PageRequest,
  ): Promise<Page<EventRecord>>;

  /** Null when there is none. */
  abstract find(id: string): Promise<EventRecord | null>;
}
