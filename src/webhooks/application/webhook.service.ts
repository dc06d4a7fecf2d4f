import { Injectable } from '@nestjs/common';
import { EventRecorder, EventTypes } from '../../events/index.js';
import { type ProjectGrant, TargetUrls } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import { type FieldError, InvalidInput } from '../../shared/domain-error.js';
import { Ids } from '../../shared/ids.js';
import { expectVersion, type Precondition, type Versioned } from '../../shared/records.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import {
  DeliveryNotFound,
  TooManyWebhooks,
  WebhookDisabled,
  WebhookNotFound,
} from '../domain/webhook.errors.js';
import { Delivery } from '../domain/delivery.js';
import { DeliveryRepository } from '../domain/delivery.repository.js';
import { maxWebhooks, Webhook, type WebhookChanges } from '../domain/webhook.js';
import { WebhookRepository } from '../domain/webhook.repository.js';
import { type DeliveryRecord, WebhookQueries, type WebhookRecord } from './webhook.queries.js';

/** The type of the event that tests a webhook. */
export const testEventType = 'webhook.test';

/** Creates and changes the webhooks of a project, and sends tests and redeliveries. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly queries: WebhookQueries,
    private readonly events: EventRecorder,
    private readonly eventTypes: EventTypes,
    private readonly targetUrls: TargetUrls,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a webhook. Its secret is returned here and by a rotation, and nowhere else.
   *
   * @throws InsufficientRole, InsufficientScope, ProjectNotFound, TooManyWebhooks; InvalidInput when a value violates a
   * rule
   */
  async create(
    grant: ProjectGrant,
    values: WebhookChanges & { url: string },
  ): Promise<Versioned<WebhookRecord> & { secret: string }> {
    grant.authorize('owner', 'admin');
    const { projectId } = grant;
    this.check(values);
    return this.unitOfWork.run(async () => {
      const webhook = Webhook.create({ id: this.ids.next(), projectId }, values, this.clock.now());
      if ((await this.webhooks.count(projectId)) >= maxWebhooks) throw new TooManyWebhooks(maxWebhooks);
      await this.webhooks.add(webhook);
      return { ...(await this.read(projectId, webhook.id)), secret: webhook.secret };
    });
  }

  /**
   * @throws InsufficientRole, InsufficientScope, WebhookNotFound, PreconditionFailed; InvalidInput when a value
   * violates a rule
   */
  async revise(
    grant: ProjectGrant,
    id: string,
    changes: WebhookChanges,
    precondition: Precondition = null,
  ): Promise<Versioned<WebhookRecord>> {
    grant.authorize('owner', 'admin');
    const { projectId } = grant;
    this.check(changes);
    return this.unitOfWork.run(async () => {
      const webhook = await this.load(projectId, id);
      expectVersion(precondition, await this.queries.find(projectId, id));
      webhook.revise(changes);
      await this.webhooks.save(webhook);
      return this.read(projectId, id);
    });
  }

  /** @throws InsufficientRole, InsufficientScope, WebhookNotFound, PreconditionFailed */
  async remove(grant: ProjectGrant, id: string, precondition: Precondition = null): Promise<void> {
    grant.authorize('owner', 'admin');
    const { projectId } = grant;
    await this.unitOfWork.run(async () => {
      const webhook = await this.load(projectId, id);
      expectVersion(precondition, await this.queries.find(projectId, id));
      await this.webhooks.remove(webhook);
    });
  }

  /**
   * Rotates the secret of the webhook. For 24 hours, messages are also signed with the previous secret.
   *
   * @throws InsufficientRole, InsufficientScope, WebhookNotFound
   */
  async rotateSecret(grant: ProjectGrant, id: string): Promise<{ record: WebhookRecord; secret: string }> {
    grant.authorize('owner', 'admin');
    const { projectId } = grant;
    return this.unitOfWork.run(async () => {
      const webhook = await this.load(projectId, id);
      webhook.rotateSecret(this.clock.now());
      await this.webhooks.save(webhook);
      const { record } = await this.read(projectId, id);
      return { record, secret: webhook.secret };
    });
  }

  /**
   * Sends a test event to this webhook only, even if it is disabled.
   *
   * @throws InsufficientRole, InsufficientScope, WebhookNotFound
   */
  async test(grant: ProjectGrant, id: string): Promise<DeliveryRecord> {
    grant.authorize('owner', 'admin');
    const { projectId, caller } = grant;
    return this.unitOfWork.run(async () => {
      const webhook = await this.load(projectId, id);
      const event = { type: testEventType, projectId, actorId: caller.userId, data: {} };
      const { id: eventId } = await this.events.recordUnlisted(event);
      const delivery = Delivery.of(
        { id: eventId, type: testEventType, projectId },
        webhook.id,
        this.ids.next(),
        this.clock.now(),
      );
      await this.deliveries.add(delivery);
      return this.send(webhook, delivery);
    });
  }

  /**
   * Sends a delivery again immediately.
   *
   * @throws InsufficientRole, InsufficientScope, WebhookNotFound, DeliveryNotFound, WebhookDisabled
   */
  async redeliver(grant: ProjectGrant, id: string, deliveryId: string): Promise<DeliveryRecord> {
    grant.authorize('owner', 'admin');
    const { projectId } = grant;
    return this.unitOfWork.run(async () => {
      const webhook = await this.load(projectId, id);
      const delivery = await this.deliveries.load(deliveryId);
      if (delivery?.webhookId !== webhook.id) throw new DeliveryNotFound();
      if (!webhook.enabled) throw new WebhookDisabled();
      delivery.redeliver(this.clock.now());
      await this.deliveries.save(delivery);
      return this.send(webhook, delivery);
    });
  }

  private async send(webhook: Webhook, { id }: Delivery): Promise<DeliveryRecord> {
    await this.deliveries.schedule(webhook.id, webhook.failingSince === null ? 'normal' : 'slow');
    const record = await this.queries.delivery(webhook.id, id);
    if (!record) throw new DeliveryNotFound();
    return record;
  }

  private check({ url, eventTypes }: WebhookChanges): void {
    const urlError = url === undefined ? null : this.targetUrls.check(url);
    const errors: FieldError[] = [
      ...(urlError ? [{ pointer: '/url', code: urlError.code, detail: `The field ${urlError.detail}` }] : []),
      ...this.eventTypes.fieldErrors(eventTypes ?? [], (index) => ({ pointer: `/event_types/${index}` })),
    ];
    if (errors.length > 0) throw new InvalidInput(errors);
  }

  private async load(projectId: string, id: string): Promise<Webhook> {
    const webhook = await this.webhooks.load(projectId, id);
    if (!webhook) throw new WebhookNotFound();
    return webhook;
  }

  private async read(projectId: string, id: string): Promise<Versioned<WebhookRecord>> {
    const webhook = await this.queries.find(projectId, id);
    if (!webhook) throw new WebhookNotFound();
    return webhook;
  }
}
