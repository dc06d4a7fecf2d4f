import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Global,
  Module,
  type OnModuleInit,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Background } from '../platform/system/index.js';
import { type Persistence, StoredSecrets } from '../platform/persistence/index.js';
import { Jobs, type Lane } from '../platform/jobs/index.js';
import { Environment } from '../platform/config/index.js';
import { ProjectModule } from '../project/index.js';
import { Events, EventSubscriber } from '../shared/events.js';
import { DeliveryService } from './application/delivery.service.js';
import { EventQueries } from './application/event.queries.js';
import { Subscribers } from './application/subscribers.js';
import { WebhookQueries } from './application/webhook.queries.js';
import { WebhookService } from './application/webhook.service.js';
import { DeliveryRepository } from './domain/delivery.repository.js';
import { EventTypes } from './domain/event-types.js';
import { RetrySchedule } from './domain/retry-schedule.js';
import { TargetClient } from './domain/target-client.js';
import { WebhookRepository } from './domain/webhook.repository.js';
import { EventsController } from './http/events.controller.js';
import { WebhooksController } from './http/webhooks.controller.js';
import { HttpsTargetClient } from './network/https-target-client.js';
import { Events1763600005000 } from './persistence/migrations/events-1763600005000.js';
import { Webhooks1763600006000 } from './persistence/migrations/webhooks-1763600006000.js';
import { SqlEventQueries } from './persistence/sql-event.queries.js';
import { SqlEvents } from './persistence/sql-events.js';
import { SqlWebhookQueries } from './persistence/sql-webhook.queries.js';
import { TypeormDeliveryRepository } from './persistence/typeorm-delivery.repository.js';
import { TypeormWebhookRepository } from './persistence/typeorm-webhook.repository.js';
import { deliverySchema, webhookSchema } from './persistence/webhook.schema.js';

const hour = 3_600_000;

/** What happened, for those who ask for it and for those who want to be told: the event feed, subscribers, webhooks, chat. */
@Global()
@Module({})
export class ActivityModule implements OnModuleInit, BeforeApplicationShutdown {
  static readonly persistence: Persistence = {
    schemas: [webhookSchema, deliverySchema],
    migrations: [Events1763600005000, Webhooks1763600006000],
  };

  /** @param eventTypes types of the events of all modules */
  static of(eventTypes: readonly string[]): DynamicModule {
    return {
      module: ActivityModule,
      imports: [DiscoveryModule, ProjectModule],
      controllers: [EventsController, WebhooksController],
      providers: [
        Subscribers,
        WebhookService,
        DeliveryService,
        SqlEventQueries,
        { provide: EventTypes, useValue: new EventTypes(eventTypes) },
        { provide: EventQueries, useExisting: SqlEventQueries },
        { provide: Events, useClass: SqlEvents },
        { provide: TargetClient, useClass: HttpsTargetClient },
        { provide: WebhookRepository, useClass: TypeormWebhookRepository },
        { provide: WebhookQueries, useClass: SqlWebhookQueries },
        { provide: DeliveryRepository, useClass: TypeormDeliveryRepository },
        {
          provide: RetrySchedule,
          inject: [Environment],
          useFactory: ({ webhookRetrySchedule }: Environment) => new RetrySchedule(webhookRetrySchedule),
        },
      ],
      // The port that the other modules speak into.
      exports: [Events],
    };
  }

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly background: Background,
    private readonly jobs: Jobs,
    private readonly events: SqlEventQueries,
    private readonly subscribers: Subscribers,
    private readonly deliveries: DeliveryService,
    private readonly storedSecrets: StoredSecrets,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.storedSecrets.check('webhooks', 'secret');
    for (const { instance } of this.discovery.getProviders()) {
      if (instance instanceof EventSubscriber) this.subscribers.add(instance);
    }
    this.jobs.handle('tell-subscriber', 'normal', async (payload) => {
      const { subscriber, eventId } = payload as { subscriber: string; eventId: string };
      await this.subscribers.tell(subscriber, eventId);
    });
    for (const [task, lane] of [
      ['deliver', 'normal'],
      ['deliver-slowly', 'slow'],
    ] satisfies [string, Lane][]) {
      this.jobs.handle(task, lane, async (payload, stopping) => {
        await this.deliveries.drain((payload as { targetId: string }).targetId, lane, stopping);
      });
    }
    this.background.every(300, 'placing events', () => this.events.place(true));
    this.background.every(hour, 'removing old events', () => this.events.removeOld());
    this.background.every(hour, 'removing old deliveries', () => this.deliveries.removeOld());
  }

  /** Attempts outlive their jobs where a target takes long. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.deliveries.settled();
  }
}
