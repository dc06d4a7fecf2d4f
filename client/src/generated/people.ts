// Generated from openapi.json by `npm run client`. Do not edit.

import type { ConditionalOptions, ReadOptions, RevalidationOptions } from '../options.js';
import type { ApiPromise, Page, PagePromise } from '../promises.js';
import { Resource } from '../resource.js';
import type { Person, PutPersonRequest, ListPeopleQuery } from './types.js';

/** The methods of `client.people`. */
export class PeopleResource extends Resource {
  /**
   * List people.
   *
   * Returns the oldest record first.
   *
   * Requires the scope `read`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  list(projectSlug: string, query?: ListPeopleQuery, options?: ReadOptions): PagePromise<Person>;
  /** Returns undefined if the record still has the given ETag. */
  list(
    projectSlug: string,
    query: ListPeopleQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<Person> | undefined>;
  list(
    projectSlug: string,
    query?: ListPeopleQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listPeople',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/people',
      pathParams: { projectSlug },
      query,
      options,
    });
  }

  /**
   * Get a person.
   *
   * Requires the scope `read`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param externalId Id of the person in your own system, of 1 to 200 characters, percent-encoded. It is unique within the project.
   * @throws ApiError also with `person_not_found`
   */
  get(projectSlug: string, externalId: string, options?: ReadOptions): ApiPromise<Person>;
  /** Returns undefined if the record still has the given ETag. */
  get(projectSlug: string, externalId: string, options: RevalidationOptions): ApiPromise<Person | undefined>;
  get(
    projectSlug: string,
    externalId: string,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getPerson',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/people/{externalId}',
      pathParams: { projectSlug, externalId },
      options,
    });
  }

  /**
   * Create or update a person.
   *
   * A new person is linked to the user with this e-mail address, or a user is registered. Omitted fields stay unchanged. The profile of a user is changed only if this project registered the user, also by an import, nobody has been able to sign in as the user, the user is a member of no project, and no other project knows the user. Otherwise the response contains the profile as it is. An e-mail address of another user returns 409.
   *
   * Requires the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param externalId Id of the person in your own system, of 1 to 200 characters, percent-encoded. It is unique within the project.
   * @throws ApiError also with `email_taken`, `users_managed_elsewhere`
   */
  put(
    projectSlug: string,
    externalId: string,
    body: PutPersonRequest,
    options?: ConditionalOptions,
  ): ApiPromise<Person> {
    return this.transport.request({
      operation: 'putPerson',
      method: 'PUT',
      path: '/v1/projects/{projectSlug}/people/{externalId}',
      pathParams: { projectSlug, externalId },
      body,
      options,
    });
  }

  /**
   * Remove a person.
   *
   * Removes the external id. The user, and what they contributed, is kept.
   *
   * Requires the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param externalId Id of the person in your own system, of 1 to 200 characters, percent-encoded. It is unique within the project.
   * @throws ApiError also with `person_not_found`
   */
  delete(projectSlug: string, externalId: string, options?: ConditionalOptions): ApiPromise<void> {
    return this.transport.request({
      operation: 'deletePerson',
      method: 'DELETE',
      path: '/v1/projects/{projectSlug}/people/{externalId}',
      pathParams: { projectSlug, externalId },
      options,
      notFoundCode: 'person_not_found',
    });
  }
}
