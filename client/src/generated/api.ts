// Generated from openapi.json by `npm run client`. Do not edit.

import type { ConditionalOptions, ReadOptions, RequestOptions, RevalidationOptions } from '../options.js';
import type { ApiPromise } from '../promises.js';
import { Resource } from '../resource.js';
import type {
  Health,
  Me,
  Preferences,
  ProtectedResource,
  UpdateMeRequest,
  UpdatePreferencesRequest,
  DeleteMeQuery,
} from './types.js';
import { TokensResource } from './tokens.js';
import { UsersResource } from './users.js';
import { ProjectsResource } from './projects.js';
import { StatusesResource } from './statuses.js';
import { BoardsResource } from './boards.js';
import { TagsResource } from './tags.js';
import { FieldsResource } from './fields.js';
import { MembersResource } from './members.js';
import { PeopleResource } from './people.js';
import { CompaniesResource } from './companies.js';
import { AttachmentsResource } from './attachments.js';
import { FeedbackResource } from './feedback.js';
import { CommentsResource } from './comments.js';
import { DuplicatesResource } from './duplicates.js';
import { ChangelogsResource } from './changelogs.js';
import { Events } from '../events.js';
import { Webhooks } from '../webhooks.js';
import { ImportsResource } from './imports.js';
import { NotificationsResource } from './notifications.js';
import { MailSuppressionsResource } from './mail-suppressions.js';

export type * from './tokens.js';
export type * from './users.js';
export type * from './projects.js';
export type * from './statuses.js';
export type * from './boards.js';
export type * from './tags.js';
export type * from './fields.js';
export type * from './members.js';
export type * from './people.js';
export type * from './companies.js';
export type * from './attachments.js';
export type * from './feedback.js';
export type * from './comments.js';
export type * from './duplicates.js';
export type * from './changelogs.js';
export type * from './events.js';
export type * from './webhooks.js';
export type * from './imports.js';
export type * from './notifications.js';
export type * from './mail-suppressions.js';

/** The resources of the API, and the operations that belong to none of them. */
export class Api extends Resource {
  readonly tokens: TokensResource = new TokensResource(this.transport);
  readonly users: UsersResource = new UsersResource(this.transport);
  readonly projects: ProjectsResource = new ProjectsResource(this.transport);
  readonly statuses: StatusesResource = new StatusesResource(this.transport);
  readonly boards: BoardsResource = new BoardsResource(this.transport);
  readonly tags: TagsResource = new TagsResource(this.transport);
  readonly fields: FieldsResource = new FieldsResource(this.transport);
  readonly members: MembersResource = new MembersResource(this.transport);
  readonly people: PeopleResource = new PeopleResource(this.transport);
  readonly companies: CompaniesResource = new CompaniesResource(this.transport);
  readonly attachments: AttachmentsResource = new AttachmentsResource(this.transport);
  readonly feedback: FeedbackResource = new FeedbackResource(this.transport);
  readonly comments: CommentsResource = new CommentsResource(this.transport);
  readonly duplicates: DuplicatesResource = new DuplicatesResource(this.transport);
  readonly changelogs: ChangelogsResource = new ChangelogsResource(this.transport);
  readonly events: Events = new Events(this.transport);
  readonly webhooks: Webhooks = new Webhooks(this.transport);
  readonly imports: ImportsResource = new ImportsResource(this.transport);
  readonly notifications: NotificationsResource = new NotificationsResource(this.transport);
  readonly mailSuppressions: MailSuppressionsResource = new MailSuppressionsResource(this.transport);

  /**
   * Check whether the process runs.
   *
   * Requires no token.
   */
  checkLiveness(options?: RequestOptions): ApiPromise<Health> {
    return this.transport.request({
      operation: 'checkLiveness',
      method: 'GET',
      path: '/health/live',
      options,
      isPublic: true,
    });
  }

  /**
   * Check whether the service accepts requests.
   *
   * It does unless it is shutting down, or its database does not respond within 2 seconds. While replicas serve reads in place of the primary, it accepts reads.
   *
   * Requires no token.
   *
   * @throws ApiError also with `shutting_down`
   */
  checkReadiness(options?: RequestOptions): ApiPromise<Health> {
    return this.transport.request({
      operation: 'checkReadiness',
      method: 'GET',
      path: '/health/ready',
      options,
      isPublic: true,
    });
  }

  /**
   * Get the caller.
   *
   * Returns the caller and the token of the request. A good first request.
   *
   * Requires the scope `read`.
   *
   * @throws ApiError also with `token_not_found`
   */
  me(options?: ReadOptions): ApiPromise<Me>;
  /** Returns undefined if the record still has the given ETag. */
  me(options: RevalidationOptions): ApiPromise<Me | undefined>;
  me(options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({ operation: 'getMe', method: 'GET', path: '/v1/me', options });
  }

  /**
   * Update the caller.
   *
   * Changes the name and the picture of the caller. Omitted fields stay unchanged. Returns 409 if a host application manages the users. E-mail addresses are changed by instance admins.
   *
   * Requires the scope `write`. Tokens that are bound to a project are rejected.
   *
   * @throws ApiError also with `token_bound_to_project`, `token_not_found`, `users_managed_elsewhere`
   */
  updateMe(body: UpdateMeRequest, options?: ConditionalOptions): ApiPromise<Me> {
    return this.transport.request({ operation: 'updateMe', method: 'PATCH', path: '/v1/me', body, options });
  }

  /**
   * Delete the account of the caller.
   *
   * Like `DELETE /users/{userId}`, for the caller: also revokes the token of the request. This cannot be undone. Returns 409 if the caller is the last instance admin or the only owner of a project, or if a host application manages the users.
   *
   * Requires the scope `admin`. Tokens that are bound to a project are rejected.
   *
   * @throws ApiError also with `token_bound_to_project`, `token_not_found`, `last_owner`, `last_instance_admin`, `users_managed_elsewhere`
   */
  deleteMe(query?: DeleteMeQuery, options?: ConditionalOptions): ApiPromise<void> {
    return this.transport.request({
      operation: 'deleteMe',
      method: 'DELETE',
      path: '/v1/me',
      query,
      options,
    });
  }

  /**
   * Get the caller's preferences.
   *
   * Requires the scope `read`.
   */
  getPreferences(options?: ReadOptions): ApiPromise<Preferences>;
  /** Returns undefined if the record still has the given ETag. */
  getPreferences(options: RevalidationOptions): ApiPromise<Preferences | undefined>;
  getPreferences(options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getPreferences',
      method: 'GET',
      path: '/v1/me/preferences',
      options,
    });
  }

  /**
   * Update the caller's preferences.
   *
   * Omitted fields stay unchanged. Preferences apply to all projects.
   *
   * Requires the scope `write`. Tokens that are bound to a project are rejected.
   *
   * @throws ApiError also with `token_bound_to_project`
   */
  updatePreferences(body: UpdatePreferencesRequest, options?: ConditionalOptions): ApiPromise<Preferences> {
    return this.transport.request({
      operation: 'updatePreferences',
      method: 'PATCH',
      path: '/v1/me/preferences',
      body,
      options,
    });
  }

  /**
   * Get the identity providers.
   *
   * Returns which identity providers issue access tokens for this API (RFC 9728).
   *
   * Requires no token.
   */
  getProtectedResource(options?: RequestOptions): ApiPromise<ProtectedResource> {
    return this.transport.request({
      operation: 'getProtectedResource',
      method: 'GET',
      path: '/.well-known/oauth-protected-resource',
      options,
      isPublic: true,
    });
  }
}
