import type { ProjectReader } from '../../project/index.js';
import type { EventRecord } from '../../shared/events.js';
import type { Page, PageRequest } from '../../shared/records.js';

/** Reads events as records that are ready to be sent. */
export abstract class EventQueries {
  /**
   * Returns events of a project in the order of the feed, of the given types or of all where these are undefined. The
   * position of a page is the id of an event. A reader that continues after the last event received misses none and
   * receives none twice, in whatever order concurrent units of work end. A page has a `next` if the feed has events after
   * the position of the request, of whatever types: the last page of some types leads to the end of the feed, so that the
   * reader's position does not become older than the retention period while these types are rare.
   *
   * The position `earliest` is the start of the feed, and `latest` its end: a page after it is empty and has a `next`, from
   * which the reader continues.
   *
   * @param reader absent for all events
   * @throws UnknownEvent when the feed has no event with that id; EventsGone when events after it have been removed
   */
  abstract feed(
    projectId: string,
    types: readonly string[] | undefined,
    page: PageRequest,
    reader?: Pick<ProjectReader, 'conditions'>,
  ): Promise<Page<EventRecord>>;

  /** Returns the event, null when none has this id. */
  abstract find(id: string): Promise<EventRecord | null>;
}
