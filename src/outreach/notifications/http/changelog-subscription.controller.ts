import { Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import { RequirePermission } from '../../../identity/index.js';
import { Created, Operation, Operations } from '../../../platform/http/index.js';
import { CurrentAccess, InProject, type ProjectAccess } from '../../../project/index.js';
import type { Versioned } from '../../../shared/records.js';
import { permissions } from '../application/permissions.js';
import type { SubscriberRecord } from '../application/subscription.queries.js';
import { SubscriptionService } from '../application/subscription.service.js';
import { NotSubscribed } from '../domain/subscription.errors.js';
import { SubscriberResponse } from './subscription.dto.js';

@Controller('projects/:projectSlug/changelogs/subscribers/me')
@InProject()
@Operations({ tag: 'Notifications' })
export class ChangelogSubscriptionController {
  constructor(private readonly subscriptions: SubscriptionService) {}

  @Get()
  @Operation({
    id: 'getChangelogSubscriber',
    summary: 'Get the subscription to a changelog',
    description: 'Tells whether the caller is subscribed: returns 404 `not_subscribed` otherwise.',
    answer: SubscriberResponse,
    problems: [new NotSubscribed()],
  })
  @RequirePermission(permissions.readChangelogSubscription)
  async read(@CurrentAccess() access: ProjectAccess): Promise<Versioned<SubscriberRecord>> {
    return this.subscriptions.readOfChangelog(access);
  }

  @Put()
  @Operation({
    id: 'subscribeChangelog',
    summary: 'Subscribe to a changelog',
    description:
      'The caller is notified of every entry that is published in the project. Subscribing again changes nothing.',
    answer: SubscriberResponse,
    statuses: { 200: 'The caller was subscribed already. Nothing was changed.', 201: 'Created.' },
  })
  @RequirePermission(permissions.subscribeToChangelog)
  async subscribe(
    @CurrentAccess() access: ProjectAccess,
  ): Promise<Created<SubscriberRecord> | SubscriberRecord> {
    const { subscriber, created } = await this.subscriptions.subscribeToChangelog(access);
    return created ? new Created(subscriber.record) : subscriber.record;
  }

  @Delete()
  @Operation({
    id: 'unsubscribeChangelog',
    summary: 'Unsubscribe from a changelog',
    description: 'Removing a subscription that does not exist changes nothing.',
  })
  @RequirePermission(permissions.unsubscribeFromChangelog)
  @HttpCode(204)
  async unsubscribe(@CurrentAccess() access: ProjectAccess): Promise<void> {
    await this.subscriptions.unsubscribeFromChangelog(access);
  }
}
