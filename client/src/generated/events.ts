// Generated from openapi.json by `npm run client`. Do not edit.

import type { ReadOptions, RevalidationOptions } from '../options.js';
import type { ApiPromise, Page, PagePromise } from '../promises.js';
import { Resource } from '../resource.js';
import type { ProjectEvent, ListEventsQuery } from './types.js';

/** The methods of `client.events`. */
export class EventsResource extends Resource {
  /**
   * Read the event feed.
   *
   * Returns the events of the project, oldest first. An empty page means that the reader is up to date: poll later, with the `Link` of the page if it has one, otherwise with its URL. Following the links returns each event exactly once.
   *
   * Requires the scope `read`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @throws ApiError also with `events_gone`
   */
  list(projectSlug: string, query?: ListEventsQuery, options?: ReadOptions): PagePromise<ProjectEvent>;
  /** Returns undefined if the record still has the given ETag. */
  list(
    projectSlug: string,
    query: ListEventsQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<ProjectEvent> | undefined>;
  list(
    projectSlug: string,
    query?: ListEventsQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listEvents',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/events',
      pathParams: { projectSlug },
      query,
      options,
    });
  }
}
