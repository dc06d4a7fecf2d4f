// Generated from openapi.json by `npm run client`. Do not edit.

import type { ConditionalOptions, ReadOptions, RevalidationOptions } from '../options.js';
import type { ApiPromise } from '../promises.js';
import { Resource } from '../resource.js';
import type { PutStatusRequest, Status, DeleteStatusQuery } from './types.js';

/** The methods of `client.statuses`. */
export class StatusesResource extends Resource {
  /**
   * List statuses.
   *
   * Returns all statuses, at most 50, in their order.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  list(projectSlug: string, options?: ReadOptions): ApiPromise<Status[]>;
  /** Returns undefined if the record still has the given ETag. */
  list(projectSlug: string, options: RevalidationOptions): ApiPromise<Status[] | undefined>;
  list(projectSlug: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'listStatuses',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/statuses',
      pathParams: { projectSlug },
      options,
    });
  }

  /**
   * Get a status.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param key Key of the status: what feedback has as its `status`.
   * @throws ApiError also with `status_not_found`
   */
  get(projectSlug: string, key: string, options?: ReadOptions): ApiPromise<Status>;
  /** Returns undefined if the record still has the given ETag. */
  get(projectSlug: string, key: string, options: RevalidationOptions): ApiPromise<Status | undefined>;
  get(projectSlug: string, key: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getStatus',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/statuses/{key}',
      pathParams: { projectSlug, key },
      options,
    });
  }

  /**
   * Create or update a status.
   *
   * Omitted fields of an existing status stay unchanged. At least one status has the kind `open`: new feedback gets the first of them.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param key Key of the status: what feedback has as its `status`.
   * @throws ApiError also with `last_open_status`, `too_many_statuses`
   */
  put(
    projectSlug: string,
    key: string,
    body: PutStatusRequest,
    options?: ConditionalOptions,
  ): ApiPromise<Status> {
    return this.transport.request({
      operation: 'putStatus',
      method: 'PUT',
      path: '/v1/projects/{projectSlug}/statuses/{key}',
      pathParams: { projectSlug, key },
      body,
      options,
    });
  }

  /**
   * Delete a status.
   *
   * Feedback that has the status gets the one of `replace_with` first, with an event for each record. This does not hold up other requests. If it takes more than 20 seconds, or is interrupted, repeat the request: it continues.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param key Key of the status: what feedback has as its `status`.
   * @throws ApiError also with `status_not_found`, `status_in_use`, `last_open_status`, `changes_unfinished`
   */
  delete(
    projectSlug: string,
    key: string,
    query?: DeleteStatusQuery,
    options?: ConditionalOptions,
  ): ApiPromise<void> {
    return this.transport.request({
      operation: 'deleteStatus',
      method: 'DELETE',
      path: '/v1/projects/{projectSlug}/statuses/{key}',
      pathParams: { projectSlug, key },
      query,
      options,
      notFoundCode: 'status_not_found',
    });
  }

  /**
   * List public statuses.
   *
   * Returns all statuses in their order.
   *
   * Requires no token.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  listPublic(projectSlug: string, options?: ReadOptions): ApiPromise<Status[]>;
  /** Returns undefined if the record still has the given ETag. */
  listPublic(projectSlug: string, options: RevalidationOptions): ApiPromise<Status[] | undefined>;
  listPublic(projectSlug: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'listPublicStatuses',
      method: 'GET',
      path: '/public/v1/projects/{projectSlug}/statuses',
      pathParams: { projectSlug },
      options,
      isPublic: true,
    });
  }
}
