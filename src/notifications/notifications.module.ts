import { Module, type OnModuleInit } from '@nestjs/common';
import { FeedbackModule } from '../feedback/index.js';
import { IdentityModule, UserErasure, UserExport } from '../identity/index.js';
import type { Persistence } from '../platform/persistence/index.js';
import { ProjectModule } from '../project/index.js';
import { ProjectImportModule, RecordImporter } from '../project-import/index.js';
import { AutomaticSubscription } from './application/automatic-subscription.js';
import { PreferencesService } from './application/preferences.service.js';
import { SubscriptionImportService } from './application/subscription-import.service.js';
import { SubscriptionQueries } from './application/subscription.queries.js';
import { SubscriptionService } from './application/subscription.service.js';
import { PreferencesRepository } from './domain/preferences.repository.js';
import { SubscriptionRepository } from './domain/subscription.repository.js';
import { ChangelogSubscriptionController } from './http/changelog-subscription.controller.js';
import { PreferencesController } from './http/preferences.controller.js';
import { SubscribersController } from './http/subscribers.controller.js';
import { Notifications1763800000000 } from './persistence/migrations/notifications-1763800000000.js';
import { SqlPreferencesRepository } from './persistence/sql-preferences.repository.js';
import { SqlSubscriptionQueries } from './persistence/sql-subscription.queries.js';
import { SqlSubscriptionRepository } from './persistence/sql-subscription.repository.js';

/** Subscriptions to feedback and changelogs, and how users want to be notified. */
@Module({
  imports: [IdentityModule, ProjectModule, FeedbackModule, ProjectImportModule],
  controllers: [SubscribersController, ChangelogSubscriptionController, PreferencesController],
  providers: [
    SubscriptionService,
    SubscriptionImportService,
    PreferencesService,
    AutomaticSubscription,
    { provide: SubscriptionRepository, useClass: SqlSubscriptionRepository },
    { provide: SubscriptionQueries, useClass: SqlSubscriptionQueries },
    { provide: PreferencesRepository, useClass: SqlPreferencesRepository },
  ],
  exports: [SubscriptionService, PreferencesService],
})
export class NotificationsModule implements OnModuleInit {
  static readonly persistence: Persistence = {
    migrations: [Notifications1763800000000],
  };

  constructor(
    private readonly imports: RecordImporter,
    private readonly subscriptionImport: SubscriptionImportService,
    private readonly subscriptions: SubscriptionRepository,
    private readonly subscriptionQueries: SubscriptionQueries,
    private readonly preferences: PreferencesRepository,
    private readonly userErasure: UserErasure,
    private readonly userExport: UserExport,
  ) {}

  onModuleInit(): void {
    this.imports.registerSubscriptionImport(this.subscriptionImport);
    this.userErasure.register(async ({ userId }) => {
      await this.subscriptions.removeAll(userId);
      await this.preferences.remove(userId);
    });
    this.userExport.register('preferences', async (userId) => ({
      records: [(await this.preferences.read(userId)).record],
      total: 1,
    }));
    this.userExport.register('subscription', (userId, page) => this.subscriptionQueries.ofUser(userId, page));
  }
}
