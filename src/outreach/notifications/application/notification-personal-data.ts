import { Injectable } from '@nestjs/common';
import { type Erasure, PersonalData } from '../../../identity/index.js';
import { PreferencesRepository } from '../domain/preferences.repository.js';
import { SubscriptionRepository } from '../domain/subscription.repository.js';
import { NotificationService } from './notification.service.js';
import { SubscriptionQueries } from './subscription.queries.js';

/** The preferences, subscriptions and notifications of users. */
@Injectable()
export class NotificationPersonalData extends PersonalData {
  override readonly order = 700;

  constructor(
    private readonly preferences: PreferencesRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly subscriptionQueries: SubscriptionQueries,
    private readonly notifications: NotificationService,
  ) {
    super();
  }

  override readonly exported: PersonalData['exported'] = {
    preferences: async (userId) => ({
      records: [(await this.preferences.read(userId)).record],
      total: 1,
    }),
    subscription: (userId, page) => this.subscriptionQueries.ofUser(userId, page),
    notification: (userId, page) => this.notifications.list({ userId, projectId: null }, {}, page),
  };

  override async erase({ userId }: Erasure, signal: AbortSignal): Promise<void> {
    await this.subscriptions.removeAll(userId);
    await this.preferences.remove(userId);
    await this.notifications.removeAllOf(userId, signal);
  }
}
