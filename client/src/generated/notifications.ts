// Generated from openapi.json by `npm run client`. Do not edit.

import type { IdempotentOptions, ReadOptions, RevalidationOptions } from '../options.js';
import type { ApiPromise, Page, PagePromise } from '../promises.js';
import { Resource } from '../resource.js';
import type {
  MarkNotificationsReadRequest,
  UnreadNotifications,
  UserNotification,
  ListNotificationsQuery,
} from './types.js';

/** The methods of `client.notifications`. */
export class NotificationsResource extends Resource {
  /**
   * List the caller's notifications.
   *
   * Returns what happened to what the caller is subscribed to, newest first, in all projects, or in the one that the token is bound to. Nobody is notified of their own actions. Notifications about what the caller can no longer see are left out, so a page may be shorter than `limit`, even empty: follow `Link`. They are kept for 90 days. `X-Unread-Count` is the number of unread ones, at most 100.
   *
   * Requires the scope `read`.
   */
  list(query?: ListNotificationsQuery, options?: ReadOptions): PagePromise<UserNotification>;
  /** Returns undefined if the record still has the given ETag. */
  list(
    query: ListNotificationsQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<UserNotification> | undefined>;
  list(query?: ListNotificationsQuery, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listNotifications',
      method: 'GET',
      path: '/v1/me/notifications',
      query,
      options,
    });
  }

  /**
   * Mark notifications as read.
   *
   * Marks notifications of the caller by `ids`, or all that were created before a time. Returns how many are unread afterwards.
   *
   * Requires the scope `write`.
   *
   * @throws ApiError also with `idempotency_key_in_use`, `idempotency_key_reused`, `idempotency_access_changed`
   */
  markRead(body: MarkNotificationsReadRequest, options?: IdempotentOptions): ApiPromise<UnreadNotifications> {
    return this.transport.request({
      operation: 'markNotificationsRead',
      method: 'POST',
      path: '/v1/me/notifications/read',
      body,
      options,
      acceptsIdempotencyKey: true,
    });
  }
}
