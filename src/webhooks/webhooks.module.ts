import { type BeforeApplicationShutdown, Module, type OnModuleInit } from '@nestjs/common';
import { Settings } from '../platform/config/index.js';
import { Jobs, type Lane } from '../platform/jobs/index.js';
import type { Persistence } from '../platform/persistence/index.js';
import { StoredSecrets } from '../platform/secrets/index.js';
import { Background } from '../platform/jobs/index.js';
import { ProjectModule } from '../project/index.js';
import { DeliveryFanOut } from './application/delivery-fan-out.js';
import { DeliveryService } from './application/delivery.service.js';
import { WebhookQueries } from './application/webhook.queries.js';
import { WebhookService } from './application/webhook.service.js';
import { DeliveryRepository } from './domain/delivery.repository.js';
import { RetrySchedule } from './domain/retry-schedule.js';
import { TargetClient } from './domain/target-client.js';
import { WebhookRepository } from './domain/webhook.repository.js';
import { WebhooksController } from './http/webhooks.controller.js';
import { HttpsTargetClient } from './network/https-target-client.js';
import { PreviousSecrets1763600007000 } from './persistence/migrations/previous-secrets-1763600007000.js';
import { WebhookConditions1763600010000 } from './persistence/migrations/webhook-conditions-1763600010000.js';
import { Webhooks1763600006000 } from './persistence/migrations/webhooks-1763600006000.js';
import { SqlWebhookQueries } from './persistence/sql-webhook.queries.js';
import { deliveryTasks, TypeormDeliveryRepository } from './persistence/typeorm-delivery.repository.js';
import { TypeormWebhookRepository } from './persistence/typeorm-webhook.repository.js';
import { deliverySchema, webhookSchema } from './persistence/webhook.schema.js';

const hour = 3_600_000;

/** Webhooks, and the deliveries of events to webhooks and chats. */
@Module({
  imports: [ProjectModule],
  controllers: [WebhooksController],
  providers: [
    WebhookService,
    DeliveryService,
    DeliveryFanOut,
    { provide: TargetClient, useClass: HttpsTargetClient },
    { provide: WebhookRepository, useClass: TypeormWebhookRepository },
    { provide: WebhookQueries, useClass: SqlWebhookQueries },
    { provide: DeliveryRepository, useClass: TypeormDeliveryRepository },
    {
      provide: RetrySchedule,
      inject: [Settings],
      useFactory: ({ webhookRetrySchedule }: Settings) => new RetrySchedule(webhookRetrySchedule),
    },
  ],
})
export class WebhooksModule implements OnModuleInit, BeforeApplicationShutdown {
  static readonly persistence: Persistence = {
    schemas: [webhookSchema, deliverySchema],
    migrations: [Webhooks1763600006000, PreviousSecrets1763600007000, WebhookConditions1763600010000],
  };

  constructor(
    private readonly background: Background,
    private readonly jobs: Jobs,
    private readonly deliveries: DeliveryService,
    private readonly storedSecrets: StoredSecrets,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.storedSecrets.add('webhooks', 'secret');
    await this.storedSecrets.add('webhooks', 'previous_secrets');
    for (const lane of ['normal', 'slow'] satisfies Lane[]) {
      this.jobs.handle(deliveryTasks[lane], lane, (payload, signal) =>
        this.deliveries.deliver((payload as { targetId: string }).targetId, lane, signal),
      );
    }
    this.background.every(hour, 'removing old deliveries', () => this.deliveries.removeOld());
  }

  /** Waits for the attempts that have outlived their jobs. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.deliveries.detachedEnded();
  }
}
