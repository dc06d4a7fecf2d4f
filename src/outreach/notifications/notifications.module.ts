import { Module, type OnModuleInit } from '@nestjs/common';
import { FeedbackModule } from '../../feedback/index.js';
import { IdentityModule } from '../../identity/index.js';
import { Background } from '../../platform/jobs/index.js';
import type { Persistence } from '../../platform/persistence/index.js';
import { ProjectModule } from '../../project/index.js';
import { RecipientQueries } from './application/recipient.queries.js';
import { AutomaticSubscription } from './application/automatic-subscription.js';
import { NotificationFanOut } from './application/notification-fan-out.js';
import { NotificationQueries } from './application/notification.queries.js';
import { NotificationPersonalData } from './application/notification-personal-data.js';
import { NotificationService } from './application/notification.service.js';
import { PreferencesService } from './application/preferences.service.js';
import { SubscriptionImporter } from './application/subscription-importer.js';
import { SubscriptionQueries } from './application/subscription.queries.js';
import { SubscriptionService } from './application/subscription.service.js';
import { NotificationJobs } from './domain/notification-jobs.js';
import { NotificationRepository } from './domain/notification.repository.js';
import { PreferencesRepository } from './domain/preferences.repository.js';
import { SubscriptionRepository } from './domain/subscription.repository.js';
import { ChangelogSubscriptionController } from './http/changelog-subscription.controller.js';
import { NotificationsController } from './http/notifications.controller.js';
import { PreferencesController } from './http/preferences.controller.js';
import { SubscribersController } from './http/subscribers.controller.js';
import { QueuedNotificationJobs } from './jobs/queued-notification-jobs.js';
import { Notifications1763800000000 } from './persistence/migrations/notifications-1763800000000.js';
import { HostConditions } from './persistence/host-conditions.js';
import { PreferencesEntity } from './persistence/preferences.entity.js';
import { SqlNotificationRepository } from './persistence/sql-notification.repository.js';
import { SqlSubscriptionRepository } from './persistence/sql-subscription.repository.js';
import { TypeormPreferencesRepository } from './persistence/typeorm-preferences.repository.js';

const hour = 3_600_000;

/** Subscriptions to feedback and changelogs, notifications of what happens to it, and preferences. */
@Module({
  imports: [IdentityModule, ProjectModule, FeedbackModule],
  controllers: [
    SubscribersController,
    ChangelogSubscriptionController,
    PreferencesController,
    NotificationsController,
  ],
  providers: [
    SubscriptionService,
    SubscriptionImporter,
    PreferencesService,
    AutomaticSubscription,
    { provide: SubscriptionRepository, useClass: SqlSubscriptionRepository },
    SubscriptionQueries,
    { provide: PreferencesRepository, useClass: TypeormPreferencesRepository },
    NotificationService,
    NotificationPersonalData,
    NotificationFanOut,
    HostConditions,
    RecipientQueries,
    { provide: NotificationRepository, useClass: SqlNotificationRepository },
    NotificationQueries,
    { provide: NotificationJobs, useClass: QueuedNotificationJobs },
  ],
  exports: [
    RecipientQueries,
    NotificationFanOut,
    SubscriptionImporter,
    SubscriptionService,
    PreferencesService,
    NotificationService,
  ],
})
export class NotificationsModule implements OnModuleInit {
  static readonly persistence: Persistence = {
    entities: [PreferencesEntity],
    migrations: [Notifications1763800000000],
  };

  constructor(
    private readonly notifications: NotificationService,
    private readonly fanOut: NotificationFanOut,
    private readonly jobs: NotificationJobs,
    private readonly background: Background,
  ) {}

  onModuleInit(): void {
    this.jobs.handle((eventId, after) => this.fanOut.notify(eventId, after));
    this.background.every(hour, 'removing old notifications', () => this.notifications.removeOld());
  }
}
