// Generated from openapi.json by `npm run client`. Do not edit.

import type {
  ConditionalOptions,
  IdempotentOptions,
  ReadOptions,
  RequestOptions,
  RevalidationOptions,
} from '../options.js';
import type { ApiPromise, Page, PagePromise } from '../promises.js';
import { Resource } from '../resource.js';
import type { AddMemberRequest, Member, SetMemberRoleRequest, ListMembersQuery } from './types.js';

/** The methods of `client.members`. */
export class MembersResource extends Resource {
  /**
   * Add a member.
   *
   * Adds the user with this external id or e-mail address, given as `user`, or with this e-mail address, given as `email`. The user is registered if there is none.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @throws ApiError also with `user_not_found`, `idempotency_key_in_use`, `idempotency_key_reused`, `idempotency_access_changed`, `already_member`, `users_managed_elsewhere`
   */
  add(projectSlug: string, body: AddMemberRequest, options?: IdempotentOptions): ApiPromise<Member> {
    return this.transport.request({
      operation: 'addMember',
      method: 'POST',
      path: '/v1/projects/{projectSlug}/members',
      pathParams: { projectSlug },
      body,
      options,
      acceptsIdempotencyKey: true,
    });
  }

  /**
   * List members.
   *
   * Returns the oldest record first. Only editors see members with the role `blocked`.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  list(projectSlug: string, query?: ListMembersQuery, options?: ReadOptions): PagePromise<Member>;
  /** Returns undefined if the record still has the given ETag. */
  list(
    projectSlug: string,
    query: ListMembersQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<Member> | undefined>;
  list(
    projectSlug: string,
    query?: ListMembersQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listMembers',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/members',
      pathParams: { projectSlug },
      query,
      options,
    });
  }

  /**
   * Get a member.
   *
   * Only editors can read a member with the role `blocked`.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param userId Id of the user, or `me` for the caller.
   * @throws ApiError also with `member_not_found`
   */
  get(projectSlug: string, userId: string, options?: ReadOptions): ApiPromise<Member>;
  /** Returns undefined if the record still has the given ETag. */
  get(projectSlug: string, userId: string, options: RevalidationOptions): ApiPromise<Member | undefined>;
  get(projectSlug: string, userId: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getMember',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/members/{userId}',
      pathParams: { projectSlug, userId },
      options,
    });
  }

  /**
   * Set the role of a user.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param userId Id of the user, or `me` for the caller.
   * @throws ApiError also with `user_not_found`, `last_owner`
   */
  setRole(
    projectSlug: string,
    userId: string,
    body: SetMemberRoleRequest,
    options?: RequestOptions,
  ): ApiPromise<Member> {
    return this.transport.request({
      operation: 'setMemberRole',
      method: 'PUT',
      path: '/v1/projects/{projectSlug}/members/{userId}',
      pathParams: { projectSlug, userId },
      body,
      options,
    });
  }

  /**
   * Remove a member.
   *
   * Removes the membership. The feedback, votes, comments and changelog entries of the user are kept.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param userId Id of the user, or `me` for the caller.
   * @throws ApiError also with `member_not_found`, `last_owner`
   */
  remove(projectSlug: string, userId: string, options?: ConditionalOptions): ApiPromise<void> {
    return this.transport.request({
      operation: 'removeMember',
      method: 'DELETE',
      path: '/v1/projects/{projectSlug}/members/{userId}',
      pathParams: { projectSlug, userId },
      options,
      notFoundCode: 'member_not_found',
    });
  }
}
