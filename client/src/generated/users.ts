// Generated from openapi.json by `npm run client`. Do not edit.

import type { ConditionalOptions, IdempotentOptions, ReadOptions, RevalidationOptions } from '../options.js';
import type { ApiPromise, Page, PagePromise } from '../promises.js';
import { Resource } from '../resource.js';
import type {
  Account,
  CreateUserRequest,
  UpdateUserRequest,
  UserData,
  ListUsersQuery,
  DeleteUserQuery,
  ExportUserQuery,
} from './types.js';

/** The methods of `client.users`. */
export class UsersResource extends Resource {
  /**
   * Find or register a user.
   *
   * Returns the user with this e-mail address (case-insensitive) unchanged, or registers a new one.
   *
   * Requires the scope `admin`, and that the caller is an instance admin. Tokens that are bound to a project are rejected.
   *
   * @throws ApiError also with `token_bound_to_project`, `instance_admin_required`, `idempotency_key_in_use`, `idempotency_key_reused`, `idempotency_access_changed`, `users_managed_elsewhere`
   */
  create(body: CreateUserRequest, options?: IdempotentOptions): ApiPromise<Account> {
    return this.transport.request({
      operation: 'createUser',
      method: 'POST',
      path: '/v1/users',
      body,
      options,
      acceptsIdempotencyKey: true,
    });
  }

  /**
   * List users.
   *
   * Returns the oldest user first. Anonymized users are excluded. Requires that the caller is an instance admin; with `email`, an editor or owner of a project is sufficient.
   *
   * Requires the scope `read`. Tokens that are bound to a project are rejected.
   *
   * @throws ApiError also with `token_bound_to_project`, `instance_admin_required`
   */
  list(query?: ListUsersQuery, options?: ReadOptions): PagePromise<Account>;
  /** Returns undefined if the record still has the given ETag. */
  list(
    query: ListUsersQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<Account> | undefined>;
  list(query?: ListUsersQuery, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.list({ operation: 'listUsers', method: 'GET', path: '/v1/users', query, options });
  }

  /**
   * Get a user.
   *
   * Users can read their own account. The accounts of other users require that the caller is an instance admin.
   *
   * Requires the scope `read`. Tokens that are bound to a project are rejected.
   *
   * @param userId Id of the user, or `me` for the caller.
   * @throws ApiError also with `token_bound_to_project`, `instance_admin_required`, `user_not_found`
   */
  get(userId: string, options?: ReadOptions): ApiPromise<Account>;
  /** Returns undefined if the record still has the given ETag. */
  get(userId: string, options: RevalidationOptions): ApiPromise<Account | undefined>;
  get(userId: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getUser',
      method: 'GET',
      path: '/v1/users/{userId}',
      pathParams: { userId },
      options,
    });
  }

  /**
   * Update a user.
   *
   * Omitted fields stay unchanged.
   *
   * Requires the scope `admin`, and that the caller is an instance admin. Tokens that are bound to a project are rejected.
   *
   * @param userId Id of the user, or `me` for the caller.
   * @throws ApiError also with `token_bound_to_project`, `instance_admin_required`, `user_not_found`, `email_taken`, `last_instance_admin`, `users_managed_elsewhere`
   */
  update(userId: string, body: UpdateUserRequest, options?: ConditionalOptions): ApiPromise<Account> {
    return this.transport.request({
      operation: 'updateUser',
      method: 'PATCH',
      path: '/v1/users/{userId}',
      pathParams: { userId },
      body,
      options,
    });
  }

  /**
   * Anonymize a user.
   *
   * Removes name, e-mail address, picture, memberships and tokens. Feedback, votes, comments and changelog entries stay, with an anonymous user. A job then makes the user anonymous in old events too, removes stored responses that contain the user, and with `content=delete` deletes their feedback, comments and votes.
   *
   * Requires the scope `admin`, and that the caller is an instance admin. Tokens that are bound to a project are rejected.
   *
   * @param userId Id of the user, or `me` for the caller.
   * @throws ApiError also with `token_bound_to_project`, `instance_admin_required`, `user_not_found`, `last_owner`, `last_instance_admin`
   */
  delete(userId: string, query?: DeleteUserQuery, options?: ConditionalOptions): ApiPromise<void> {
    return this.transport.request({
      operation: 'deleteUser',
      method: 'DELETE',
      path: '/v1/users/{userId}',
      pathParams: { userId },
      query,
      options,
      notFoundCode: 'user_not_found',
    });
  }

  /**
   * Export the data about a user.
   *
   * Returns everything that is stored about a user in all projects, except secrets. Users can export their own data, without memberships and external ids of projects that blocked them. The data of other users requires that the caller is an instance admin. A page has records of one kind, so it may be shorter than `limit`: follow `Link`, or request NDJSON.
   *
   * Requires the scope `read`. Tokens that are bound to a project are rejected.
   *
   * @param userId Id of the user, or `me` for the caller.
   * @throws ApiError also with `token_bound_to_project`, `instance_admin_required`, `user_not_found`
   */
  export(userId: string, query?: ExportUserQuery, options?: ReadOptions): PagePromise<UserData>;
  /** Returns undefined if the record still has the given ETag. */
  export(
    userId: string,
    query: ExportUserQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<UserData> | undefined>;
  export(
    userId: string,
    query?: ExportUserQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'exportUser',
      method: 'GET',
      path: '/v1/users/{userId}/export',
      pathParams: { userId },
      query,
      options,
    });
  }
}
