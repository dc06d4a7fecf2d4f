// Generated from openapi.json by `npm run client`. Do not edit.

import type { ConditionalOptions, ReadOptions, RevalidationOptions } from '../options.js';
import type { ApiPromise } from '../promises.js';
import { Resource } from '../resource.js';
import type { CustomField, PutFieldRequest } from './types.js';

/** The methods of `client.fields`. */
export class FieldsResource extends Resource {
  /**
   * List fields.
   *
   * Returns the fields that the caller can see, at most 30, in their order.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  list(projectSlug: string, options?: ReadOptions): ApiPromise<CustomField[]>;
  /** Returns undefined if the record still has the given ETag. */
  list(projectSlug: string, options: RevalidationOptions): ApiPromise<CustomField[] | undefined>;
  list(projectSlug: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'listFields',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/fields',
      pathParams: { projectSlug },
      options,
    });
  }

  /**
   * Get a field.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param fieldKey Key of the field: the name of its value among the `fields` of feedback.
   * @throws ApiError also with `field_not_found`
   */
  get(projectSlug: string, fieldKey: string, options?: ReadOptions): ApiPromise<CustomField>;
  /** Returns undefined if the record still has the given ETag. */
  get(
    projectSlug: string,
    fieldKey: string,
    options: RevalidationOptions,
  ): ApiPromise<CustomField | undefined>;
  get(
    projectSlug: string,
    fieldKey: string,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getField',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/fields/{fieldKey}',
      pathParams: { projectSlug, fieldKey },
      options,
    });
  }

  /**
   * Create or update a field.
   *
   * Omitted members of an existing field stay unchanged. A change of `visible_to` applies to all values. While feedback has values, neither the type can change, nor can an option that feedback has be removed.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param fieldKey Key of the field: the name of its value among the `fields` of feedback.
   * @throws ApiError also with `field_managed_elsewhere`, `too_many_fields`, `field_in_use`
   */
  put(
    projectSlug: string,
    fieldKey: string,
    body: PutFieldRequest,
    options?: ConditionalOptions,
  ): ApiPromise<CustomField> {
    return this.transport.request({
      operation: 'putField',
      method: 'PUT',
      path: '/v1/projects/{projectSlug}/fields/{fieldKey}',
      pathParams: { projectSlug, fieldKey },
      body,
      options,
    });
  }

  /**
   * Delete a field.
   *
   * Its values are removed from all feedback first, with an event for each record. This does not hold up other requests. If it takes more than 20 seconds, or is interrupted, repeat the request: it continues.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param fieldKey Key of the field: the name of its value among the `fields` of feedback.
   * @throws ApiError also with `field_not_found`, `field_managed_elsewhere`, `changes_unfinished`
   */
  delete(projectSlug: string, fieldKey: string, options?: ConditionalOptions): ApiPromise<void> {
    return this.transport.request({
      operation: 'deleteField',
      method: 'DELETE',
      path: '/v1/projects/{projectSlug}/fields/{fieldKey}',
      pathParams: { projectSlug, fieldKey },
      options,
      notFoundCode: 'field_not_found',
    });
  }

  /**
   * List public fields.
   *
   * Returns the fields that everyone can see, in their order.
   *
   * Requires no token.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  listPublic(projectSlug: string, options?: ReadOptions): ApiPromise<CustomField[]>;
  /** Returns undefined if the record still has the given ETag. */
  listPublic(projectSlug: string, options: RevalidationOptions): ApiPromise<CustomField[] | undefined>;
  listPublic(projectSlug: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'listPublicFields',
      method: 'GET',
      path: '/public/v1/projects/{projectSlug}/fields',
      pathParams: { projectSlug },
      options,
      isPublic: true,
    });
  }
}
