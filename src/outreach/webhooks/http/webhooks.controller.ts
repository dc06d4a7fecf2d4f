import { Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { RequirePermission } from '../../../identity/index.js';
import {
  Created,
  Links,
  Operation,
  Operations,
  PagedList,
  Preconditions,
  ReturnsSecret,
} from '../../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../../platform/input/index.js';
import { CurrentAccess, InProject, type ProjectAccess } from '../../../project/index.js';
import { type Precondition, Versioned } from '../../../shared/records.js';
import { permissions } from '../application/permissions.js';
import { WebhookQueries } from '../application/webhook.queries.js';
import { maxWebhooks, type WebhookRecord } from '../domain/webhook.js';
import { WebhookService } from '../application/webhook.service.js';
import type { DeliveryRecord } from '../domain/delivery.js';
import { TooManyWebhooks, WebhookDisabled, WebhookNotFound } from '../domain/webhook.errors.js';
import {
  CreateWebhookDto,
  DeliveryListQuery,
  TestWebhookDto,
  UpdateWebhookDto,
  WebhookListQuery,
  DeliveryResponse,
  NewWebhookResponse,
  WebhookResponse,
  deliveryParameter,
  webhookParameter,
} from './webhook.dto.js';

/** Reads require the role owner as well, because URLs and responses of targets may contain secrets. */
@Controller('projects/:projectSlug/webhooks')
@InProject()
@Operations({
  tag: 'Webhooks',
  parameters: { webhookId: webhookParameter, deliveryId: deliveryParameter },
})
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhookService,
    private readonly queries: WebhookQueries,
    private readonly links: Links,
  ) {}

  @Post()
  @Operation({
    id: 'createWebhook',
    summary: 'Create a webhook',
    description:
      'Returns the `secret` of the webhook, which is not returned again. New events of the project are posted to the URL.',
    answer: NewWebhookResponse,
    body: {
      url: 'https://hooks.example.com/feedback',
      description: 'Notifies the support desk.',
      event_types: ['feedback.created', 'feedback.upvoted'],
      when: { min_upvotes: 50 },
    },
    problems: [new TooManyWebhooks(maxWebhooks)],
  })
  @RequirePermission(permissions.createWebhook)
  @ReturnsSecret(true)
  async create(
    @CurrentAccess() access: ProjectAccess,
    @JsonBody() body: CreateWebhookDto,
  ): Promise<Created<WebhookRecord & { secret: string }>> {
    const { webhook, secret } = await this.webhooks.create(access, body.values());
    // The ETag is the one that a later GET of the webhook returns (RFC 9110 §15.3.2).
    const { record, version } = webhook;
    return new Created(new Versioned({ ...record, secret }, version), record.id);
  }

  @Get()
  @Operation({
    id: 'listWebhooks',
    summary: 'List webhooks',
    description: 'Returns the oldest record first.',
    list: WebhookResponse,
  })
  @RequirePermission(permissions.read)
  async list(
    @CurrentAccess() access: ProjectAccess,
    @QueryParams() query: WebhookListQuery,
  ): Promise<PagedList<WebhookRecord>> {
    return new PagedList(query, (page) => this.queries.list(access.projectId, page));
  }

  @Get(':webhookId')
  @Operation({ id: 'getWebhook', summary: 'Get a webhook', answer: WebhookResponse })
  @RequirePermission(permissions.read)
  async read(
    @CurrentAccess() access: ProjectAccess,
    @Param('webhookId') id: string,
  ): Promise<Versioned<WebhookRecord>> {
    return this.find(access, id);
  }

  @Patch(':webhookId')
  @Operation({
    id: 'updateWebhook',
    summary: 'Update a webhook',
    description: 'Omitted fields stay unchanged.',
    answer: WebhookResponse,
    body: { event_types: [], enabled: true },
  })
  @RequirePermission(permissions.updateWebhook)
  async update(
    @CurrentAccess() access: ProjectAccess,
    @Param('webhookId') id: string,
    @JsonBody() body: UpdateWebhookDto,
    @Preconditions() precondition: Precondition,
  ): Promise<Versioned<WebhookRecord>> {
    return this.webhooks.update(access, id, body.changes(), precondition);
  }

  @Delete(':webhookId')
  @Operation({
    id: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'Deletes the webhook with its deliveries. Pending deliveries are not sent.',
  })
  @RequirePermission(permissions.deleteWebhook)
  @HttpCode(204)
  async remove(
    @CurrentAccess() access: ProjectAccess,
    @Param('webhookId') id: string,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.webhooks.remove(access, id, precondition);
  }

  @Post(':webhookId/rotate-secret')
  @Operation({
    id: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a webhook',
    description:
      'Returns the new `secret`, which is not returned again. For 24 hours, messages are also signed with the previous secret, even if the secret is rotated again.',
    answer: NewWebhookResponse,
  })
  @RequirePermission(permissions.rotateWebhookSecret)
  @HttpCode(200)
  @ReturnsSecret(true)
  async rotateSecret(
    @CurrentAccess() access: ProjectAccess,
    @Param('webhookId') id: string,
  ): Promise<WebhookRecord & { secret: string }> {
    const { record, secret } = await this.webhooks.rotateSecret(access, id);
    return { ...record, secret };
  }

  @Post(':webhookId/test')
  @Operation({
    id: 'testWebhook',
    summary: 'Test a webhook',
    description:
      'Sends an event of the type `webhook.test` or, with `type`, an example of an event of that type, even if the webhook is disabled or does not select it. The event is not part of the feed. The delivery shows the outcome.',
    answer: DeliveryResponse,
    body: { type: 'feedback.created' },
  })
  @RequirePermission(permissions.testWebhook)
  @HttpCode(200)
  async test(
    @CurrentAccess() access: ProjectAccess,
    @Param('webhookId') id: string,
    @JsonBody({ optional: true }) { type }: TestWebhookDto,
  ): Promise<DeliveryRecord> {
    return this.webhooks.test(access, id, type);
  }

  @Get(':webhookId/deliveries')
  @Operation({
    id: 'listDeliveries',
    summary: 'List deliveries',
    description: 'Returns the deliveries of the last 30 days and all pending ones, newest first.',
    list: DeliveryResponse,
  })
  @RequirePermission(permissions.read)
  async deliveries(
    @CurrentAccess() access: ProjectAccess,
    @Param('webhookId') id: string,
    @QueryParams() query: DeliveryListQuery,
  ): Promise<PagedList<DeliveryRecord>> {
    const { record } = await this.find(access, id);
    return new PagedList(query, (page) => this.queries.deliveries(record.id, page));
  }

  @Post(':webhookId/deliveries/:deliveryId/redeliver')
  @Operation({
    id: 'redeliver',
    summary: 'Redeliver an event',
    description: 'Sends the event of a delivery again immediately, and restarts the retry schedule.',
    answer: DeliveryResponse,
    problems: [new WebhookDisabled()],
  })
  @RequirePermission(permissions.redeliver)
  @HttpCode(200)
  async redeliver(
    @CurrentAccess() access: ProjectAccess,
    @Param('webhookId') id: string,
    @Param('deliveryId') deliveryId: string,
  ): Promise<DeliveryRecord> {
    return this.webhooks.redeliver(access, id, deliveryId);
  }

  private async find({ projectId }: ProjectAccess, id: string): Promise<Versioned<WebhookRecord>> {
    const webhook = await this.queries.find(projectId, id);
    if (!webhook) throw new WebhookNotFound();
    return webhook;
  }
}
