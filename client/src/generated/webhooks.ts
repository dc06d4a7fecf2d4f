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
import type {
  CreateWebhookRequest,
  Delivery,
  NewWebhook,
  TestWebhookRequest,
  UpdateWebhookRequest,
  Webhook,
  ListWebhooksQuery,
  ListDeliveriesQuery,
} from './types.js';

/** The methods of `client.webhooks.deliveries`. */
export class WebhooksDeliveriesResource extends Resource {
  /**
   * List deliveries.
   *
   * Returns the deliveries of the last 30 days and all pending ones, newest first.
   *
   * Requires the scope `read`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param webhookId Id of the webhook.
   * @throws ApiError also with `webhook_not_found`
   */
  list(
    projectSlug: string,
    webhookId: string,
    query?: ListDeliveriesQuery,
    options?: ReadOptions,
  ): PagePromise<Delivery>;
  /** Returns undefined if the record still has the given ETag. */
  list(
    projectSlug: string,
    webhookId: string,
    query: ListDeliveriesQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<Delivery> | undefined>;
  list(
    projectSlug: string,
    webhookId: string,
    query?: ListDeliveriesQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listDeliveries',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/webhooks/{webhookId}/deliveries',
      pathParams: { projectSlug, webhookId },
      query,
      options,
    });
  }

  /**
   * Redeliver an event.
   *
   * Sends the event of a delivery again immediately, and restarts the retry schedule.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param webhookId Id of the webhook.
   * @param deliveryId Id of the delivery.
   * @throws ApiError also with `webhook_not_found`, `delivery_not_found`, `idempotency_key_in_use`, `idempotency_key_reused`, `idempotency_access_changed`, `webhook_disabled`
   */
  redeliver(
    projectSlug: string,
    webhookId: string,
    deliveryId: string,
    options?: IdempotentOptions,
  ): ApiPromise<Delivery> {
    return this.transport.request({
      operation: 'redeliver',
      method: 'POST',
      path: '/v1/projects/{projectSlug}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
      pathParams: { projectSlug, webhookId, deliveryId },
      options,
      acceptsIdempotencyKey: true,
    });
  }
}

/** The methods of `client.webhooks`. */
export class WebhooksResource extends Resource {
  readonly deliveries = new WebhooksDeliveriesResource(this.transport);

  /**
   * Create a webhook.
   *
   * Returns the `secret` of the webhook, which is not returned again. New events of the project are posted to the URL.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @throws ApiError also with `too_many_webhooks`
   */
  create(projectSlug: string, body: CreateWebhookRequest, options?: RequestOptions): ApiPromise<NewWebhook> {
    return this.transport.request({
      operation: 'createWebhook',
      method: 'POST',
      path: '/v1/projects/{projectSlug}/webhooks',
      pathParams: { projectSlug },
      body,
      options,
    });
  }

  /**
   * List webhooks.
   *
   * Returns the oldest record first.
   *
   * Requires the scope `read`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  list(projectSlug: string, query?: ListWebhooksQuery, options?: ReadOptions): PagePromise<Webhook>;
  /** Returns undefined if the record still has the given ETag. */
  list(
    projectSlug: string,
    query: ListWebhooksQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<Webhook> | undefined>;
  list(
    projectSlug: string,
    query?: ListWebhooksQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listWebhooks',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/webhooks',
      pathParams: { projectSlug },
      query,
      options,
    });
  }

  /**
   * Get a webhook.
   *
   * Requires the scope `read`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param webhookId Id of the webhook.
   * @throws ApiError also with `webhook_not_found`
   */
  get(projectSlug: string, webhookId: string, options?: ReadOptions): ApiPromise<Webhook>;
  /** Returns undefined if the record still has the given ETag. */
  get(projectSlug: string, webhookId: string, options: RevalidationOptions): ApiPromise<Webhook | undefined>;
  get(
    projectSlug: string,
    webhookId: string,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getWebhook',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/webhooks/{webhookId}',
      pathParams: { projectSlug, webhookId },
      options,
    });
  }

  /**
   * Update a webhook.
   *
   * Omitted fields stay unchanged.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param webhookId Id of the webhook.
   * @throws ApiError also with `webhook_not_found`
   */
  update(
    projectSlug: string,
    webhookId: string,
    body: UpdateWebhookRequest,
    options?: ConditionalOptions,
  ): ApiPromise<Webhook> {
    return this.transport.request({
      operation: 'updateWebhook',
      method: 'PATCH',
      path: '/v1/projects/{projectSlug}/webhooks/{webhookId}',
      pathParams: { projectSlug, webhookId },
      body,
      options,
    });
  }

  /**
   * Delete a webhook.
   *
   * Deletes the webhook with its deliveries. Pending deliveries are not sent.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param webhookId Id of the webhook.
   * @throws ApiError also with `webhook_not_found`
   */
  delete(projectSlug: string, webhookId: string, options?: ConditionalOptions): ApiPromise<void> {
    return this.transport.request({
      operation: 'deleteWebhook',
      method: 'DELETE',
      path: '/v1/projects/{projectSlug}/webhooks/{webhookId}',
      pathParams: { projectSlug, webhookId },
      options,
      notFoundCode: 'webhook_not_found',
    });
  }

  /**
   * Rotate the secret of a webhook.
   *
   * Returns the new `secret`, which is not returned again. For 24 hours, messages are also signed with the previous secret, even if the secret is rotated again.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param webhookId Id of the webhook.
   * @throws ApiError also with `webhook_not_found`
   */
  rotateSecret(projectSlug: string, webhookId: string, options?: RequestOptions): ApiPromise<NewWebhook> {
    return this.transport.request({
      operation: 'rotateWebhookSecret',
      method: 'POST',
      path: '/v1/projects/{projectSlug}/webhooks/{webhookId}/rotate-secret',
      pathParams: { projectSlug, webhookId },
      options,
    });
  }

  /**
   * Test a webhook.
   *
   * Sends an event of the type `webhook.test` or, with `type`, an example of an event of that type, even if the webhook is disabled or does not select it. The event is not part of the feed. The delivery shows the outcome.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param webhookId Id of the webhook.
   * @throws ApiError also with `webhook_not_found`, `idempotency_key_in_use`, `idempotency_key_reused`, `idempotency_access_changed`
   */
  test(
    projectSlug: string,
    webhookId: string,
    body?: TestWebhookRequest,
    options?: IdempotentOptions,
  ): ApiPromise<Delivery> {
    return this.transport.request({
      operation: 'testWebhook',
      method: 'POST',
      path: '/v1/projects/{projectSlug}/webhooks/{webhookId}/test',
      pathParams: { projectSlug, webhookId },
      body,
      options,
      acceptsIdempotencyKey: true,
    });
  }
}
