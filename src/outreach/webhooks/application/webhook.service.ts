import { Injectable } from '@nestjs/common';
import { type EventContent, EventRecorder, EventTypes } from '../../../events/index.js';
import type { ProjectAccess } from '../../../project/index.js';
import { Clock } from '../../../shared/clock.js';
import { type FieldError, InvalidInput } from '../../../shared/domain-error.js';
import { Ids, SecureRandom } from '../../../shared/ids.js';
import { expectVersion, type Locked, type Precondition, type Versioned } from '../../../shared/records.js';
import { TargetUrls } from '../../../shared/target-urls.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import {
  DeliveryNotFound,
  TooManyWebhooks,
  WebhookDisabled,
  WebhookNotFound,
} from '../domain/webhook.errors.js';
import { Delivery, type DeliveryRecord } from '../domain/delivery.js';
import { DeliveryJobs } from '../domain/delivery-jobs.js';
import { DeliveryRepository } from '../domain/delivery.repository.js';
import {
  generateSecret,
  maxWebhooks,
  Webhook,
  type WebhookChanges,
  type WebhookRecord,
} from '../domain/webhook.js';
import { WebhookRepository } from '../domain/webhook.repository.js';
import { permissions } from './permissions.js';

/** The type of the event that tests a webhook, unless another one is asked for. */
const testEventType = 'webhook.test';

/** Creates and changes the webhooks of a project, and sends tests and redeliveries. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly jobs: DeliveryJobs,
    private readonly events: EventRecorder,
    private readonly eventTypes: EventTypes,
    private readonly targetUrls: TargetUrls,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly random: SecureRandom,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a webhook. Its secret is returned here and by a rotation, and nowhere else.
   *
   * @throws ProjectNotFound, TooManyWebhooks; InvalidInput when a value violates a
   * rule
   */
  async create(
    access: ProjectAccess,
    values: WebhookChanges & { url: string },
  ): Promise<{ webhook: Versioned<WebhookRecord>; secret: string }> {
    access.authorize(permissions.createWebhook);
    const { projectId } = access;
    this.check(values);
    return this.unitOfWork.run(async () => {
      const entry = { id: this.ids.next(), projectId, secret: generateSecret(this.random) };
      const webhook = Webhook.create(entry, values, this.clock.now());
      if ((await this.webhooks.count(projectId)) >= maxWebhooks) throw new TooManyWebhooks(maxWebhooks);
      return { webhook: await this.webhooks.add(webhook), secret: webhook.secret };
    });
  }

  /**
   * @throws WebhookNotFound, PreconditionFailed; InvalidInput when a value
   * violates a rule
   */
  async update(
    access: ProjectAccess,
    id: string,
    changes: WebhookChanges,
    precondition: Precondition = null,
  ): Promise<Versioned<WebhookRecord>> {
    access.authorize(permissions.updateWebhook);
    const { projectId } = access;
    this.check(changes);
    return this.unitOfWork.run(async () => {
      const { aggregate: webhook, before } = await this.load(projectId, id);
      expectVersion(precondition, before);
      webhook.update(changes);
      return this.webhooks.save(webhook);
    });
  }

  /** @throws WebhookNotFound, PreconditionFailed */
  async remove(access: ProjectAccess, id: string, precondition: Precondition = null): Promise<void> {
    access.authorize(permissions.deleteWebhook);
    const { projectId } = access;
    await this.unitOfWork.run(async () => {
      const { aggregate: webhook, before } = await this.load(projectId, id);
      expectVersion(precondition, before);
      await this.webhooks.remove(webhook);
    });
  }

  /**
   * Rotates the secret of the webhook. For 24 hours, messages are also signed with the previous secret.
   *
   * @throws WebhookNotFound
   */
  async rotateSecret(access: ProjectAccess, id: string): Promise<{ record: WebhookRecord; secret: string }> {
    access.authorize(permissions.rotateWebhookSecret);
    const { projectId } = access;
    return this.unitOfWork.run(async () => {
      const { aggregate: webhook } = await this.load(projectId, id);
      webhook.rotateSecret(generateSecret(this.random), this.clock.now());
      const { record } = await this.webhooks.save(webhook);
      return { record, secret: webhook.secret };
    });
  }

  /**
   * Sends an event to this webhook only, even if it is disabled or does not select the event: without a type a test
   * event, otherwise the example of the type.
   *
   * @throws WebhookNotFound; InvalidInput when the type is not known
   */
  async test(access: ProjectAccess, id: string, type = testEventType): Promise<DeliveryRecord> {
    access.authorize(permissions.testWebhook);
    const { projectId, caller } = access;
    const content = type === testEventType ? { data: {} } : this.exampleOf(type);
    return this.unitOfWork.run(async () => {
      const { aggregate: webhook } = await this.load(projectId, id);
      const event = { type, projectId, actorId: caller.userId, ...content };
      const { id: eventId } = await this.events.recordUnlisted(event);
      const delivery = Delivery.of(
        { id: eventId, type, projectId },
        webhook.id,
        this.ids.next(),
        this.clock.now(),
      );
      await this.deliveries.add([delivery]);
      return this.send(webhook, delivery);
    });
  }

  /**
   * Sends a delivery again immediately.
   *
   * @throws WebhookNotFound, DeliveryNotFound, WebhookDisabled
   */
  async redeliver(access: ProjectAccess, id: string, deliveryId: string): Promise<DeliveryRecord> {
    access.authorize(permissions.redeliver);
    const { projectId } = access;
    return this.unitOfWork.run(async () => {
      const { aggregate: webhook } = await this.load(projectId, id);
      const delivery = (await this.deliveries.load(deliveryId))?.delivery;
      if (delivery?.webhookId !== webhook.id) throw new DeliveryNotFound();
      if (!webhook.enabled) throw new WebhookDisabled();
      delivery.redeliver(this.clock.now());
      return this.send(webhook, delivery);
    });
  }

  /** Stores the delivery, and adds the job that sends it. */
  private async send(webhook: Webhook, delivery: Delivery): Promise<DeliveryRecord> {
    const record = await this.deliveries.save(delivery);
    await this.jobs.add([webhook.id], webhook.failingSince === null ? 'normal' : 'slow');
    return record;
  }

  private exampleOf(type: string): EventContent {
    this.eventTypes.check([type], () => ({ pointer: '/type' }));
    return this.eventTypes.exampleOf(type);
  }

  private check({ url, eventTypes }: WebhookChanges): void {
    const urlError = url === undefined ? null : this.targetUrls.check(url);
    const errors: FieldError[] = [
      ...(urlError ? [{ pointer: '/url', code: urlError.code, detail: `The field ${urlError.detail}` }] : []),
      ...this.eventTypes.fieldErrors(eventTypes ?? [], (index) => ({ pointer: `/event_types/${index}` })),
    ];
    if (errors.length > 0) throw new InvalidInput(errors);
  }

  private async load(projectId: string, id: string): Promise<Locked<Webhook, WebhookRecord>> {
    const loaded = await this.webhooks.load(projectId, id);
    if (!loaded) throw new WebhookNotFound();
    return loaded;
  }
}
