// Generated from openapi.json by `npm run client`. Do not edit.

import type { ReadOptions, RequestOptions, RevalidationOptions } from '../options.js';
import type { ApiPromise, Page, PagePromise } from '../promises.js';
import { Resource } from '../resource.js';
import type { Duplicate, UpdateDuplicateRequest, ListDuplicatesQuery } from './types.js';

/** The methods of `client.duplicates`. */
export class DuplicatesResource extends Resource {
  /**
   * List suggested duplicates.
   *
   * Returns pairs of feedback of the project that may be about the same, once each. Merging either of the two removes the pair, and so does a change after which they are no longer similar. A page may be shorter than `limit`: follow `Link`.
   *
   * Requires the scope `read`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  list(projectSlug: string, query?: ListDuplicatesQuery, options?: ReadOptions): PagePromise<Duplicate>;
  /** Returns undefined if the record still has the given ETag. */
  list(
    projectSlug: string,
    query: ListDuplicatesQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<Duplicate> | undefined>;
  list(
    projectSlug: string,
    query?: ListDuplicatesQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listDuplicates',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/duplicates',
      pathParams: { projectSlug },
      query,
      options,
    });
  }

  /**
   * Dismiss a suggested duplicate.
   *
   * A dismissed pair is not suggested again, whichever of the two changes. `"dismissed": false` makes it open again. To accept a suggestion, merge `feedback` into `of`.
   *
   * Requires the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param duplicateId Id of the suggestion.
   * @throws ApiError also with `duplicate_not_found`
   */
  update(
    projectSlug: string,
    duplicateId: string,
    body: UpdateDuplicateRequest,
    options?: RequestOptions,
  ): ApiPromise<Duplicate> {
    return this.transport.request({
      operation: 'updateDuplicate',
      method: 'PUT',
      path: '/v1/projects/{projectSlug}/duplicates/{duplicateId}',
      pathParams: { projectSlug, duplicateId },
      body,
      options,
    });
  }
}
