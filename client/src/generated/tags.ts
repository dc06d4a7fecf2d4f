// Generated from openapi.json by `npm run client`. Do not edit.

import type { ConditionalOptions, ReadOptions, RequestOptions, RevalidationOptions } from '../options.js';
import type { ApiPromise, Page, PagePromise } from '../promises.js';
import { Resource } from '../resource.js';
import type { PutTagRequest, Tag, ListTagsQuery, ListPublicTagsQuery } from './types.js';

/** The methods of `client.tags`. */
export class TagsResource extends Resource {
  /**
   * List tags.
   *
   * Returns the tags sorted by name.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  list(projectSlug: string, query?: ListTagsQuery, options?: ReadOptions): PagePromise<Tag>;
  /** Returns undefined if the record still has the given ETag. */
  list(
    projectSlug: string,
    query: ListTagsQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<Tag> | undefined>;
  list(
    projectSlug: string,
    query?: ListTagsQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listTags',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/tags',
      pathParams: { projectSlug },
      query,
      options,
    });
  }

  /**
   * Get a tag.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param name Name of the tag (case-insensitive).
   * @throws ApiError also with `tag_not_found`
   */
  get(projectSlug: string, name: string, options?: ReadOptions): ApiPromise<Tag>;
  /** Returns undefined if the record still has the given ETag. */
  get(projectSlug: string, name: string, options: RevalidationOptions): ApiPromise<Tag | undefined>;
  get(projectSlug: string, name: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getTag',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/tags/{name}',
      pathParams: { projectSlug, name },
      options,
    });
  }

  /**
   * Create, update or rename a tag.
   *
   * A different `name` in the body renames the tag, on all feedback and changelog entries that have it.
   *
   * Requires the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param name Name of the tag (case-insensitive).
   * @throws ApiError also with `tag_not_found`, `tag_name_taken`
   */
  put(projectSlug: string, name: string, body: PutTagRequest, options?: RequestOptions): ApiPromise<Tag> {
    return this.transport.request({
      operation: 'putTag',
      method: 'PUT',
      path: '/v1/projects/{projectSlug}/tags/{name}',
      pathParams: { projectSlug, name },
      body,
      options,
    });
  }

  /**
   * Delete a tag.
   *
   * Also removes the tag from all feedback and changelog entries.
   *
   * Requires the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param name Name of the tag (case-insensitive).
   * @throws ApiError also with `tag_not_found`
   */
  delete(projectSlug: string, name: string, options?: ConditionalOptions): ApiPromise<void> {
    return this.transport.request({
      operation: 'deleteTag',
      method: 'DELETE',
      path: '/v1/projects/{projectSlug}/tags/{name}',
      pathParams: { projectSlug, name },
      options,
      notFoundCode: 'tag_not_found',
    });
  }

  /**
   * List public tags.
   *
   * Returns the tags sorted by name.
   *
   * Requires no token.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  listPublic(projectSlug: string, query?: ListPublicTagsQuery, options?: ReadOptions): PagePromise<Tag>;
  /** Returns undefined if the record still has the given ETag. */
  listPublic(
    projectSlug: string,
    query: ListPublicTagsQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<Tag> | undefined>;
  listPublic(
    projectSlug: string,
    query?: ListPublicTagsQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listPublicTags',
      method: 'GET',
      path: '/public/v1/projects/{projectSlug}/tags',
      pathParams: { projectSlug },
      query,
      options,
      isPublic: true,
    });
  }
}
