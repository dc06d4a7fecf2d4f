import { type BeforeApplicationShutdown, Module, type OnModuleInit } from '@nestjs/common';
import { Settings } from '../../platform/config/index.js';
import type { Persistence } from '../../platform/persistence/index.js';
import { StoredSecrets } from '../../platform/secrets/index.js';
import { Background } from '../../platform/jobs/index.js';
import { ProjectModule } from '../../project/index.js';
import { DeliveryFanOut } from './application/delivery-fan-out.js';
import { DeliveryService } from './application/delivery.service.js';
import { WebhookQueries } from './application/webhook.queries.js';
import { WebhookService } from './application/webhook.service.js';
import { DeliveryJobs } from './domain/delivery-jobs.js';
import { type DeliveryLane, DeliveryRepository } from './domain/delivery.repository.js';
import { RetrySchedule } from './domain/retry-schedule.js';
import { HostTargetClient, TargetClient } from './domain/target-client.js';
import { WebhookRepository } from './domain/webhook.repository.js';
import { WebhooksController } from './http/webhooks.controller.js';
import { QueuedDeliveryJobs } from './jobs/queued-delivery-jobs.js';
import { HttpsTargetClient } from './network/https-target-client.js';
import { WebhookVersions1764300047000 } from './persistence/migrations/webhook-versions-1764300047000.js';
import { Webhooks1763600006000 } from './persistence/migrations/webhooks-1763600006000.js';
import { SqlDeliveryRepository } from './persistence/sql-delivery.repository.js';
import { TypeormWebhookRepository } from './persistence/typeorm-webhook.repository.js';
import { WebhookEntity } from './persistence/webhook.entity.js';

const [minute, hour] = [60_000, 3_600_000];

/** Webhooks, and the deliveries of events to webhooks and chats. */
@Module({
  imports: [ProjectModule],
  controllers: [WebhooksController],
  providers: [
    WebhookService,
    DeliveryService,
    DeliveryFanOut,
    HttpsTargetClient,
    {
      provide: TargetClient,
      inject: [HttpsTargetClient, { token: HostTargetClient, optional: true }],
      useFactory: (overHttps: TargetClient, ofHost?: TargetClient) => ofHost ?? overHttps,
    },
    { provide: WebhookRepository, useClass: TypeormWebhookRepository },
    WebhookQueries,
    { provide: DeliveryRepository, useClass: SqlDeliveryRepository },
    { provide: DeliveryJobs, useClass: QueuedDeliveryJobs },
    {
      provide: RetrySchedule,
      inject: [Settings],
      useFactory: ({ webhookRetrySchedule }: Settings) => new RetrySchedule(webhookRetrySchedule),
    },
  ],
  exports: [WebhookService, WebhookQueries],
})
export class WebhooksModule implements OnModuleInit, BeforeApplicationShutdown {
  static readonly persistence: Persistence = {
    entities: [WebhookEntity],
    migrations: [Webhooks1763600006000, WebhookVersions1764300047000],
  };

  constructor(
    private readonly background: Background,
    private readonly jobs: DeliveryJobs,
    private readonly deliveries: DeliveryService,
    private readonly storedSecrets: StoredSecrets,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.storedSecrets.add('webhooks', 'secret');
    await this.storedSecrets.add('webhooks', 'previous_secrets');
    for (const lane of ['normal', 'slow'] satisfies DeliveryLane[]) {
      this.jobs.handle(lane, (targetId, signal) => this.deliveries.deliver(targetId, lane, signal));
    }
    this.background.every(minute, 'scheduling overdue deliveries', () => this.deliveries.scheduleOverdue());
    this.background.every(hour, 'removing old deliveries', () => this.deliveries.removeOld());
  }

  /** Waits for the attempts that have outlived their jobs. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.deliveries.detachedEnded();
  }
}
