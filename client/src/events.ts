import { EventsResource } from './generated/events.js';
import type { ProjectEvent } from './generated/types.js';
import type { RequestOptions } from './options.js';
import { sleep } from './retry.js';

/** The types of events. Later versions of the service can have others. */
export type EventType = ProjectEvent['type'];

/** The event of a type, such as `EventOf<'feedback.created'>`. */
export type EventOf<Type extends EventType> = Extract<ProjectEvent, { type: Type }>;

/** How to follow the events of a project. */
export interface FollowOptions<Type extends EventType> extends RequestOptions {
  /**
   * Id of the last event that was processed; `earliest`, the default, for all retained events; or `latest` for those that occur
   * after the service has responded to the first request, which is sent when the iteration starts.
   */
  readonly after?: string | undefined;
  /** Returns only events of these types. */
  readonly type?: readonly Type[] | undefined;
  /** Delay between requests at the end of the feed, in milliseconds. Default: 2,000. */
  readonly interval?: number | undefined;
}

/** The methods of `client.events`. */
export class Events extends EventsResource {
  /**
   * Iterates over the events of a project, oldest first, and waits for new ones. The signal ends the iteration without an
   * error.
   *
   * Failed requests are repeated until they succeed, unless `maxRetries` or `retryTimeout` is set: the iteration survives
   * restarts of the service. To resume it later without gaps and duplicates, store the id of the last processed event
   * and pass it as `after`.
   *
   * @throws ApiError also with `events_gone` (410), if events after `after` are no longer retained
   */
  async *follow<Type extends EventType = EventType>(
    projectSlug: string,
    { after, type, interval = 2_000, ...options }: FollowOptions<Type> = {},
  ): AsyncGenerator<EventOf<Type>, undefined> {
    const { signal, maxRetries = Infinity, retryTimeout = Infinity } = options;
    let position = after;
    try {
      while (!signal?.aborted) {
        const query = {
          ...(position === undefined ? {} : { after: position }),
          ...(type && { type: [...type] }),
        };
        const list = this.list(projectSlug, query, { ...options, maxRetries, retryTimeout });
        for await (const { records, nextCursor } of list.pages()) {
          for (const event of records) {
            if (signal?.aborted) return undefined;
            position = event.id;
            yield event as EventOf<Type>;
          }
          // An empty page can have a link too: after `latest`, or past events of other types.
          position = nextCursor ?? position;
          if (records.length === 0) break;
        }
        await sleep(interval, signal);
      }
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
    return undefined;
  }
}
