import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Res, UseInterceptors } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope } from '../../identity/index.js';
import {
  IdempotencyInterceptor,
  JsonBody,
  Links,
  type ListAnswer,
  Operation,
  Operations,
  Preconditions,
  QueryParams,
  ReturnsSecret,
  versioned,
} from '../../platform/http/index.js';
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

/** Reads take the role of an owner too: URLs and answers of targets may hold secrets. */
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

  /** Makes a webhook. Its `secret` is shown this once. */
  @Post()
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'createWebhook',
    summary: 'Make a webhook',
    description: 'Its `secret` is shown this once. From now on the events of the project are posted to it.',
    answer: NewWebhookResponse,
    body: {
      url: 'https://hooks.example.com/feedback',
      description: 'Tells the support desk.',
      event_types: ['feedback.created', 'changelog.published'],
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

  /** Oldest first. */
  @Get()
  @Operation({
    id: 'listWebhooks',
    summary: 'List webhooks',
    description: 'Oldest first.',
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
  @Operation({ id: 'getWebhook', summary: 'Read a webhook', answer: WebhookResponse })
  @NeedsScope('read')
  @NeedsRole('owner')
  async read(
    @Granted() grant: ProjectGrant,
    @Param('webhookId') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebhookRecord | undefined> {
    return versioned(response, await this.find(grant, id));
  }

  /** Changes the fields that are sent. `enabled: true` also forgets why it was disabled. */
  @Patch(':webhookId')
  @Operation({
    id: 'updateWebhook',
    summary: 'Change a webhook',
    description: 'Fields that are left out stay as they are.',
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
    description: 'With its deliveries: what was still to be sent is not.',
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

  /** Gives it a new `secret`, shown this once. For 24 hours the former one signs beside it. */
  @Post(':webhookId/rotate-secret')
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'rotateWebhookSecret',
    summary: 'Give a webhook a new secret',
    description: 'It is shown this once. For 24 hours the former one signs beside it.',
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

  /** Sends a `webhook.test` to this webhook, even where it is disabled. Its deliveries show what came of it. */
  @Post(':webhookId/test')
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'testWebhook',
    summary: 'Send a test',
    description:
      'Sends a `webhook.test` to this webhook, even where it is disabled. The delivery shows what came of it.',
    answer: DeliveryResponse,
  })
  @NeedsScope('admin')
  @NeedsRole('owner')
  @HttpCode(200)
  async test(@Granted() grant: ProjectGrant, @Param('webhookId') id: string): Promise<DeliveryRecord> {
    return this.webhooks.test(grant, id);
  }

  /** What was sent to it in the last 30 days, and what is still to be, newest first. */
  @Get(':webhookId/deliveries')
  @Operation({
    id: 'listDeliveries',
    summary: 'List deliveries',
    description: 'What was sent in the last 30 days, and what is still to be. Newest first.',
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

  /** Sends the event of a delivery once more, at once; its schedule of retries begins anew. */
  @Post(':webhookId/deliveries/:deliveryId/redeliver')
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'redeliver',
    summary: 'Send an event again',
    description: 'Sends the event of a delivery once more, at once; its schedule of retries begins anew.',
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
