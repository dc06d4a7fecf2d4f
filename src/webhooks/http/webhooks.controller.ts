import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Res, UseInterceptors } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope } from '../../identity/index.js';
import {
  IdempotencyInterceptor,
  Links,
  type ListAnswer,
  Operation,
  Operations,
  Preconditions,
  ReturnsSecret,
  versioned,
} from '../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../platform/input/index.js';
import { Granted, InProject, NeedsRole, type ProjectGrant } from '../../project/index.js';
import type { Precondition, Versioned } from '../../shared/records.js';
import { type DeliveryRecord, WebhookQueries, type WebhookRecord } from '../application/webhook.queries.js';
import { WebhookService } from '../application/webhook.service.js';
import { WebhookNotFound } from '../domain/webhook.errors.js';
import {
  CreateWebhookRequest,
  DeliveryListQuery,
  UpdateWebhookRequest,
  WebhookListQuery,
} from './webhook.requests.js';
import { deliveryParameter, tooManyWebhooks, webhookDisabled, webhookParameter } from './webhook.problems.js';
import { DeliveryResponse, NewWebhookResponse, WebhookResponse } from './webhook.responses.js';

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
  @UseInterceptors(IdempotencyInterceptor)
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
    problems: [tooManyWebhooks],
  })
  @NeedsScope('admin')
  @NeedsRole('owner')
  @ReturnsSecret(true)
  async create(
    @Granted() grant: ProjectGrant,
    @JsonBody() body: CreateWebhookRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebhookRecord & { secret: string }> {
    const { record, version, secret } = await this.webhooks.create(grant, body.values());
    this.links.created(response, record.id);
    versioned(response, { record, version });
    return { ...record, secret };
  }

  @Get()
  @Operation({
    id: 'listWebhooks',
    summary: 'List webhooks',
    description: 'Returns the oldest record first.',
    list: WebhookResponse,
  })
  @NeedsScope('read')
  @NeedsRole('owner')
  async list(
    @Granted() grant: ProjectGrant,
    @QueryParams() query: WebhookListQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListAnswer> {
    return this.links.list(response, query, (page) => this.queries.list(grant.projectId, page));
  }

  @Get(':webhookId')
  @Operation({ id: 'getWebhook', summary: 'Get a webhook', answer: WebhookResponse })
  @NeedsScope('read')
  @NeedsRole('owner')
  async read(
    @Granted() grant: ProjectGrant,
    @Param('webhookId') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebhookRecord | undefined> {
    return versioned(response, await this.find(grant, id));
  }

  @Patch(':webhookId')
  @Operation({
    id: 'updateWebhook',
    summary: 'Update a webhook',
    description: 'Omitted fields stay unchanged.',
    answer: WebhookResponse,
    body: { event_types: [], enabled: true },
  })
  @NeedsScope('admin')
  @NeedsRole('owner')
  async update(
    @Granted() grant: ProjectGrant,
    @Param('webhookId') id: string,
    @JsonBody() body: UpdateWebhookRequest,
    @Preconditions() precondition: Precondition,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebhookRecord | undefined> {
    return versioned(response, await this.webhooks.revise(grant, id, body.changes(), precondition));
  }

  @Delete(':webhookId')
  @Operation({
    id: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'Deletes the webhook with its deliveries. Pending deliveries are not sent.',
  })
  @NeedsScope('admin')
  @NeedsRole('owner')
  @HttpCode(204)
  async remove(
    @Granted() grant: ProjectGrant,
    @Param('webhookId') id: string,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.webhooks.remove(grant, id, precondition);
  }

  @Post(':webhookId/rotate-secret')
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a webhook',
    description:
      'Returns the new `secret`, which is not returned again. For 24 hours, messages are also signed with the previous secret, even if the secret is rotated again.',
    answer: NewWebhookResponse,
  })
  @NeedsScope('admin')
  @NeedsRole('owner')
  @HttpCode(200)
  @ReturnsSecret(true)
  async rotateSecret(
    @Granted() grant: ProjectGrant,
    @Param('webhookId') id: string,
  ): Promise<WebhookRecord & { secret: string }> {
    const { record, secret } = await this.webhooks.rotateSecret(grant, id);
    return { ...record, secret };
  }

  @Post(':webhookId/test')
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'testWebhook',
    summary: 'Test a webhook',
    description:
      'Sends an event of the type `webhook.test`, even if the webhook is disabled. The delivery shows the outcome.',
    answer: DeliveryResponse,
  })
  @NeedsScope('admin')
  @NeedsRole('owner')
  @HttpCode(200)
  async test(@Granted() grant: ProjectGrant, @Param('webhookId') id: string): Promise<DeliveryRecord> {
    return this.webhooks.test(grant, id);
  }

  @Get(':webhookId/deliveries')
  @Operation({
    id: 'listDeliveries',
    summary: 'List deliveries',
    description: 'Returns the deliveries of the last 30 days and all pending ones, newest first.',
    list: DeliveryResponse,
  })
  @NeedsScope('read')
  @NeedsRole('owner')
  async deliveries(
    @Granted() grant: ProjectGrant,
    @Param('webhookId') id: string,
    @QueryParams() query: DeliveryListQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListAnswer> {
    const { record } = await this.find(grant, id);
    return this.links.list(response, query, (page) => this.queries.deliveries(record.id, page));
  }

  @Post(':webhookId/deliveries/:deliveryId/redeliver')
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'redeliver',
    summary: 'Redeliver an event',
    description: 'Sends the event of a delivery again immediately, and restarts the retry schedule.',
    answer: DeliveryResponse,
    problems: [webhookDisabled],
  })
  @NeedsScope('admin')
  @NeedsRole('owner')
  @HttpCode(200)
  async redeliver(
    @Granted() grant: ProjectGrant,
    @Param('webhookId') id: string,
    @Param('deliveryId') deliveryId: string,
  ): Promise<DeliveryRecord> {
    return this.webhooks.redeliver(grant, id, deliveryId);
  }

  private async find({ projectId }: ProjectGrant, id: string): Promise<Versioned<WebhookRecord>> {
    const webhook = await this.queries.find(projectId, id);
    if (!webhook) throw new WebhookNotFound();
    return webhook;
  }
}
